// What the terms of a run do to its rows: event windows and a given account, on files as a worker reads them.

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { reconcileOn } from '../../src/compose/local-run.ts';
import { parseDay } from '../../src/core/money/calendar.ts';
import { ROW_OUT_OF_PERIOD } from '../../src/core/records/rows/columns.ts';
import type { BankingRunCommand } from '../../src/workflows/kinds/banking-command.ts';
import { commandOf, KEY, type ServiceUnderTest, startService } from './worker-under-test.ts';

let service: ServiceUnderTest;
beforeEach(async () => {
  service = await startService();
});
afterEach(() => service.dispose());

async function reconciled(rows: { gl: string; bank: string }, of: Partial<BankingRunCommand>) {
  const files = (side: 'gl' | 'bank') => [{ path: join(service.root, `${side}.csv`), name: `${side}.csv` }];
  for (const side of ['gl', 'bank'] as const) await writeFile(files(side)[0].path, rows[side]);
  const command = { ...commandOf(of), ...KEY, files: { gl: files('gl'), bank: files('bank') } };
  return reconcileOn({ ...service.deps, store: Promise.resolve(service.store) }, command);
}

const LEDGER = `Date,Reference,Narration,Debit,Credit
2026-03-02,INV1001,RENT OF ADE,100.00,
2026-03-06,INV1002,RENT OF BOLA,200.00,
2026-03-09,INV1003,RENT OF CHIDI,300.00,
2026-03-20,INV1004,RENT OF DAYO,400.00,
`;
const STATEMENT = `Date,Reference,Narration,Debit,Credit
2026-03-02,INV1001,RENT OF ADE,,100.00
2026-03-08,INV1002,RENT OF BOLA,,200.00
2026-03-09,INV1003,RENT OF CHIDI,,300.00
2026-03-20,INV1004,RENT OF DAYO,,400.00
`;
const day = (text: string) => parseDay(text)!;

test('rows match within one event, and those in none take no part', async () => {
  const events = [
    { start: day('2026-03-08'), end: day('2026-03-10') },
    { start: day('2026-03-01'), end: day('2026-03-07') },
  ];
  const { parameters } = commandOf({});
  const { outcome, columns } = await reconciled(
    { gl: LEDGER, bank: STATEMENT },
    { parameters: { ...parameters, events } },
  );
  // The second pair lies in two events; the last in none.
  expect([...outcome.groups.gl.rows].toSorted()).toEqual([0, 2]);
  expect([...outcome.open.gl.row]).toEqual([1]);
  expect([...outcome.open.bank.row]).toEqual([1]);
  for (const { flags } of [columns.gl, columns.bank]) expect([...flags]).toEqual([0, 0, 0, ROW_OUT_OF_PERIOD]);
});

test('no row in any event fails the run', async () => {
  const { parameters } = commandOf({});
  const events = [{ start: day('2026-05-01'), end: day('2026-05-02') }];
  await expect(reconciled({ gl: LEDGER, bank: STATEMENT }, { parameters: { ...parameters, events } })).rejects.toThrow(
    /^No row of the ledger side is dated in any of the event_dates; .* check the events and the files\.$/,
  );
});

test('rows whose file names no account have the given one', async () => {
  const gl = LEDGER.replaceAll('INV', '0123456789,INV').replace('Date,', 'Date,Account,');
  const { columns } = await reconciled({ gl, bank: STATEMENT }, { defaultAccount: '9876543210' });
  expect(columns.gl.accounts).toEqual(['0123456789']);
  expect(columns.bank.accounts).toEqual(['9876543210']);
});

// A ledger whose credits are money in: turned with a sentence, asked about, or as a mapping says; and kept so.

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { mappingOf } from '../../src/workflows/kinds/banking-command.ts';
import { answerOf } from './session-content.ts';
import { KEY, type ServiceUnderTest, startService } from './worker-under-test.ts';

let service: ServiceUnderTest;
beforeEach(async () => {
  service = await startService();
  service.work();
});
afterEach(() => service.dispose());

const write = async (name: string, rows: readonly string[]) => {
  await writeFile(join(service.root, name), `${rows.join('\n')}\n`);
  return [`file:${name}`];
};
const TITLES = 'Date,Reference,Narration,Debit,Credit';
const row = (n: number, debit: string, credit: string) => `2026-03-0${n},FT2606100${n}X,ROW ${n},${debit},${credit}`;
/** The same rows under the same titles: the ledger counts as the bank does. */
const rows = (...numbers: number[]) => [
  TITLES,
  ...numbers.map((n) => (n % 2 === 0 ? row(n, `${n}00.25`, '') : row(n, '', `${n}00.50`))),
];
const open = async () => (await answerOf(service.store, KEY)).open.map(({ length }) => length);

test('references that go the opposite way throughout turn the ledger, with a sentence', async () => {
  const fileUrls = { gl: await write('gl.csv', rows(1, 2, 3, 4)), bank: await write('bank.csv', rows(1, 2, 3, 4)) };
  await writeFile(join(service.root, 'bank.csv'), `${rows(1, 2, 3, 4).join('\n')}\n\n`);
  const run = await service.run({ fileUrls });
  expect([run.status, run.failure]).toEqual(['succeeded', null]);
  expect(run.report.warnings[0]).toMatch(/^gl\.csv: read as the ledger of a liability.*4 rows have the same reference/);
  expect(await open()).toEqual([0, 0]);
  // A later file of one row shows nothing by itself: it is read as the session's ledger was.
  const more = { gl: await write('gl-2.csv', rows(5)), bank: await write('bank-2.csv', [...rows(5), '']) };
  const added = await service.run({ fileUrls: more, onExisting: 'append' });
  expect([added.status, added.failure]).toEqual(['succeeded', null]);
  expect(await open()).toEqual([0, 0]);
});

test('two rows ask, and a mapping answers', async () => {
  const fileUrls = { gl: await write('gl.csv', rows(1, 2)), bank: await write('bank.csv', [...rows(1, 2), '']) };
  const asked = await service.run({ fileUrls });
  expect(asked).toMatchObject({ status: 'failed', failure: { code: 'file_needs_answer', file: 'gl.csv' } });
  expect(asked.failure!.message).toContain('"account_type"');
  const answered = async (account_type: string) => {
    const mappings = { gl: { account_type } };
    return service.run({ fileUrls, mappings, mapping: mappingOf(mappings) });
  };
  expect((await answered('liability')).status).toBe('succeeded');
  expect(await open()).toEqual([0, 0]);
  const asset = await answered('asset');
  expect([asset.status, asset.failure]).toEqual(['succeeded', null]);
  expect(await open()).toEqual([2, 2]);
});

test('rows of the session cannot be read once more: their ledger is asked about', async () => {
  const gl = await write('gl.csv', rows(1, 2, 3));
  const bank = await write('bank.csv', [...rows(7), '']);
  expect((await service.run({ fileUrls: { gl, bank } })).status).toBe('succeeded');
  const later = { gl: [], bank: await write('late.csv', [...rows(1, 2, 3), '']) };
  const run = await service.run({ fileUrls: later, onExisting: 'append' });
  expect(run).toMatchObject({ status: 'failed', failure: { code: 'file_needs_answer', file: 'gl.csv' } });
});

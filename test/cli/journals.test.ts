// `tieout journals`: entries of a kept session are listed, exported, said to be posted or taken back, and found in the
// next ledger; nothing is said to be done that is not.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { localBus } from '../../src/adapters/bus-local/bus.ts';
import { openEmbeddedStore } from '../../src/adapters/store-embedded/open.ts';
import { resolveExceptions } from '../../src/workflows/decisions/resolve-exceptions.ts';
import { orderOf } from '../workflows/decisions/month.ts';
import { resolving } from '../workflows/decisions/resolving.ts';
import { tieout } from './tieout.ts';

let folder: string;
const at = (name: string): string => join(folder, name);
const file = (name: string, lines: readonly string[]): string => {
  writeFileSync(at(name), `${lines.join('\n')}\n`);
  return at(name);
};
const TITLES = 'Date,Reference,Narration,Amount';
const GL = ['2026-03-02,RC77,Sale to Bola,510.00', '2026-03-03,PV9,Rent of the shop,-70.00'];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tieout-journals-'));
  file('chart.json', [
    '{"rules": [{"class": "bank_charges", "account": "51010"}], "bank_accounts": [{"number": "77", "account": "10100"}]}',
  ]);
  const columns = ['date', 'account', 'amount', 'id'].map((value) => ({ title: value, value }));
  file('layout.json', [JSON.stringify({ columns })]);
});
afterEach(() => rmSync(folder, { recursive: true }));

const reconcile = async (gl: readonly string[]) => {
  const sides = ['--gl', file('gl.csv', [TITLES, ...gl]), '--bank', at('bank.csv'), '--session', 'march'];
  const more = ['--account', '77', '--from', '2026-03-01', '--to', '2026-03-31', '--chart', at('chart.json')];
  const out = ['--out', at('out'), '--data', at('data'), '--journal-layout', at('layout.json')];
  const ran = await tieout(['reconcile', ...sides, ...more, ...out]);
  expect([ran.status, ran.stderr]).toEqual([0, '']);
};
const journals = async (...args: readonly string[]) => {
  const ran = await tieout(['journals', ...args, '--data', at('data')]);
  return [ran.status, ran.stdout, ran.stderr] as const;
};

test('a journal goes from proposed to matched, and a batch stays as it was', { timeout: 120_000 }, async () => {
  file('bank.csv', [
    TITLES,
    '2026-03-02,RC77,Sale to Bola,510.00',
    '2026-03-03,PV9,Rent of the shop,-70.00',
    '2026-03-05,M1,SMS ALERT CHARGE,-52.50',
    '2026-03-09,M2,Mobile transfer of Gana,900.00',
  ]);
  await reconcile(GL);
  const listed = async () => {
    const [status, text] = await journals('list', '--session', 'march');
    expect(status).toBe(0);
    const cells = text.trim().split('\n').slice(1);
    return cells.map((line) => line.split(',')).map((line) => line.slice(-2) as [string, string]);
  };
  const [[deposit], [sms]] = (await listed()) as [[string, string], [string, string]];
  expect((await listed()).map(([, state]) => state)).toEqual(['proposed', 'proposed']);
  // The folder of --out has the same ids.
  expect(readFileSync(at('out/journals.csv'), 'utf8')).toContain(`,bank_charges,${sms},proposed`);

  const store = await openEmbeddedStore({ directory: at('data') });
  const charges = { tenant: 'local', partner: 'local', type: 'possible_bank_fee' };
  const quiet = { info: () => {}, warn: () => {}, error: () => {} };
  const deps = { ...resolving(store, folder), bus: localBus(), log: quiet };
  await resolveExceptions(deps, orderOf('approved', charges));
  await store.close();
  const batch = ['--session', 'march', '--chart', at('chart.json'), '--layout', at('layout.json')];
  const first = await journals('export', ...batch, '--batch', 'b1');
  expect(first).toEqual([
    0,
    `date,account,amount,id\n2026-03-05,51010,52.50,${sms}\n2026-03-05,10100,-52.50,${sms}\n`,
    '',
  ]);
  expect(await journals('export', ...batch, '--batch', 'b2')).toEqual([0, 'date,account,amount,id\n', '']);
  expect(await journals('export', ...batch, '--batch', 'b1')).toEqual(first);

  expect(await journals('posted', sms, '--reference', 'JV/19', '--on', '2026-03-31')).toEqual([
    0,
    `${sms}  posted as JV/19 on 2026-03-31\n`,
    '',
  ]);
  const [unknown, , why] = await journals('posted', deposit, '--reference', 'JV/20', '--on', '2026-03-31');
  expect([unknown, why]).toEqual([1, expect.stringContaining('was never exported or posted')]);
  const own = ['posted', deposit, '--reference', 'JV/20', '--on', '2026-03-31', '--session', 'march'];
  expect((await journals(...own))[0]).toBe(0);
  await reconcile([...GL, '2026-03-31,JV/19,Charges,-52.50', '2026-03-09,,Mobile transfer of Gana,900.00']);
  expect((await listed()).map(([, state]) => state)).toEqual(['matched']);
  expect(readFileSync(at('out/posting.csv'), 'utf8')).toBe('date,account,amount,id\n');
  for (const [id, reference, amount] of [
    [sms, 'JV/19', '-52.50'],
    [deposit, 'JV/20', '900.00'],
  ] as const) {
    const [status, shown] = await journals('show', id);
    expect([status, shown.split('\n')[0]]).toEqual([0, expect.stringContaining(`matched, ${amount} NGN, of bank row`)]);
    expect(shown).toMatch(
      new RegExp(
        `posted as ${reference} on 2026-03-31\n.*found in the ledger of session march\n.*in the ledger of session march`,
      ),
    );
  }
  expect((await journals('taken-back', deposit))[1]).toBe(`${deposit}  taken back\n`);
  expect((await journals('show', deposit))[1]).toContain(`${deposit}  proposed,`);
});

test.each([
  [[], 'Say what to do'],
  [['sell'], 'Say what to do'],
  [['list'], 'list needs --session'],
  [['list', '--session', 'june'], 'No session june'],
  [['list', '--session', 'june', '--at', '0'], '--at is a whole number'],
  [['export', '--session', 'june', '--batch', 'b'], 'export needs --layout'],
  [['posted', '--reference', 'JV', '--on', '2026-03-31'], 'Which journals?'],
  [['posted', 'x', '--reference', 'JV', '--on', '2026-02-30'], 'not "2026-02-30"'],
  [['posted', 'x', '--on', '2026-02-28'], 'posted needs --reference'],
  [['taken-back'], 'Which journals?'],
  [['show', 'a', 'b'], 'show takes one journal'],
  [['show', 'a'], 'Journal a was never exported'],
] as const)('%j is refused in a sentence', { timeout: 60_000 }, async (args, sentence) => {
  await (await openEmbeddedStore({ directory: at('data') })).close();
  const [status, out, error] = await journals(...args);
  expect([status === 0, out, error]).toEqual([false, '', expect.stringContaining(sentence)]);
  expect(error.trim().split('\n')).toHaveLength(1);
});

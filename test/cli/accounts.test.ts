// Ledger codes and bank accounts of other numbers at the command line: with a map, with what --data keeps of it, without
// one, and with bad maps.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tieout } from './tieout.ts';

const cwd = mkdtempSync(join(tmpdir(), 'tieout-accounts-'));
afterAll(() => rmSync(cwd, { recursive: true, force: true }));

const MONTH = ['--gl', 'gl.csv', '--bank', 'bank.csv', '--from', '2026-03-01', '--to', '2026-03-31'];

const GL = `Date,Account,Reference,Narration,Amount,Balance
2026-03-02,1001,FT26061A01,RECEIPT BELLO FARMS,120000.00,220000.00
2026-03-04,1001,FT26063A02,RENT SHOP 4,-45000.00,175000.00
2026-03-05,1002,FT26064B01,RECEIPT ADA OBI,77000.00,127000.00
2026-03-10,1002,FT26069B02,PAID EZE LOGISTICS,-22000.00,105000.00
`;
const BANK = `Date,Account,Reference,Narration,Amount,Balance
2026-03-02,0123456789,FT26061A01,TRF BELLO FARMS,120000.00,220000.00
2026-03-04,0123456789,FT26063A02,TRF RENT,-45000.00,175000.00
2026-03-05,0987654321,FT26064B01,TRF ADA OBI,77000.00,127000.00
2026-03-10,0987654321,FT26069B02,TRF EZE,-22000.00,105000.00
`;
const entry = (gl: readonly string[], bank: readonly string[]) => ({ ledger_accounts: gl, bank_accounts: bank });
const TWO = [entry(['1001'], ['0123456789']), entry(['1002'], ['0987654321'])];

beforeAll(() => {
  writeFileSync(join(cwd, 'gl.csv'), GL);
  writeFileSync(join(cwd, 'bank.csv'), BANK);
});

interface Summary {
  readonly proofs: readonly {
    readonly account: string;
    readonly ledger_accounts?: readonly string[];
    readonly basis: string;
    readonly adjusted_bank: string;
    readonly adjusted_book: string;
    readonly difference: string;
  }[];
  readonly accounts?: unknown;
}

async function reconcile(options: readonly string[], gl = 'gl.csv') {
  const month = [...MONTH.with(1, gl), ...options, '--out', 'out'];
  const { status, stderr, stdout } = await tieout(['reconcile', ...month], { cwd });
  expect([status, stderr]).toEqual([0, '']);
  const summary = JSON.parse(readFileSync(join(cwd, 'out/summary.json'), 'utf8')) as Summary;
  const proofs = summary.proofs.map((one) => [one.account, one.ledger_accounts, one.adjusted_bank, one.difference]);
  return {
    stdout,
    proofs,
    accounts: summary.accounts,
    statement: readFileSync(join(cwd, 'out/statement.txt'), 'utf8'),
  };
}

function map(reconciliations: readonly unknown[]): readonly string[] {
  writeFileSync(join(cwd, 'map.json'), JSON.stringify({ reconciliations }));
  return ['--accounts', 'map.json'];
}

const APART = [
  ['0123456789', ['1001'], '175000.00', '0.00'],
  ['0987654321', ['1002'], '105000.00', '0.00'],
];

test('two codes against two bank accounts are two statements, with a map and by their references', async () => {
  const plain = await reconcile([]);
  expect([plain.proofs, plain.accounts]).toEqual([APART, undefined]);
  expect(plain.stdout).toContain('1001 with 0123456789, 1002 with 0987654321.');
  expect(plain.statement).toContain('Account 0123456789 (in the ledger 1001), NGN');
  const mapped = await reconcile(map(TWO));
  expect([mapped.proofs, mapped.accounts]).toEqual([APART, { map_version: null }]);
  expect(mapped.statement).toContain('Accounts were brought together by the map that the run was given.');
});

test('several that a map says to be one are one statement of all balances', async () => {
  const { proofs, statement } = await reconcile(map([entry(['1001', '1002'], ['0123456789', '0987654321'])]));
  expect(proofs).toEqual([['0123456789, 0987654321', ['1001', '1002'], '280000.00', '0.00']]);
  expect(statement).toContain('Account 0123456789, 0987654321 (in the ledger 1001, 1002), NGN');
});

test('one code of two bank accounts is put together with neither, and the statement says so first', async () => {
  writeFileSync(join(cwd, 'one.csv'), GL.replaceAll(',1002,', ',1001,'));
  const { statement, proofs, accounts, stdout } = await reconcile([], 'one.csv');
  expect(statement.split('\n').slice(4, 7).join(' ')).toBe(
    'Not put together: the ledger’s account 1001 and the bank’s accounts 0123456789, 0987654321. What ' +
      'matches does not tell which belong to one another, so each stands alone: say it with a map of accounts.',
  );
  expect(proofs.map(([account]) => account)).toEqual(['1001', '0123456789', '0987654321']);
  expect(accounts).toEqual({ apart: { gl: ['1001'], bank: ['0123456789', '0987654321'] } });
  expect(stdout).toContain('Not put together');
});

describe('a row in the wrong account', () => {
  const clusters = () => {
    const [, ...lines] = readFileSync(join(cwd, 'out/clusters.csv'), 'utf8').trim().split('\n');
    return lines.map((line) => line.split(',')[1]);
  };
  const journals = () => readFileSync(join(cwd, 'out/journals.csv'), 'utf8').trim().split('\n').slice(1);
  const month = (gl: string, bank: string) => {
    writeFileSync(join(cwd, 'wrong-gl.csv'), GL + gl);
    writeFileSync(join(cwd, 'bank.csv'), BANK + bank);
  };
  afterAll(() => writeFileSync(join(cwd, 'bank.csv'), BANK));

  test.each([
    ['by its reference', 'FT26068A03', 'FT26068A03', 'same by reference and amount'],
    ['by its texts', '', '', 'same by amount and texts'],
  ])('%s is one exception that names both accounts, with its net on both statements', async (_, own, other, by) => {
    month(
      `2026-03-09,1001,${own},RECEIPT OKORO STORES CEMENT,31000.00,206000.00\n`,
      `2026-03-11,0987654321,${other},TRF OKORO STORES CEMENT,31000.00,136000.00\n`,
    );
    const { proofs, statement } = await reconcile([], 'wrong-gl.csv');
    expect(proofs).toEqual([
      ['0123456789', ['1001'], '175000.00', '0.00'],
      ['0987654321', ['1002'], '136000.00', '0.00'],
    ]);
    expect([clusters(), journals()]).toEqual([['account_mismatch', 'account_mismatch'], []]);
    const reason = readFileSync(join(cwd, 'out/clusters.csv'), 'utf8');
    expect(reason).toContain('is booked in account 1001, and');
    expect(reason).toContain(`${by}, stands in account 0987654321: one of the two is the wrong account.`);
    expect(statement).toContain('  Less: to be decided first, with their net alone (1 row)');
    expect(statement).toContain('  Add: to be decided first, with their net alone (1 row)');
  });

  test('a charge that the bank takes from each account alike is none', async () => {
    month(
      '2026-03-31,1001,,SMS CHARGE MARCH,-52.50,174947.50\n',
      '2026-03-31,0987654321,,SMS CHARGE MARCH,-52.50,104947.50\n',
    );
    await reconcile([], 'wrong-gl.csv');
    expect(clusters()).toEqual(['possible_bank_fee', 'not_found_gl']);
  });

  test('of accounts that nothing brings together none is wrong', async () => {
    month('2026-03-20,1003,FT26079C01,OKORO,10.00,10.00\n', '2026-03-20,0555,FT26079C02,OKORO,11.00,11.00\n');
    writeFileSync(join(cwd, 'apart-gl.csv'), GL.replaceAll(',1002,', ',1001,'));
    await reconcile([], 'apart-gl.csv');
    expect(new Set(clusters())).toEqual(new Set(['not_found_gl', 'not_found_bank']));
  });
});

test('--data keeps the map: a run without one goes by it, and a changed one is a new version', async () => {
  const kept = ['--data', 'data', '--session', 'march'];
  const first = await reconcile([...kept, ...map(TWO)]);
  expect(first.accounts).toEqual({ map_version: 1 });
  const again = await reconcile(kept);
  expect(again.accounts).toEqual({ map_version: 1 });
  expect(again.stdout).toContain('nothing new; the session stands as it was');
  expect((await reconcile([...kept, ...map([...TWO].reverse())])).accounts).toEqual({ map_version: 2 });
  const joined = await reconcile([...kept, ...map([entry(['1001', '1002'], ['0123456789', '0987654321'])])]);
  expect([joined.accounts, joined.proofs.length]).toEqual([{ map_version: 3 }, 1]);
  expect((await reconcile(kept)).proofs).toHaveLength(1);
  expect((await reconcile([...kept, ...map([])])).proofs).toEqual(APART);
  expect((await reconcile(kept)).accounts).toBeUndefined();
});

test.each([
  ['{', 'map.json is no map of accounts: it is not JSON.\n'],
  ['{"accounts":[]}', 'map.json is no map of accounts: there is no key "accounts"; the keys are reconciliations.\n'],
])('a file of --accounts that says %s is refused', async (text, sentence) => {
  writeFileSync(join(cwd, 'map.json'), text);
  const { status, stderr } = await tieout(['reconcile', ...MONTH, '--accounts', 'map.json'], { cwd });
  expect([status, stderr]).toEqual([2, sentence]);
});

test('--accounts is for banking, and names a file', async () => {
  const other = await tieout(['reconcile', ...MONTH, '--accounts', 'map.json', '--kind', 'nip'], { cwd });
  expect([other.status, other.stderr.split(':')[0]]).toEqual([2, '--accounts is for --kind banking, not for nip']);
  const none = await tieout(['reconcile', ...MONTH, '--accounts', 'none.json'], { cwd });
  expect([none.status, none.stderr]).toEqual([
    1,
    'none.json: there is no such file; name a map of accounts with --accounts.\n',
  ]);
});

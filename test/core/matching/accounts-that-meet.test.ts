// Accounts of different numbers come together by a map, by rows that meet, or as the last two; else they stand alone.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { accountsThatMeet } from '../../../src/core/matching/accounts-that-meet.ts';
import { numberedAccounts } from '../../../src/core/matching/plan.ts';
import type { AccountMap } from '../../../src/core/records/rows/accounts.ts';
import { sessionOf, type TestRow } from '../classification/session-of.ts';

/** `1001 FT2606100A 500`: account, reference and amount; `-` for no reference, `.` for no account. */
const row = (words: string): TestRow => {
  const [account, reference, amount] = words.split(' ');
  return {
    account: account === '.' ? '' : account!,
    ...(reference !== '-' && { reference: reference! }),
    amount: Number(amount),
  };
};

interface Given {
  readonly gl: readonly string[];
  readonly bank: readonly string[];
  readonly map?: AccountMap;
}

function aligned({ gl, bank, map = [] }: Given) {
  const { columns } = sessionOf({ gl: gl.map(row), bank: bank.map(row) });
  const found = numberedAccounts(columns.gl, columns.bank, {
    map,
    pairsOf: (left) => accountsThatMeet(columns, left),
  });
  const numbers = (side: 'gl' | 'bank') =>
    columns[side].accounts.map((label, i) => [label, found.names[found[side][i]!]] as const);
  return { ...found, of: { gl: Object.fromEntries(numbers('gl')), bank: Object.fromEntries(numbers('bank')) } };
}

const TWO = {
  gl: ['1001 FT26061A01 120', '1001 FT26063A02 -45', '1002 FT26064B01 77', '1002 FT26069B02 -22'],
  bank: ['0123 FT26061A01 120', '0123 FT26063A02 -45', '0987 FT26064B01 77', '0987 FT26069B02 -22'],
};

describe('without a map', () => {
  test('two codes and two bank accounts are two reconciliations by their references', () => {
    const { of, apart, warnings } = aligned(TWO);
    expect(of).toEqual({ gl: { 1001: '123', 1002: '987' }, bank: { '0123': '123', '0987': '987' } });
    expect(apart).toBeNull();
    expect(warnings).toEqual([
      'Taken for the same account, the ledger’s first, by the entries that meet or as the only ones left: 1001 with 0123, 1002 with 0987.',
    ]);
  });

  test('a deposit in the wrong account, or several, change nothing', () => {
    const gl = [...TWO.gl, '1001 FT26070W01 31', '1002 FT26070W02 32'];
    const bank = [...TWO.bank, '0987 FT26070W01 31', '0123 FT26070W02 32'];
    expect(aligned({ gl, bank }).of.gl).toEqual({ 1001: '123', 1002: '987' });
  });

  test('without references an amount that stands once on each side tells it', () => {
    const plain = (rows: readonly string[]) => rows.map((words) => words.replace(/FT\w+/, '-'));
    const found = aligned({ gl: plain(TWO.gl), bank: plain(TWO.bank) });
    expect(found.of.gl).toEqual({ 1001: '123', 1002: '987' });
    const alike = aligned({ gl: ['1001 - 5', '1002 - 5'], bank: ['0123 - 5', '0987 - 5'] });
    expect(alike.apart).toEqual({ gl: ['1001', '1002'], bank: ['0123', '0987'] });
    expect(alike.names).toHaveLength(4);
    expect(alike.warnings).toEqual([
      'Not put together: the ledger’s accounts 1001, 1002 and the bank’s accounts 0123, 0987. What matches does not ' +
        'tell which belong to one another, so each stands alone: say it with a map of accounts.',
    ]);
  });

  test('the last two are one if neither meets another', () => {
    const quiet = { gl: ['1001 FT26061A01 120', '1002 - 3'], bank: ['0123 FT26061A01 120', '0987 - 4'] };
    expect(aligned(quiet).of.gl).toEqual({ 1001: '123', 1002: '987' });
    const stray = {
      gl: [...TWO.gl.slice(0, 2), '1002 FT26064B01 77', '1002 - 9'],
      bank: [...TWO.bank.slice(0, 2), '0123 FT26064B01 77', '0987 - 4'],
    };
    expect(aligned(stray).apart).toEqual({ gl: ['1002'], bank: ['0987'] });
  });

  test('one code that has most rows of two bank accounts is neither’s', () => {
    const gl = TWO.gl.map((words) => words.replace('1002', '1001'));
    expect(aligned({ gl, bank: TWO.bank }).apart).toEqual({ gl: ['1001'], bank: ['0123', '0987'] });
    const unnamed = TWO.gl.map((words) => words.replace(/100\d/, '.'));
    expect(aligned({ gl: unnamed, bank: TWO.bank }).apart).toEqual({ gl: [''], bank: ['0123', '0987'] });
  });

  test('one code is the bank account’s of which it has most, where it has a row of another', () => {
    const gl = [...TWO.gl.slice(0, 2), '1001 FT26064B01 77'];
    const { of, apart, warnings } = aligned({ gl, bank: [...TWO.bank, '0987 - 6'] });
    expect([of.gl, apart]).toEqual([{ 1001: '123' }, null]);
    expect(warnings[1]).toBe('1 account stands on one side only; its rows stay open.');
  });

  test('a single account of each side is one, whatever rows say', () => {
    expect(aligned({ gl: ['1001 - 5'], bank: ['0123 - 6'] }).names).toEqual(['']);
  });

  test('the order of rows and of labels changes nothing', () => {
    const rows = (of: readonly string[]) => fc.shuffledSubarray([...of], { minLength: of.length });
    fc.assert(
      fc.property(rows(TWO.gl), rows(TWO.bank), (gl, bank) => {
        expect(aligned({ gl, bank }).of.gl).toEqual({ 1001: '123', 1002: '987' });
      }),
    );
  });
});

describe('with a map', () => {
  const crossed: AccountMap = [
    { gl: ['1001'], bank: ['0987'] },
    { gl: ['1002'], bank: ['0123'] },
  ];

  test('the map counts, whatever meets', () => {
    const { of, warnings } = aligned({ ...TWO, map: crossed });
    expect(of.gl).toEqual({ 1001: '987', 1002: '123' });
    expect(warnings).toEqual([]);
  });

  test('several numbers of an entry are one reconciliation, and rows without a number are of the only one', () => {
    const map = [{ gl: ['1001', '1002'], bank: ['0123', '0987'] }];
    expect(aligned({ ...TWO, map }).names).toEqual(['123']);
    const gl = TWO.gl.map((words) => words.replace(/100\d/, '.'));
    expect(aligned({ gl, bank: TWO.bank, map }).names).toEqual(['123']);
  });

  test('what it leaves out is brought together as without one', () => {
    expect(aligned({ ...TWO, map: [{ gl: ['1001'], bank: ['0123'] }] }).of.gl).toEqual({ 1001: '123', 1002: '987' });
    expect(aligned({ ...TWO, map: [crossed[0]!] }).apart).toEqual({ gl: ['1002'], bank: ['0123'] });
    const same = aligned({ gl: [...TWO.gl, '55 - 1'], bank: [...TWO.bank, '55 - 1'], map: crossed });
    expect(same.of.gl[55]).toBe('55');
  });
});

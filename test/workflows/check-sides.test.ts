import { describe, expect, it } from 'vitest';
import { matchSession } from '../../src/core/matching/match-session.ts';
import { DEFAULT_PARAMETERS } from '../../src/core/matching/parameters.ts';
import { checkDirections, checkSides } from '../../src/workflows/kinds/check-sides.ts';
import { readText } from '../adapters/files/reading.ts';
import { sessionOf } from '../core/classification/session-of.ts';

const read = (lines: readonly string[], side: 'gl' | 'bank') => readText(`${lines.join('\n')}\n`, { side });

describe('sides', () => {
  const statement = [
    'Date,Value Date,Narration,Withdrawal,Lodgement,Balance',
    '13/04/2026,13/04/2026,A,,5.00,105.00',
    '14/04/2026,14/04/2026,B,7.00,,98.00',
    '15/04/2026,15/04/2026,C,,1.00,99.00',
  ];
  const book = [
    'Date,Value Date,Description,Debit,Credit,Balance',
    ...statement.slice(1).map((r) => r.replace(/,(\d*\.?\d*),(\d*\.?\d*),(\S+)$/, ',$2,$1,$3')),
  ];
  const given = (gl: readonly string[], bank: readonly string[]) => [
    { side: 'gl' as const, name: 'gl.csv', file: { ...read(gl, 'gl'), digest: 'a' } },
    { side: 'bank' as const, name: 'bank.csv', file: { ...read(bank, 'bank'), digest: 'b' } },
  ];
  it('given in each other’s place are told by words of flow and the other’s balance', () => {
    expect(() => checkSides(given(statement, book))).toThrow(expect.objectContaining({ code: 'sides_swapped' }));
    expect(() => checkSides(given(book, statement))).not.toThrow();
  });
  it('a cash book with a statement’s words is a ledger', () => {
    expect(() => checkSides(given(statement, statement))).not.toThrow();
    const signed = ['Date,Details,Amount,Balance', '13/04/2026,A,5.00,105.00', '14/04/2026,B,-7.00,98.00'];
    expect(() => checkSides(given(statement, signed))).not.toThrow();
  });
});

describe('directions', () => {
  /** Rows with a reference each, of which so many move the other way at the bank. */
  const matched = (rows: number, turned: number) => {
    const row = (i: number, sign: number) => ({ amount: sign * (1_000 + 7 * i), reference: `FT26061AB${100 + i}` });
    const { columns } = sessionOf({
      gl: Array.from({ length: rows }, (_, i) => row(i, 1)),
      bank: Array.from({ length: rows }, (_, i) => row(i, i < turned ? -1 : 1)),
    });
    return matchSession({ ...columns, parameters: DEFAULT_PARAMETERS });
  };

  it.each([
    [20, 20, true],
    [22, 21, true],
    [22, 20, false],
    [19, 19, false],
  ])('of %i rows, %i of them turned: refused %s', (rows, turned, refused) => {
    const check = () => checkDirections(matched(rows, turned), 'gl.csv');
    if (refused) expect(check).toThrow(expect.objectContaining({ code: 'sides_swapped' }));
    else expect(check).not.toThrow();
  });
});

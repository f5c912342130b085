import { describe, expect, it } from 'vitest';
import { checkSides } from '../../src/workflows/check-sides.ts';
import { readText } from '../adapters/files/reading.ts';

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

// Which of several columns of balances is the running one: that of the books, behind the entry.

import { describe, expect, it } from 'vitest';
import { readText, rowsOf } from './reading.ts';

/** Entries out of 10, 20, 15 and 7 from a balance of 100, with the titles and cells of two balances. */
function read(titles: readonly [string, string], cells: (before: number, after: number) => readonly [number, number]) {
  let balance = 100;
  const rows = [10, 20, 15, 7].map((out, i) => {
    const before = balance;
    balance -= out;
    const [first, second] = cells(before, balance);
    return `${13 + i}/04/2026,TRF ${i},${out}.00,${first}.00,${second}.00`;
  });
  return readText(`Date,Narration,Amount,${titles.join(',')}\n${rows.join('\n')}\n`);
}
const OUT = ['-10.00', '-20.00', '-15.00', '-7.00'];

describe('a balance before the entry', () => {
  it.each(['Pre Balance', 'Balance Before', 'Previous Balance', 'Opening Balance'])(
    '%s is not the running one',
    (title) => {
      const file = read([title, 'Post Balance'], (before, after) => [before, after]);
      expect(rowsOf(file).map(({ amount }) => amount)).toEqual(OUT);
      expect(file.balances).toMatchObject([{ opening: 10000, closing: 4800, foots: true }]);
    },
  );

  it('alone proves no sign', () => {
    const file = read(['Pre Balance', 'Limit'], (before) => [before, 500]);
    expect(file.warnings.join()).toContain('No amount has a sign');
  });
});

describe('a balance that may still be drawn', () => {
  it.each(['Ledger Balance', 'Balance', 'Book Balance', 'Running Balance'])('gives way to %s', (title) => {
    const file = read(['Available Balance', title], (_, after) => [after + 1000, after]);
    expect(file.balances).toMatchObject([{ opening: 10000, closing: 4800, foots: true }]);
  });

  it('is the running one where it stands alone', () => {
    const file = read(['Available Balance', 'Branch'], (_, after) => [after, 1]);
    expect(file.balances).toMatchObject([{ closing: 4800, foots: true }]);
  });
});

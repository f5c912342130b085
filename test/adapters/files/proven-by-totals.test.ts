// Totals and balances that a file states of itself as evidence: they settle which columns are its money, and they ask
// where they say the opposite of its signs.

import { describe, expect, it } from 'vitest';
import { formatMinor } from '../../../src/core/money/money.ts';
import { readText, rowsOf } from './reading.ts';

const read = (...rows: string[]) => readText(`${rows.join('\n')}\n`);
const amountsOf = (file: ReturnType<typeof readText>) => rowsOf(file).map(({ amount }) => amount);
/** A day, what stands there, and two figures of which only the totals say which is the amount. */
const FIGURES = [
  [-20.5, -18.2],
  [30.25, 44.1],
  [-7.75, -3.3],
  [12, 9.9],
] as const;
const rows = (by: string) =>
  FIGURES.map(([a, b], i) => [`2024-03-0${i + 1}`, a.toFixed(2), 'ROW', b.toFixed(2)].join(by));
const sum = (of: 0 | 1, way: 1 | -1) =>
  formatMinor(
    FIGURES.reduce((all, pair) => all + Math.max(0, way * Math.round(pair[of] * 100)), 0),
    2,
  );

describe('totals of money in and out', () => {
  it.each([
    [0, ','],
    [1, ','],
    [0, ';'],
    [1, ';'],
  ] as const)('take column %i out of two that may be the amount, cut by %s', (of, by) => {
    const head = [`Total Credits:${by}${sum(of, 1)}`, `Total Debits:${by}${sum(of, -1)}`, ''];
    const titles = ['Date', 'Figure', 'Text', 'Number two'].join(by);
    const file = read(...head, titles, ...rows(by));
    expect(file.question).toBeNull();
    expect(amountsOf(file)).toEqual(FIGURES.map((pair) => pair[of].toFixed(2)));
    expect(file.confirmedBy).toBe('proof');
    const wrong = read(...head.map((line) => line.replace(/\d$/, '7')), titles, ...rows(by));
    expect(wrong.question?.sentence).toContain('nothing but the shape of the values says which');
  });

  it('below the rows, or an opening and a closing balance, take it as well', () => {
    const totals = [`Total money in:,${sum(1, 1)}`, `Total money out:,${sum(1, -1)}`];
    expect(amountsOf(read('Date,Figure,Text,Number two', ...rows(','), '', ...totals))[0]).toBe('-18.20');
    const moved = FIGURES.reduce((all, pair) => all + Math.round(pair[1] * 100), 0);
    const balances = ['Opening balance:,100.00', `Closing balance:,${formatMinor(10_000 + moved, 2)}`, ''];
    expect(amountsOf(read(...balances, 'Date,Figure,Text,Number two', ...rows(',')))[0]).toBe('-18.20');
  });

  it('say which of two nameless columns is the debit', () => {
    const pair = ['01/03/2024,A,5.00,', '02/03/2024,B,,7.50', '03/03/2024,C,1.25,', '04/03/2024,D,,2.00'];
    for (const [debits, credits, first] of [
      ['6.25', '9.50', '-5.00'],
      ['9.50', '6.25', '5.00'],
    ] as const) {
      const file = read(`Total Debits:,${debits}`, `Total Credits:,${credits}`, 'Date,Text,,', ...pair);
      expect(file.question).toBeNull();
      expect(amountsOf(file)[0]).toBe(first);
    }
  });

  it('ask for the sign where they are those of the amounts with all signs turned', () => {
    const file = read(`Total Debits:,${sum(0, 1)}`, `Total Credits:,${sum(0, -1)}`, 'Date,Amount,Text,', ...rows(','));
    expect(file.question).toMatchObject({ answer: { sign: 'in, out or as_is' } });
    expect(file.question?.sentence).toContain('with all signs turned');
  });

  it('ask for the amount where nothing but the shape of values says it, and they speak against it', () => {
    const one = rows(',').map((row) => row.replace(/,[^,]+$/, ''));
    const file = read(`Total Debits:,28.20`, `Total Credits:,42.25`, 'Date,Figure,Text', ...one);
    expect(file.question?.sentence).toContain('are not those of what was read');
    const titled = read(`Total Debits:,28.20`, `Total Credits:,42.25`, 'Date,Amount,Text', ...one);
    expect(titled.question).toBeNull();
    expect(titled.warnings.join()).toContain('states 28.20 for all debits');
  });
});

// Files whose titles no list knows: the running balance proves which column is the amount, and which way it goes; where
// it does not, the file asks, and is never read with its balance as amount.

import { describe, expect, it } from 'vitest';
import { readText, rowsOf } from './reading.ts';

const AMOUNTS = [-1200, 4550, -310, -2875, 990, -640, 12300, -75, -8120, 2210];
const money = (minor: number) => (minor / 100).toFixed(2);
const days = AMOUNTS.map((_, i) => `2026-03-${String(i + 10)}`);
const balances = AMOUNTS.map((_, i) => 50_000 + AMOUNTS.slice(0, i + 1).reduce((a, b) => a + b));
const unsigned = AMOUNTS.map((minor) => money(Math.abs(minor)));
const file = (titles: string, cells: (i: number) => readonly (string | number)[], newest = false) => {
  const rows = AMOUNTS.map((_, i) => [days[i], `T ${i}`, ...cells(i)].join(','));
  return [titles, ...(newest ? rows.toReversed() : rows)].join('\n');
};
const minorsOf = (text: string) => rowsOf(readText(text)).map(({ amount }) => Math.round(Number(amount) * 100));
const sentenceOf = (text: string) => readText(text).question?.sentence ?? '';

describe.each([false, true])('beside a running balance, newest first: %s', (newest) => {
  const expected = newest ? AMOUNTS.toReversed() : AMOUNTS;
  const read = (titles: string, cells: (i: number) => readonly (string | number)[]) => file(titles, cells, newest);
  it.each([
    ['signed amounts', 'Qel,Wup,Tarn,Hurn', (i: number) => [money(AMOUNTS[i]), money(balances[i])]],
    ['the balance first', 'Qel,Wup,Hurn,Tarn', (i: number) => [money(balances[i]), money(AMOUNTS[i])]],
    [
      'unknown marks',
      'Qel,Wup,Fe,Tarn,Hurn',
      (i: number) => [AMOUNTS[i] < 0 ? 'x' : 'y', unsigned[i], money(balances[i])],
    ],
    [
      'marks of digits',
      'Qel,Wup,Fe,Tarn,Hurn',
      (i: number) => [AMOUNTS[i] < 0 ? 1 : 0, unsigned[i], money(balances[i])],
    ],
    [
      'a plus before some',
      'Qel,Wup,Tarn,Hurn',
      (i: number) => [`${AMOUNTS[i] > 0 ? '+' : ''}${unsigned[i]}`, money(balances[i])],
    ],
    [
      'a word behind some',
      'Qel,Wup,Tarn,Hurn',
      (i: number) => [`${unsigned[i]}${AMOUNTS[i] > 0 ? ' Tt' : ''}`, money(balances[i])],
    ],
    [
      'CR behind some',
      'Qel,Wup,Tarn,Hurn',
      (i: number) => [`${unsigned[i]}${AMOUNTS[i] > 0 ? ' CR' : ''}`, money(balances[i])],
    ],
    ['titles of other things', 'Qel,Wup,Tarn no,Ghi no', (i: number) => [money(AMOUNTS[i]), money(balances[i])]],
    [
      'a cheque and a rate',
      'Qel,Wup,Zim,Osk,Tarn,Hurn',
      (i: number) => [100_200 + 7 * i, `1.${40 + i}`, money(AMOUNTS[i]), money(balances[i])],
    ],
  ] as const)('%s are proven', (_what, titles, cells) => expect(minorsOf(read(titles, cells))).toEqual(expected));

  it('two columns are proven, whichever of them is money out', () => {
    const pair = (i: number) => [money(Math.max(-AMOUNTS[i], 0)), money(Math.max(AMOUNTS[i], 0))];
    expect(minorsOf(read('Qel,Wup,Ulm,Ikk,Hurn', (i) => [...pair(i), money(balances[i])]))).toEqual(expected);
    expect(minorsOf(read('Qel,Wup,Ikk,Ulm,Hurn', (i) => [...pair(i).toReversed(), money(balances[i])]))).toEqual(
      expected,
    );
  });
});

describe('several accounts or currencies', () => {
  const sum = [0, 0];
  const split = AMOUNTS.map((minor, i) => 9_000_000 + (sum[(i * i) % 2] += minor));
  it.each([
    ['accounts', ['Kx 01', 'Kx 02']],
    ['currencies', ['NGN', 'USD']],
  ])('each have a balance of their own: %s', (_what, of) => {
    const text = file('Qel,Wup,Prid,Tarn,Hurn', (i) => [of[(i * i) % 2], money(AMOUNTS[i]), money(split[i])]);
    const read = readText(text);
    expect(rowsOf(read).map(({ amount }) => Math.round(Number(amount) * 100))).toEqual(AMOUNTS);
    expect(read.balances.map(({ foots }) => foots)).toEqual([true, true]);
  });
});

describe('without a proof', () => {
  it('a lone column that moves in steps may be a balance', () => {
    expect(sentenceOf(file('Qel,Wup,Hurn', (i) => [money(8_000_000 + 900 * i - (i % 4 === 3 ? 1_000 : 0))]))).toContain(
      'as balances do',
    );
  });
  it('other figures may be the amount too', () => {
    expect(sentenceOf(file('Qel,Wup,Tarn,Hurn', (i) => [money(AMOUNTS[i]), money(77 * AMOUNTS[9 - i])]))).toContain(
      '“Tarn” (-12.00; 45.50; -3.10) or “Hurn”',
    );
  });
  it.each([
    ['in words', ['otto', 'pano']],
    ['in letters', ['x', 'y']],
    ['in digits', ['1', '2']],
  ])('a column that splits unsigned amounts is asked about: %s', (_what, marks) => {
    const { question } = readText(file('Date,Text,Zz,Amount', (i) => [marks[AMOUNTS[i] < 0 ? 0 : 1], unsigned[i]]));
    expect(question?.answer).toEqual({
      direction: 'Zz',
      marks: Object.fromEntries(marks.map((mark) => [mark, 'in or out'])),
    });
  });
  it('two digits under “Type” beside amounts without a sign are asked about', () => {
    const text = file('Date,Text,Amount,Type', (i) => [unsigned[i], AMOUNTS[i] < 0 ? 0 : 1]);
    expect(readText(text).question?.readings).toHaveLength(2);
  });
  it('an amount that was billed beside that of the transaction is asked about', () => {
    const cells = (i: number) => [money(AMOUNTS[i]), 'USD', '1500', money(AMOUNTS[i] * 1500), 'NGN'];
    const titles = 'Transaction Amount,Transaction Currency,Rate,Billing Amount,Billing Currency';
    const { question } = readText(file(`Date,Merchant,${titles}`, cells));
    expect(question?.readings).toMatchObject([
      { columns: { amount: 'Transaction Amount' } },
      { columns: { amount: 'Billing Amount' } },
    ]);
  });
  it('a plus before some amounts only is asked about', () => {
    const { question } = readText(file('Date,Text,Amount', (i) => [`${AMOUNTS[i] > 0 ? '+' : ''}${unsigned[i]}`]));
    expect(question?.answer).toEqual({ marks: { '+': 'in or out' } });
  });
  it('two columns of days by which the rows are sorted are asked about', () => {
    const rows = AMOUNTS.map((minor, i) => `2026-03-${i + 10},2026-03-${i + 12},A,${money(minor)}`);
    expect(sentenceOf(['Qel,Qor,Wup,Tarn', ...rows].join('\n'))).toContain('may be the booking date');
  });
});

describe('figures that are not the amount', () => {
  it('totals on every row', () => {
    const text = file('Date,Text,Total Debit,Total Credit,Amount', (i) => ['132.20', '200.50', money(AMOUNTS[i])]);
    expect(minorsOf(text)).toEqual(AMOUNTS);
  });
  it('a damaged balance is said, and its neighbours follow', () => {
    const long = Array.from({ length: 30 }, (_, i) => AMOUNTS[i % 10] - i);
    const of = long.map((_, i) => 500_000 + long.slice(0, i + 1).reduce((a, b) => a + b) + (i === 17 ? 5_000 : 0));
    const rows = long.map((minor, i) => `2026-03-${String(1 + i).padStart(2, '0')},${money(minor)},${money(of[i])}`);
    const read = readText(['Qel,Tarn,Hurn', ...rows].join('\n'));
    expect(rowsOf(read).map(({ amount }) => Math.round(Number(amount) * 100))).toEqual(long);
    expect(read.warnings.join(' ')).toContain('is missing');
  });
  it('a balance before each entry is not one after it', () => {
    const before = balances.map((balance, i) => balance - AMOUNTS[i]);
    const text = file('Qel,Wup,Fe,Tarn,Hurn', (i) => [AMOUNTS[i] < 0 ? 'x' : 'y', unsigned[i], money(before[i])]);
    expect(readText(text).question).not.toBeNull();
  });
  it.each([
    ['="', '"'],
    ['"=""', '"""'],
    ["'", ''],
  ])('are kept as texts by a spreadsheet: %s', (from, to) => {
    const text = file('Date,Text,Ref,Amount', (i) => [`${from}00${i}7${to}`, `${from}${money(AMOUNTS[i])}${to}`]);
    const read = rowsOf(readText(text));
    expect(read.map(({ amount }) => Math.round(Number(amount) * 100))).toEqual(AMOUNTS);
    expect(read[3].reference).toBe('0037');
  });
});

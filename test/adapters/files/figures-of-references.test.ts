// Titles that name the amount, the day or the currency of a reference name no reference; nor do those of numbers that
// somebody has, a telephone or an account.

import { describe, expect, it } from 'vitest';
import { readText, rowsOf } from './reading.ts';

const TITLES = ['Tran Date', 'Part Tran Type', 'Tran Amt', 'Tran Crncy', 'Ref Amt', 'Ref Crncy', 'Tran Particular'];
const read = (titles: readonly string[], row: (i: number) => readonly string[]) =>
  readText(`${[titles, ...[0, 1, 2, 3].map(row)].map((cells) => cells.join(',')).join('\n')}\n`, { side: 'gl' });
const day = (i: number) => `${13 + i}-03-2024`;

describe('a ledger of a core banking system with figures of the reference', () => {
  it('has the reference that its number is', () => {
    const file = read([...TITLES, 'Ref Num'], (i) => [
      day(i),
      i % 2 ? 'D' : 'C',
      `${150000 + i}.00`,
      'NGN',
      `${100 + i}.00`,
      'USD',
      `TRF ${i}`,
      `FT2407${i}`,
    ]);
    expect(rowsOf(file).map(({ reference, narration }) => [reference, narration])).toEqual([
      ['FT24070', 'TRF 0'],
      ['FT24071', 'TRF 1'],
      ['FT24072', 'TRF 2'],
      ['FT24073', 'TRF 3'],
    ]);
    expect(rowsOf(file).map(({ amount, currency }) => `${amount} ${currency}`)).toEqual([
      '-150000.00 NGN',
      '150001.00 NGN',
      '-150002.00 NGN',
      '150003.00 NGN',
    ]);
  });

  it('has none where only those stand', () => {
    const file = read(TITLES, (i) => [day(i), 'D', `${150000 + i}`, 'NGN', `${1000 + i}`, 'USD', `TRF ${i}`]);
    expect(rowsOf(file).map(({ reference }) => reference)).toEqual(['', '', '', '']);
  });
});

it.each([
  ['Reference Date', (i: number) => `${10 + i}-03-2024`],
  ['Ref Currency', () => 'USD'],
  ['Voucher Amount', (i: number) => `${250 + i}.50`],
])('%s is no reference', (title, cell) => {
  const file = read(['Date', 'Amount', 'Narration', title], (i) => [day(i), `-${i + 1}.50`, `TRF ${i}`, cell(i)]);
  expect(rowsOf(file).map(({ reference }) => reference)).toEqual(['', '', '', '']);
});

it('a reference that is titled as an amount’s is one', () => {
  const file = read(['Date', 'Amount', 'Narration', 'Amount Ref'], (i) => [day(i), '-1.50', 'TRF', `FT2407${i}`]);
  expect(rowsOf(file)[0].reference).toBe('FT24070');
});

describe('numbers that somebody has', () => {
  const NUMBERS = ['08031234567', '08031234568', '08031234569', '08031234567'];
  it.each(['Phone', 'MSISDN', 'Dest Account', 'Meter No', 'Card Number'])('%s stays with the narration', (title) => {
    const file = read(['Date', 'Amount', 'Narration', title], (i) => [day(i), `-${i + 1}.50`, 'AIRTIME', NUMBERS[i]]);
    expect(rowsOf(file).map(({ reference, narration }) => [reference, narration])).toEqual(
      NUMBERS.map((number) => ['', `AIRTIME ${number}`]),
    );
  });

  it('leave the place to a column of identifiers', () => {
    const file = read(['Date', 'Amount', 'Phone', 'Token'], (i) => [
      day(i),
      '-1.50',
      NUMBERS[i],
      `${'QXZK'[i]}2407${i}`,
    ]);
    expect(rowsOf(file)[0]).toMatchObject({ reference: 'Q24070', narration: '08031234567' });
  });

  it('are references where a title says so', () => {
    const file = read(['Date', 'Amount', 'Customer Ref'], (i) => [day(i), '-1.50', NUMBERS[i]]);
    expect(rowsOf(file)[0].reference).toBe('08031234567');
  });
});

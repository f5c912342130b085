// BAI2: transactions with their funds types and continuations, balances, control totals and numbers of records.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { inspectRows } from '../../../../src/adapters/files/inspect-file.ts';
import { failureOf, readText, rowsOf } from '../reading.ts';
import { silentDamage } from './hostile.ts';

/** A file of one group and one account with the trailers that its records make. */
function file(
  details: string[],
  { summary = '010,100000,,,015,76500,,', currency = 'USD', group = '1', total = '' } = {},
): string {
  const amounts = [
    ...summary.matchAll(/(?:^|,)\d{3},([+-]?\d+),/g),
    ...details.join('\n').matchAll(/^16,\d{3},([+-]?\d+)/gm),
  ];
  const sum = total || String(amounts.reduce((all, [, one]) => all + Number(one), 0));
  const records = details.join('\n').split('\n').length + 2;
  return [
    '01,122099999,123456789,260902,0200,1,,,2/',
    `02,031001234,122099999,${group},260901,2359,${currency},2/`,
    `03,0123456789,,${summary}/`,
    ...details,
    `49,${sum},${records}/`,
    `98,${sum},1,${records + 2}/`,
    `99,${sum},1,${records + 4}/`,
  ].join('\n');
}
const PAID = '16,475,25000,0,B1,CHK319,ADA OKAFOR, RENT/';
const RECEIVED = '16,195,1500,V,260903,,B2,,WIRE';

describe('a transaction', () => {
  it('has the group’s day, its type’s direction, and the customer’s reference before the bank’s', () => {
    const read = readText(file([PAID, RECEIVED]));
    expect(rowsOf(read)).toMatchObject([
      {
        line: 4,
        day: '2026-09-01',
        valueDay: null,
        amount: '-250.00',
        currency: 'USD',
        account: '0123456789',
        reference: 'CHK319',
        narration: 'ADA OKAFOR, RENT',
        sourceId: 'B1',
      },
      { line: 5, valueDay: '2026-09-03', amount: '15.00', reference: 'B2', narration: 'WIRE' },
    ]);
    expect(read.balances).toMatchObject([{ opening: 100_000, closing: 76_500, foots: true }]);
    expect(read.warnings).toEqual([]);
    expect(read.checks.length).toBeGreaterThan(5);
  });
  it.each([
    ['funds at once', '16,195,1500,0,B,C,TEXT/', { reference: 'C', narration: 'TEXT' }],
    ['funds in three parts', '16,195,1500,S,500,500,500,B,C,TEXT/', { reference: 'C', narration: 'TEXT' }],
    ['funds by days', '16,195,1500,D,2,0,500,1,1000,B,C,TEXT/', { reference: 'C', narration: 'TEXT' }],
    ['no text', '16,195,1500,,B,C,/', { narration: 'type 195' }],
    ['a text that goes on', '16,195,1500,,B,C,FIRST\n88,SECOND\n88,THIRD', { narration: 'FIRST SECOND THIRD' }],
    ['fields that go on', '16,195,1500/\n88,S,500,500/\n88,500,B,C,TEXT/', { reference: 'C', narration: 'TEXT' }],
    ['strokes in its text', '16,195,1500,,B,C,INV 26/001 A/B', { narration: 'INV 26/001 A/B' }],
    ['a type of the bank’s own', '16,921,1500,,B,C,TEXT/', { amount: '15.00' }],
  ])('may have %s', (_, record, row) => {
    expect(rowsOf(readText(file([record])))).toMatchObject([row]);
  });
  it('is in minor units of its currency', () => {
    expect(rowsOf(readText(file([RECEIVED], { currency: 'JPY' })))).toMatchObject([
      { amount: '1500', currency: 'JPY' },
    ]);
    const none = readText(file([RECEIVED], { currency: '' }));
    expect(none.warnings).toContain('An account names no currency: USD, which the standard says, was taken.');
  });
  it.each([
    ['16,195,,0,B,C,TEXT/', 'no amount'],
    ['16,195,15.00,0,B,C,TEXT/', 'the amount “15.00” is not understood'],
    ['16,721,1500,0,B,C,TEXT/', 'the type “721” does not tell money in from money out'],
    ['77,195,1500,0,B,C,TEXT/', 'the line “77,195,1500,0,B,C,TEXT” is no record of BAI2'],
  ])('%s is rejected', (record, reason) => {
    expect(readText(file([record])).rejected).toEqual([{ line: 4, reason }]);
  });
  it('of information, a deletion or a test is set aside', () => {
    expect(readText(file(['16,890,0,,,,NOTE/'])).rejected).toEqual([
      { line: 4, reason: 'type 890 is information and no transaction' },
    ]);
    expect(readText(file([PAID], { group: '2' })).rejected).toEqual([{ line: 4, reason: 'its group is a deletion' }]);
  });
});

describe('the totals of a file', () => {
  it('of both directions are those of its transactions, if it lists any', () => {
    const summary = '010,100000,,,100,1500,1,,400,25000,1,';
    expect(readText(file([PAID, RECEIVED], { summary })).warnings).toEqual([
      'Account 0123456789: the file states no closing balance.',
    ]);
    expect(readText(file([RECEIVED], { summary })).warnings).toContain(
      'The file states 250.00 as the sum of debits (line 3), and what was read of it makes 0.00.',
    );
  });
  it('of accounts, groups and the file are sums of all amounts, and numbers of records', () => {
    expect(readText(file([PAID, RECEIVED], { total: '1' })).warnings).toEqual(
      ['account', 'group', 'file'].map(
        (name, n) =>
          `The file states 1 as the control total of the ${name} (line ${6 + n}), and what was read of it makes 203000.`,
      ),
    );
    const lost = file([PAID, RECEIVED]).replace(`${RECEIVED}\n`, '');
    expect(readText(lost).warnings.join('\n')).toContain('as the number of records of the account');
  });
});

describe('a damaged file', () => {
  const small = file(['16,195,15,,,,'], { summary: '' });
  it('cut at any byte gives no silent half', () => {
    expect(silentDamage(Buffer.from(small), 'cut')).toEqual([]);
    expect(failureOf(small.slice(0, -12)).sentence).toBe(
      'file.csv: the file ends before its trailer, record 99: it is cut off.',
    );
  });
  it('with any bit flipped gives no silent wrong sum', () => {
    // A type of the other direction is a type, and an account without balances does not contradict it.
    const silent = silentDamage(Buffer.from(file(['16,195,15,,,,'], { summary: '010,1,,,015,16,,' })), 'flipped');
    expect(silent).toEqual([]);
  });
});

const FOLDER = join(import.meta.dirname, '../../../../../shared/data/bai2');
const present = existsSync(FOLDER);
describe.skipIf(!present)(`files of banks${present ? '' : ' (skipped: ../shared/data/bai2 is absent)'}`, () => {
  // The last one was made anonymous by hand: its figures are no longer those of its transactions.
  it.each([
    ['sample1.txt', '18 of 18', ['CAD 17 0.00']],
    ['sample2.txt', '25 of 29', ['USD 1 4500.00', 'USD 1 5000.00', 'USD 2 300000.00', 'USD 0 0.00', 'USD 0 0.00']],
    ['sample4-continuations-newline-delimited.txt', '8 of 24', ['USD 3 -8451.50', 'USD 14 -299031.74']],
  ])('%s', (name, checks, accounts) => {
    const request = { path: join(FOLDER, name), name, side: 'bank', defaultCurrency: 'NGN' } as const;
    const { inspection } = inspectRows(request);
    expect(inspection.error).toBeNull();
    expect(`${inspection.checks?.filter(({ agrees }) => agrees).length} of ${inspection.checks?.length}`).toBe(checks);
    expect(inspection.accounts.map((one) => `${one.currency} ${one.rows} ${one.amount}`)).toEqual(accounts);
  });
});

// Files that give the same entries in two currencies: what is said of the figures that are not read.

import { describe, expect, it } from 'vitest';
import { parseColumnMapping } from '../../../src/core/reading/columns/column-mapping.ts';
import { readText, rowsOf } from './reading.ts';

const read = (...rows: string[]) => readText(`${rows.join('\n')}\n`);

describe('the same entries in two currencies', () => {
  const warning = (...rows: string[]) => read(...rows).warnings.filter((w) => w.includes('other figures'));
  it.each([
    ['Date,Description,Amount (USD),Amount (NGN)', '13/04/2026,a,-10.00,-15000.00', '14/04/2026,b,5.00,7500.00'],
    [
      'Posting Date;Amount in Document Currency;Document Currency;Amount in Local Currency;Local Currency',
      '13.04.2026;-10,00;USD;-15.000,00;NGN',
      '14.04.2026;5,00;USD;7.500,00;NGN',
    ],
    [
      'Posting Date;Amount in Local Currency;Local Currency;Amount in Document Currency;Document Currency',
      '13.04.2026;-15.000,00;NGN;-10,00;USD',
      '14.04.2026;7.500,00;NGN;5,00;USD',
    ],
    ['Date,Debit (USD),Credit (USD),Debit (NGN),Credit (NGN)', '13/04/2026,10.00,,15000.00,', '14/04/2026,,5.00,,7500'],
  ])('%s: it is said which are read', (...rows) => expect(warning(...rows)).toHaveLength(1));

  it('is said by the names of both', () => {
    const rows = ['Date,Amount (USD),Amount (NGN)', '13/04/2026,-10.00,-15000.00', '14/04/2026,5.00,7500.00'];
    expect(warning(...rows)).toEqual([
      '“Amount (USD)” is read, and “Amount (NGN)” holds other figures of the same entries; if the account is kept in those, name its column in a column mapping.',
    ]);
  });

  it.each([
    // All entries are in the local currency.
    ['Date,Amount in Document Currency,Amount in Local Currency', '13/04/2026,-10.00,-10.00', '14/04/2026,5.00,5.00'],
    // What a card was charged with abroad.
    ['Date,Amount,Original Amount (USD)', '13/04/2026,-15000.00,-10.00', '14/04/2026,7500.00,5.00'],
    // The balance proves which.
    [
      'Date,Amount,Local Amount,Balance',
      '13/04/2026,-10.00,-12.00,90.00',
      '14/04/2026,5.00,6.00,95.00',
      '15/04/2026,7.00,8.00,102.00',
      '16/04/2026,-2.00,-3.00,100.00',
    ],
  ])('%s is not doubtful', (...rows) => expect(warning(...rows)).toEqual([]));

  it('is not doubtful once a mapping names one', () => {
    const mapping = parseColumnMapping({ text: '{"amount":"Amount (NGN)"}', file: 'm.json' });
    const text = 'Date,Amount (USD),Amount (NGN)\n13/04/2026,-10.00,-15000.00\n14/04/2026,5.00,7500.00\n';
    const file = readText(text, { mapping });
    expect(rowsOf(file)).toMatchObject([
      { amount: '-15000.00', currency: 'NGN' },
      { amount: '7500.00', currency: 'NGN' },
    ]);
    expect(file.warnings.join()).not.toContain('other figures');
  });
});

describe('a local amount with a currency beside it, and no foreign amount', () => {
  const inCurrency = (...codes: string[]) =>
    read('Date,Narration,Currency,Amount LCY', ...codes.map((code, i) => `${13 + i}/04/2026,a,${code},-1500${i}.00`));

  it('is read in that currency, which is said', () => {
    const file = inCurrency('USD', 'NGN', 'USD');
    expect(rowsOf(file).map(({ currency }) => currency)).toEqual(['USD', 'NGN', 'USD']);
    expect(file.warnings).toContain(
      '“Amount LCY” is titled as money in the bank’s own currency, but was read in that of “Currency” (NGN, USD), for no foreign amount stands beside it; check which of the two is right.',
    );
  });

  it('is not doubtful in the bank’s own currency', () => {
    expect(inCurrency('NGN', 'NGN').warnings.join()).not.toContain('own currency');
  });
});

describe('a column of currencies that may be another amount’s', () => {
  it('is not believed against the title of what is read, where another amount stands', () => {
    const file = read(
      'Date,Reference,Debit NGN,Credit NGN,Debit Source,Credit Source,Currency',
      '13/04/2026,INV1,,15000.00,,10.00,USD',
      '14/04/2026,INV2,7500.00,,5.00,,USD',
    );
    expect(rowsOf(file).map(({ amount, currency }) => `${amount} ${currency}`)).toEqual([
      '15000.00 NGN',
      '-7500.00 NGN',
    ]);
    expect(file.warnings).toContain(
      '“Credit NGN” is in the currency of its title and was read as NGN; “Currency” (USD) is another amount’s. To read that amount, name its column in a column mapping.',
    );
  });

  it('is believed against it where none stands, which is said', () => {
    const file = read('Date,Narration,Amount (NGN),Currency', '13/04/2026,a,-10.00,USD', '14/04/2026,b,5.00,USD');
    expect(rowsOf(file).map(({ currency }) => currency)).toEqual(['USD', 'USD']);
    expect(file.warnings.join()).toContain(
      '“Amount (NGN)” is titled as money in NGN, but was read in that of “Currency”',
    );
  });

  const beside = (currency: string, ...more: readonly string[]) =>
    read(
      ['Date,Amount (Foreign Currency),Currency,Amount,Balance', ...more.slice(0, 1)].join(','),
      ...[1, 2, 3, 4].map((i) =>
        [`${12 + i}/04/2026,-10.0${i},${currency},-15000.00,-${i}5000.00`, ...more.slice(1)].join(','),
      ),
    ).warnings.filter((w) => w.includes('may be the currency of'));

  it('is doubtful beside a foreign amount', () => {
    expect(beside('USD')).toEqual([
      '“Currency” (USD) may be the currency of “Amount (Foreign Currency)”, but “Amount” was read in it; check which of the two is right.',
    ]);
  });

  it('is not where it says the bank’s own, or the foreign amount has one too', () => {
    expect(beside('NGN')).toEqual([]);
    expect(beside('GBP', 'Original Currency', 'USD')).toEqual([]);
  });
});

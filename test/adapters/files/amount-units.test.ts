// Figures that are in kobo or in thousands, by their title or a line above the header, are read as such and never as
// naira.

import { describe, expect, it } from 'vitest';
import { readText, rowsOf } from './reading.ts';

const read = (...rows: string[]) => readText(`${rows.join('\n')}\n`);
const amounts = (file: ReturnType<typeof readText>) => rowsOf(file).map(({ amount }) => amount);

describe('the unit of amounts', () => {
  it.each([
    ['Amount (kobo)', '-1000050', '500000', ['-10000.50', '5000.00']],
    ['Amount in kobo', '-1000050', '"500,000"', ['-10000.50', '5000.00']],
    ['amount_cents', '-1000050', '500000.00', ['-10000.50', '5000.00']],
    ["Amount (NGN '000)", '-100.50', '50.00', ['-100500.00', '50000.00']],
    ['Amount N’000', '-100.505', '50', ['-100505.00', '50000.00']],
    ['Amount in thousands', '-1.234', '2.5', ['-1234.00', '2500.00']],
    ["Amount ('000 000)", '-1.2345', '2', ['-1234500.00', '2000000.00']],
    ['Amount (NGN million)', '-1.5', '2', ['-1500000.00', '2000000.00']],
  ])('%s', (title, first, second, expected) => {
    const file = read(`Date,Reference,${title}`, `05/03/2024,R1,${first}`, `26/03/2024,R2,${second}`);
    expect(amounts(file)).toEqual(expected);
    expect(file.warnings).toContainEqual(
      expect.stringMatching(`^“${title.replace(/[()]/g, '.')}” is in .*, and read so.$`),
    );
  });

  it.each(['Amount', 'Amount (NGN)', 'Amount 1', 'Net amount %'])('%s is in no other', (title) => {
    expect(amounts(read(`Date,Reference,${title}`, '05/03/2024,R1,-10.50', '26/03/2024,R2,20.00'))).toEqual([
      '-10.50',
      '20.00',
    ]);
  });

  it.each(["All figures in NGN '000", 'Amounts in thousands of naira', "N'000"])('%s above the header', (line) => {
    const file = read(line, 'Date,Debit,Credit,Balance', '05/03/2024,1.5,,98.5', '06/03/2024,,2,100.5');
    expect(amounts(file)).toEqual(['-1500.00', '2000.00']);
    expect(file.balances).toMatchObject([{ closing: 10_050_000, foots: true }]);
  });

  it.each(['Transferred in 1’000 parts', 'Thousand Oaks Branch', 'Cents Stores Limited'])(
    '%s above the header is none',
    (line) => {
      expect(amounts(read(line, 'Date,Debit,Credit', '05/03/2024,1.5,', '06/03/2024,,2'))).toEqual(['-1.50', '2.00']);
    },
  );

  it('is each column’s own', () => {
    const file = read('Date,Amount (kobo),Balance (NGN)', '05/03/2024,-150,98.50', '06/03/2024,200,100.50');
    expect(amounts(file)).toEqual(['-1.50', '2.00']);
    expect(file.balances).toMatchObject([{ closing: 10_050, foots: true }]);
  });

  it('of kobo has no decimals', () => {
    const file = read('Date,Amount (kobo)', '05/03/2024,-150.5', '06/03/2024,200');
    expect(file.rejected).toMatchObject([{ line: 2 }]);
  });
});

describe('a column of currency codes', () => {
  it.each(['Valuta', 'Value', 'Date 2'])('titled %s is the currency', (title) => {
    const file = read(`Bokforingsdag,Belopp,Rubrik,${title}`, '2024-03-26,-12.50,Shop,SEK', '2024-03-05,15.00,Lon,SEK');
    expect(rowsOf(file).map(({ currency }) => currency)).toEqual(['SEK', 'SEK']);
  });
});

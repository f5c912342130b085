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

  it.each([
    'Amount (Naira & Kobo)',
    'Amount (Naira.Kobo)',
    'Amount in Naira and Kobo',
    'Amount (Dollars and Cents)',
    'Amount (GHS/Pesewas)',
    'Amount (major.minor)',
    'Amount N:K',
    'Amount (Naira:Kobo)',
    'Amount excl cents',
    'Amount (thousands separated)',
    'Amount Mio Bank',
  ])('%s names none, with round figures either', (title) => {
    const file = read(`Date,Reference,"${title}"`, '05/03/2024,R1,-1000.00', '26/03/2024,R2,20000');
    expect(amounts(file)).toEqual(['-1000.00', '20000.00']);
    expect(file.warnings.join()).not.toContain('unit');
  });

  it.each([
    'All amounts in Naira and Kobo',
    'Amounts in Naira/Kobo',
    '"Expressed in Naira, kobo"',
    'Statement in US cents and dollars',
    'Account name: PAID IN CENTS LTD',
    'Customer: Invest in Thousands Ltd',
    '"Limit: N\'000 5,000"',
    '"Overdraft limit (N\'000): 5,000"',
    "P.O.Box '000",
    'Amounts in Naira and kobo; totals may be shown in thousands',
  ])('%s above the header says none', (line) => {
    const file = read(line, 'Date,Reference,Amount', '05/03/2024,R1,-1000', '26/03/2024,R2,20000');
    expect(amounts(file)).toEqual(['-1000.00', '20000.00']);
  });

  it.each(['Amounts in kobo', '* All figures are stated in kobo.', 'All amounts and balances in US cents'])(
    '%s above the header is the small one',
    (line) => {
      const file = read(line, 'Date,Amount,Balance', '05/03/2024,-1000,9000', '26/03/2024,2000,11000');
      expect(amounts(file)).toEqual(['-10.00', '20.00']);
      expect(file.balances).toMatchObject([{ closing: 11_000, foots: true }]);
    },
  );

  it('of kobo has no decimals: figures that have them are no kobo, which is said', () => {
    const file = read('Date,Amount (minor)', '05/03/2024,-150.55', '06/03/2024,200.00');
    expect(amounts(file)).toEqual(['-150.55', '200.00']);
    expect(file.warnings).toContain(
      '“Amount (minor)” is said to be in the currency’s smallest unit, but figures have decimals; read as written.',
    );
  });

  it('rejects the few figures of kobo that have decimals', () => {
    const rows = Array.from({ length: 20 }, (_, i) => `05/03/2024,${i === 0 ? '-150.5' : 200 + i}`);
    expect(read('Date,Amount (kobo)', ...rows).rejected).toMatchObject([{ line: 2 }]);
  });

  it('is one for a debit and its credit', () => {
    const file = read('Date,Debit (kobo),Credit (NGN)', '05/03/2024,1500,', '06/03/2024,,200');
    expect(amounts(file)).toEqual(['-1500.00', '200.00']);
    expect(file.warnings).toContain(
      '“Debit (kobo)” is said to be in the currency’s smallest unit, but debits and credits would be in different units; read as written.',
    );
  });

  it('is that of a balance which says none', () => {
    const file = read('Date,Amount (kobo),Balance', '05/03/2024,-150,9850', '06/03/2024,200,10050');
    expect(amounts(file)).toEqual(['-1.50', '2.00']);
    expect(file.balances).toMatchObject([{ closing: 10_050, foots: true }]);
  });

  it('that breaks a running balance is not applied, which is said', () => {
    const file = read(
      "Date,Amount,Balance (N'000)",
      '05/03/2024,-150,9850',
      '06/03/2024,200,10050',
      '07/03/2024,50,10100',
    );
    expect(file.balances).toMatchObject([{ closing: 1_010_000, foots: true }]);
    expect(file.warnings).toContain(
      "“Balance (N'000)” is said to be in thousands, but the running balance would not follow; read as written.",
    );
  });
});

describe('a column of currency codes', () => {
  it.each(['Valuta', 'Value', 'Date 2'])('titled %s is the currency', (title) => {
    const file = read(`Bokforingsdag,Belopp,Rubrik,${title}`, '2024-03-26,-12.50,Shop,SEK', '2024-03-05,15.00,Lon,SEK');
    expect(rowsOf(file).map(({ currency }) => currency)).toEqual(['SEK', 'SEK']);
  });
});

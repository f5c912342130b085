// Which of comma and point is the decimal mark where every amount is round: by the column, the file and the currency.

import { describe, expect, it } from 'vitest';
import { readText, rowsOf } from './reading.ts';

const AMBIGUOUS =
  'No amount shows which mark is the decimal one; a point before three digits (15.000) is read as thousands.';

function read(cells: readonly string[], defaultCurrency = 'NGN') {
  const rows = cells.map((cell, i) => `${10 + i}/03/2024;R${i};${cell}`);
  const file = readText(['Date;Description;Amount', ...rows].join('\n'), { defaultCurrency });
  const amounts = rowsOf(file).map(({ amount }) => amount);
  const { warnings, rejected } = file;
  return { amounts, isAmbiguous: warnings.includes(AMBIGUOUS), rejected, warnings };
}

describe('a mark before three digits', () => {
  it.each([
    [
      'is a thousands mark of a currency without decimals',
      ['-15.000', '250.000', '500'],
      'CLP',
      ['-15000', '250000', '500'],
      false,
    ],
    [
      'is a thousands mark of one with two, which is said',
      ['-15.000', '250.000', '-500'],
      'COP',
      ['-15000.00', '250000.00', '-500.00'],
      true,
    ],
    ['is so where they are not round', ['-1.234', '1.050'], 'NGN', ['-1234.00', '1050.00'], true],
    ['is a decimal mark of one with three', ['-15.000', '1.234', '500'], 'KWD', ['-15.000', '1.234', '500.000'], false],
    [
      'is a decimal mark of one with three that the cells name',
      ['KWD -15.000', 'KWD 1.234'],
      'NGN',
      ['-15.000', '1.234'],
      false,
    ],
    ['is a decimal mark beside other decimals', ['-15.000', '12.50'], 'NGN', ['-15.00', '12.50'], false],
    ['is a decimal mark behind a zero', ['-0.500', '15.000'], 'NGN', ['-0.50', '15.00'], false],
    ['is a decimal mark behind four digits', ['-1500.000', '15.000'], 'NGN', ['-1500.00', '15.00'], false],
    ['is a thousands mark beside two of them', ['-1.500.000', '15.000'], 'NGN', ['-1500000.00', '15000.00'], false],
    [
      'that is a comma is a thousands mark, as everywhere',
      ['-15,000', '250,000'],
      'NGN',
      ['-15000.00', '250000.00'],
      false,
    ],
    [
      'that is a comma is a decimal mark of one with three',
      ['-15,000', '1,234', '0,500'],
      'TND',
      ['-15.000', '1.234', '0.500'],
      false,
    ],
  ])('%s', (_what, cells, currency, amounts, isAmbiguous) => {
    expect(read(cells, currency)).toMatchObject({ amounts, isAmbiguous, rejected: [] });
  });

  it.each([
    [
      ['KWD', 'KWD', 'KWD'],
      ['-280.494', '23.808', '390.860'],
    ],
    [
      ['KWD', 'KWD', 'KWD'],
      ['-1.250', '5.000', '15.000'],
    ],
    [
      ['TND', 'TND', 'TND'],
      ['-280,494', '23,808', '390,860'],
    ],
    [
      ['BHD', 'NGN', 'BHD'],
      ['-280.494', '4761.61', '390.860'],
    ],
  ])('is a decimal mark of one with three that a column names: %j', (codes, cells) => {
    const rows = cells.map((cell, i) => `${10 + i}/03/2024;R${i};${codes[i]};${cell}`);
    const file = readText(['Date;Description;Currency;Amount', ...rows].join('\n'));
    expect(rowsOf(file).map(({ amount }) => amount)).toEqual(cells.map((cell) => cell.replace(',', '.')));
    expect(file.warnings).not.toContain(AMBIGUOUS);
  });

  it.each([
    [
      ['267.080', '389.720', '-759.610'],
      ['267.08', '389.72', '-759.61'],
    ],
    [
      ['1.250', '-2.500', '3.750', '5.000', '6.250'],
      ['1.25', '-2.50', '3.75', '5.00', '6.25'],
    ],
  ])('is a decimal mark where the amounts are not whole, which is said: %j', (cells, expected) => {
    const { amounts, isAmbiguous, warnings } = read(cells);
    expect({ amounts, isAmbiguous }).toEqual({ amounts: expected, isAmbiguous: false });
    expect(warnings).toContain(
      'No amount shows which mark is the decimal one; a point before three digits (15.250) is read as the decimal one.',
    );
  });

  it('is a thousands mark where most amounts would be whole', () => {
    expect(read(['15.000', '-250.000', '1.250'])).toMatchObject({
      amounts: ['15000.00', '-250000.00', '1250.00'],
      isAmbiguous: true,
    });
  });

  it('is one mark for both of a pair', () => {
    const file = readText('Date;Debit;Credit\n13/03/2024;15.250;\n14/03/2024;;250.000\n15/03/2024;1.750;\n');
    expect(rowsOf(file).map(({ amount }) => amount)).toEqual(['-15.25', '250.00', '-1.75']);
  });

  it('is a decimal mark of one with three that a title names', () => {
    const file = readText('Date;Debit (KWD);Credit (KWD)\n13/03/2024;15.000;\n14/03/2024;;250.125\n15/03/2024;5;\n');
    expect(rowsOf(file).map(({ amount }) => amount)).toEqual(['-15.000', '250.125', '-5.000']);
  });

  it('is read as the file’s other amounts are', () => {
    const debits = ['15.000;', ';250,75', '1.000;', ';98,10'];
    const file = readText(['Fecha;Cargo;Abono', ...debits.map((cells, i) => `${10 + i}/03/2024;${cells}`)].join('\n'));
    expect(rowsOf(file).map(({ amount }) => amount)).toEqual(['-15000.00', '250.75', '-1000.00', '98.10']);
    expect(file.warnings).not.toContain(AMBIGUOUS);
  });

  it('is read so in both of a pair', () => {
    const file = readText('Tanggal;Debet;Kredit\n13/03/2024;15.000;\n14/03/2024;;250.000\n15/03/2024;500;\n');
    expect(rowsOf(file).map(({ amount }) => amount)).toEqual(['-15000.00', '250000.00', '-500.00']);
  });
});

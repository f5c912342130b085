// Years that cannot be meant: another calendar's, or slips of the pen. They are read as they stand, and said.

import { describe, expect, it } from 'vitest';
import { readText, rowsOf } from './reading.ts';

function read(...days: string[]) {
  const rows = days.map((day, i) => `${day},R${i},${i % 2 ? '' : '-'}${i + 1}.00`);
  const file = readText(['Date,Description,Amount', ...rows].join('\n'));
  const said = file.warnings.filter((sentence) => /date/i.test(sentence) && /year/.test(sentence));
  return { days: rowsOf(file).map(({ day }) => day), said };
}
const many = (year: number, count: number) =>
  Array.from({ length: count }, (_, i) => `${String(10 + (i % 19)).padStart(2, '0')}/03/${year}`);

describe('years far off', () => {
  it('of a whole file are another calendar’s', () => {
    expect(read('15/03/2567', '26/03/2567')).toEqual({
      days: ['2567-03-15', '2567-03-26'],
      said: [
        'Dates are of years as another calendar counts them, or wrong (2567-03-15 on line 2); they were not converted.',
      ],
    });
    expect(read('1402/12/15', '1402/12/26').said).toHaveLength(1);
  });
  it('of single rows are slips', () => {
    expect(read(...many(2024, 20), '13/03/2204').said).toEqual([
      '1 date is far from the others: 2204-03-13 on line 22; check the year.',
    ]);
    expect(read(...many(2024, 20), '13/03/2042').said).toEqual([
      '1 date is far from the others: 2042-03-13 on line 22; check the year.',
    ]);
    expect(read('13/03/2024', '13/03/2204', '13/03/2205', ...many(2024, 5)).said).toEqual([
      '2 dates are far from the others, the first 2204-03-13 on line 3; check the year.',
    ]);
  });
  it('are none in a long history', () => {
    expect(read(...many(2010, 20), ...many(2020, 20)).said).toEqual([]);
    expect(read(...many(1999, 3)).said).toEqual([]);
  });
});

describe('an identifier that a spreadsheet turned into a float', () => {
  it('is named as it stands', () => {
    const file = (...references: string[]) =>
      readText(['Date,Reference,Amount', ...references.map((r, i) => `1${i}/03/2024,${r},${i - 9}.50`)].join('\n'));
    const said = (...references: string[]) => file(...references).warnings.find((w) => w.includes('into a float'));
    expect(said('2.3E+11')).toBe(
      '1 identifier was turned into a float by a spreadsheet, “2.3E+11” on line 2; kept as text of the narration, never a key.',
    );
    expect(said('R1', '2.40301E+11', '2.3E+11')).toBe(
      '2 identifiers were turned into a float by a spreadsheet, the first “2.40301E+11” on line 3; kept as text of the narration, never a key.',
    );
  });
});

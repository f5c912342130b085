// Days of six digits, which only a title and the other days of the column tell from any number.

import { describe, expect, it } from 'vitest';
import { parseColumnMapping } from '../../../src/core/reading/columns/column-mapping.ts';
import { failureOf, readText, rowsOf } from './reading.ts';

const file = (title: string, days: readonly string[]) =>
  [`${title},Description,Amount`, ...days.map((day, i) => `${day},R${i},${i - 9}.50`)].join('\n');
const days = (text: string) => rowsOf(readText(text)).map(({ day }) => day);

describe('days of six digits', () => {
  it.each([
    [
      ['240305', '240326', '240331'],
      ['2024-03-05', '2024-03-26', '2024-03-31'],
    ],
    [
      ['050324', '260324', '310324'],
      ['2024-03-05', '2024-03-26', '2024-03-31'],
    ],
    [
      ['991231', '991230'],
      ['1999-12-31', '1999-12-30'],
    ],
  ])('%j', (cells, expected) => expect(days(file('Date', cells))).toEqual(expected));

  it('that either way would read are refused', () => {
    expect(failureOf(file('Date', ['200520', '200520'])).sentence).toBe(
      'file.csv:1: the values of “Date” are not understood as dates (“200520”).',
    );
  });
  it('are days in a column that a mapping names', () => {
    const mapping = parseColumnMapping({ text: '{ "booking_date": "d", "narration": "Description" }', file: 'm.json' });
    const rows = rowsOf(readText(file('d', ['240305', '240326', '240331']), { mapping }));
    expect(rows.map(({ day }) => day)).toEqual(['2024-03-05', '2024-03-26', '2024-03-31']);
  });
  it('are numbers under any other title', () => {
    const rows = ['Date,Cheque No,Amount', '05/03/2024,240305,-1.50', '06/03/2024,240326,2.50'];
    expect(rowsOf(readText(rows.join('\n')))).toMatchObject([{ reference: '240305' }, { reference: '240326' }]);
  });
});

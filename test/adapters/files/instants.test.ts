// Days that a program counted: seconds or milliseconds since 1970, in UTC.

import { describe, expect, it } from 'vitest';
import { parseColumnMapping } from '../../../src/core/reading/columns/column-mapping.ts';
import { failureOf, readText, rowsOf } from './reading.ts';

const file = (title: string, instants: readonly string[]) =>
  [`${title},Description,Amount`, ...instants.map((instant, i) => `${instant},R${i},${i - 9}.50`)].join('\n');
const days = (text: string) => rowsOf(readText(text)).map(({ day }) => day);
const SAYS = (unit: string) => `Dates are counted in ${unit} since 1970; each is read as its day in UTC.`;

describe('instants', () => {
  it.each([
    ['Date', 'seconds', ['1709596799', '1709596800', '1711447872']],
    ['timestamp', 'seconds', ['1709596799.999', '1709596800.001', '1711447872.5']],
    ['created_at', 'milliseconds', ['1709596799999', '1709596800000', '1711447872000']],
  ])('%s in %s', (title, unit, cells) => {
    expect(days(file(title, cells))).toEqual(['2024-03-04', '2024-03-05', '2024-03-26']);
    expect(readText(file(title, cells)).warnings).toContain(SAYS(unit));
  });

  it('with a total below them are read', () => {
    expect(days(`${file('timestamp', ['1709596800', '1711447872'])}\nTotal,,30.00\nEnd of report,,`)).toHaveLength(2);
  });

  it.each(['Timestamp', 'Transaction Time', 'Value'])('beside a written day are not its day: %s', (title) => {
    const text = `Date,${title},Narration,Amount\n2024-03-06,1709681400,A,1.50\n2024-03-07,1709767800,B,2.50`;
    expect(rowsOf(readText(text)).map(({ day, valueDay }) => [day, valueDay])).toEqual([
      ['2024-03-06', null],
      ['2024-03-07', null],
    ]);
  });

  it.each([
    ['MMDDhhmmss', '1122163015', '1122170102'],
    ['DDMMYYhhmm', '1511241630', '1511242201'],
    ['MMDDhhmmss and milliseconds', '1122163015123', '1122163015124'],
  ])('are no days and times of a switch: %s', (_, ...cells) => {
    expect(failureOf(file('Date', cells)).sentence).toContain(`not understood as dates (“${cells[0]}”)`);
  });

  it('are read from a column that a mapping names, whatever its title', () => {
    const text = 'ts,what,amount\n1709633472,NIP/ADA,10.50\n1709733472,NIP/OBI,-3.00';
    const mapping = parseColumnMapping({ text: '{ "booking_date": "ts", "narration": "what" }', file: 'm.json' });
    expect(rowsOf(readText(text, { mapping })).map(({ day }) => day)).toEqual(['2024-03-05', '2024-03-06']);
  });

  it('of two units in one column are none', () => {
    expect(failureOf(file('Date', ['1709596800', '1709596800000'])).sentence).toBe(
      'file.csv:1: the values of “Date” are not understood as dates (“1709596800”).',
    );
  });

  it('are numbers of accounts under a title of accounts', () => {
    const text = 'Date,Account,Amount\n25/03/2024,1709633472,1.50\n26/03/2024,1709733472,2.50';
    expect(rowsOf(readText(text)).map(({ account }) => account)).toEqual(['1709633472', '1709733472']);
  });
});

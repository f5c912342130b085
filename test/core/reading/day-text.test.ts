import { describe, expect, it } from 'vitest';
import { formatDay } from '../../../src/core/money/calendar.ts';
import {
  DAY_BAD,
  DAY_EMPTY,
  DAY_IMPOSSIBLE,
  DAY_OTHER_ORDER,
  DAY_PENDING,
  type DayDigits,
  type DayOrder,
  DayReader,
  isDay,
  readDayText,
} from '../../../src/core/reading/cells/day-text.ts';

function read(cell: string, order: DayOrder = 'day-first', digits: DayDigits = 'none'): string | number {
  const bytes = new TextEncoder().encode(cell);
  const day = new DayReader({ order, digits }).read(bytes, 0, bytes.length);
  return isDay(day) ? (formatDay(day) as string) : day;
}

describe('days as banks write them', () => {
  it.each([
    ['31/12/2019', '2019-12-31'],
    ['31-12-2019', '2019-12-31'],
    ['31.12.2019', '2019-12-31'],
    ['1.2.2019', '2019-02-01'],
    ['22.02.18', '2018-02-22'],
    ['05/01/99', '1999-01-05'],
    ['2019-04-05', '2019-04-05'],
    ['2019.04.19.', '2019-04-19'],
    ['1111/11/11', '1111-11-11'],
    ['12-Dec-2019', '2019-12-12'],
    ['12 December 2019', '2019-12-12'],
    ['Dec 12, 2019', '2019-12-12'],
    ['Dec/12/2019', '2019-12-12'],
    ['Dec.12.2019', '2019-12-12'],
    ['Mon, 12 Dec 2019', '2019-12-12'],
    ['12DEC2019', '2019-12-12'],
    ['01-JUN-26', '2026-06-01'],
    ['3. März 2020', '2020-03-03'],
    ['1er août 2020', '2020-08-01'],
    ['5 Mai 2020', '2020-05-05'],
    ['12 ene 2020', '2020-01-12'],
    ['7 dicembre 2020', '2020-12-07'],
    ['1. září 2020', '2020-09-01'],
    ['2 červenec 2020', '2020-07-02'],
    ['2 červen 2020', '2020-06-02'],
    ['3 mrt 2020', '2020-03-03'],
    ['2026-06-01T10:11:12Z', '2026-06-01'],
    ['2026-06-01 10:11:12.345', '2026-06-01'],
    ['01/06/2026 10:11 AM', '2026-06-01'],
    [' 01/06/2026 ', '2026-06-01'],
    ["'01/06/2026", '2026-06-01'],
    ['01 06 2026', '2026-06-01'],
    ['Mon 13/04/2026', '2026-04-13'],
    ['Tue, 14/04/2026 10:20', '2026-04-14'],
    ['Mo. 13.04.2026', '2026-04-13'],
    ['terça-feira, 14/04/2026', '2026-04-14'],
    ['Monday 2026-04-13', '2026-04-13'],
    ['15 de maio de 2026', '2026-05-15'],
    ['15 de mayo del 2026', '2026-05-15'],
    ['13 de abr. de 2026', '2026-04-13'],
    ['15th of May 2026', '2026-05-15'],
  ])('%s is %s', (cell, day) => expect(read(cell)).toBe(day));

  it.each(['Paid 13/04/2026', 'REF 12/05/2026', 'TO 13/04/2026', 'Mon 13/04/2026 SOLD', 'Mon 5,000'])(
    '%s is no date',
    (cell) => expect(isDay(readDayText(new DayReader({ order: 'day-first', digits: 'none' }), cell))).toBe(false),
  );

  it.each([
    ['20191231', 'yyyymmdd', '2019-12-31'],
    ['20191231235959', 'yyyymmdd', '2019-12-31'],
    ['31122019', 'ddmmyyyy', '2019-12-31'],
    ['191231', 'yymmdd', '2019-12-31'],
    ['311219', 'ddmmyy', '2019-12-31'],
    ['43830', 'serial', '2019-12-31'],
    ['43830.75', 'serial', '2019-12-31'],
  ] as const)('digits %s as %s are %s', (cell, digits, day) => expect(read(cell, 'day-first', digits)).toBe(day));

  it('takes month-first and year-first from its column', () => {
    expect(read('12/31/2019', 'month-first')).toBe('2019-12-31');
    expect(read('01/02/2019', 'month-first')).toBe('2019-01-02');
    expect(read('19.04.05', 'year-first')).toBe('2019-04-05');
  });

  it('says what is against the order of its column', () => {
    expect(read('12/31/2019')).toBe(DAY_OTHER_ORDER);
    expect(read('31/12/2019', 'month-first')).toBe(DAY_OTHER_ORDER);
  });

  it('reads 30 February as the last day of the month, and counts it', () => {
    expect(read('30/02/2019')).toBe('2019-02-28');
    expect(read('30.02.2020')).toBe('2020-02-29');
    expect(read('29.02.2019')).toBe('2019-02-28');
    const bytes = new TextEncoder().encode('30/02/2019');
    const reader = new DayReader({ order: 'day-first', digits: 'none' });
    reader.read(bytes, 0, bytes.length);
    expect(reader.clamped).toBe(1);
  });

  it.each([
    ['31/04/2019', DAY_IMPOSSIBLE],
    ['31/02/2019', DAY_IMPOSSIBLE],
    ['00/01/2019', DAY_IMPOSSIBLE],
    ['13/13/2019', DAY_IMPOSSIBLE],
    ['', DAY_EMPTY],
    ['   ', DAY_EMPTY],
    ['-', DAY_EMPTY],
    ['00/00/0000', DAY_EMPTY],
    ['N/A', DAY_EMPTY],
    ['FT26001', DAY_BAD],
    ['NIP/OBI AND SONS/12 Dec 2019', DAY_BAD],
    ['Dec12 2019', DAY_BAD],
    ['Pending', DAY_PENDING],
    ['Total', DAY_BAD],
    ['12/2019', DAY_BAD],
    ['1234.56', DAY_BAD],
    ['12/12/2019x', DAY_BAD],
    ['12/12/20199', DAY_BAD],
    ['43830', DAY_BAD],
  ])('%s is no day', (cell, code) => expect(read(cell)).toBe(code));

  it('counts what speaks for either order', () => {
    const reader = new DayReader({ order: 'day-first', digits: 'none' });
    for (const cell of ['13/01/2020', '01/13/2020', '01/02/2020', '05/05/2020']) {
      const bytes = new TextEncoder().encode(cell);
      reader.read(bytes, 0, bytes.length);
    }
    expect([reader.dayFirstOnly, reader.monthFirstOnly, reader.eitherOrder]).toEqual([1, 1, 1]);
  });
});

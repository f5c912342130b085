// Names of months and weekdays of all languages against each other: none may be taken for another one's.

import { describe, expect, it } from 'vitest';
import { dayNumber, formatDay } from '../../../src/core/money/calendar.ts';
import { DayReader, isDay, readDayText } from '../../../src/core/reading/cells/day-text.ts';

const LANGUAGES = 'en de fr es it pt nl pl cs hu sv da nb fi tr id ms sw ro'.split(' ');
const LENGTHS = ['long', 'short'] as const;

function read(cell: string): string | null {
  const day = readDayText(new DayReader({ order: 'day-first', digits: 'none' }), cell);
  return isDay(day) ? formatDay(day) : null;
}

/** A language's name of a month, alone and as it stands in a date. */
function monthNames(language: string, month: number): string[] {
  const at = new Date(Date.UTC(2024, month - 1, 5));
  const part = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' })
      .formatToParts(at)
      .find(({ type }) => type === 'month')!.value;
  return LENGTHS.flatMap((length) => [part({ month: length }), part({ month: length, day: 'numeric' })]).filter(
    (name) => /\p{L}{3}/u.test(name),
  );
}

const MONTHS = LANGUAGES.flatMap((language) =>
  Array.from({ length: 12 }, (_, i) => monthNames(language, i + 1).map((name) => ({ language, month: i + 1, name }))),
).flat();

describe('a month’s name', () => {
  it.each(LANGUAGES)('of %s is that month wherever it stands', (language) => {
    const wrong: string[] = [];
    for (const { month, name } of MONTHS.filter((m) => m.language === language)) {
      const day = formatDay(dayNumber(2024, month, 5));
      const cells = [`5 ${name} 2024`, `05-${name}-24`, `${name} 5, 2024`, `${name} 05 2024`, `2024 ${name} 5`];
      for (const cell of cells) if (read(cell) !== day) wrong.push(`${cell}: ${read(cell)}`);
    }
    expect(wrong).toEqual([]);
  });
});

describe('a weekday’s name', () => {
  const weekdays = 'en de fr es it pt nl'
    .split(' ')
    .flatMap((language) =>
      LENGTHS.flatMap((length) =>
        Array.from({ length: 7 }, (_, i) =>
          new Intl.DateTimeFormat(language, { weekday: length, timeZone: 'UTC' }).format(
            new Date(Date.UTC(2024, 0, i + 1)),
          ),
        ),
      ),
    );
  it('in front changes no date', () => {
    const wrong: string[] = [];
    for (const weekday of weekdays) {
      for (const cell of ['13/04/2026', '13 Apr 2026', '13 March 2026', '2026-04-13', '05 03 2026']) {
        for (const between of [' ', ', '])
          if (read(weekday + between + cell) !== read(cell)) wrong.push(weekday + between + cell);
      }
    }
    expect(wrong).toEqual([]);
  });
});

describe('March', () => {
  it.each([
    'Mar 5, 2024',
    'MAR 5, 2024',
    'Mar. 5, 2024',
    'Mar 05 2024',
    'Mar 5 24',
    'Mar-05-2024',
    'Mar 5, 2024 10:15',
    'Mar 5, 2024 10:15:00 AM',
    'Tue, Mar 5, 2024',
    'mar, 5 mar 2024',
    'mar. 5 mars 2024',
    'mar 05/03/2024',
    'Tue Mar 05 10:11:12 WAT 2024',
    'Tue Mar  5 10:11:12 2024',
    '05-MAR-24 10.11.12.000000000 AM',
    '05-MAR-24 10.11.12.000000 AM +01:00',
  ])('%s', (cell) => expect(read(cell)).toBe('2024-03-05'));

  it('does not leave what stands behind it as a date of its own', () => {
    const reader = new DayReader({ order: 'day-first', digits: 'none' });
    expect(isDay(readDayText(reader, 'Mar 5, 2024'))).toBe(true);
    expect(isDay(readDayText(reader, '5, 2024'))).toBe(false);
  });
});

describe('dates in other scripts', () => {
  it.each([
    '05\u00a0Mar\u00a02024',
    '\u00a005/03/2024\u00a0',
    '2024\u202f03\u202f05',
    '٠٥/٠٣/٢٠٢٤',
    '۲۰۲۴-۰۳-۰۵',
    '2024年3月5日',
    '2024年03月05日 10:11:12',
    '2024년 3월 5일',
  ])('%s', (cell) => expect(read(cell)).toBe('2024-03-05'));
});

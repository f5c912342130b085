import { expect, test } from 'vitest';
import { clearedAfter, clearedOn, wasOpenOn } from '../../../src/core/cross-month/opened-row.ts';
import { parseDay } from '../../../src/core/money/calendar.ts';
import type { LateGroup } from '../../../src/core/records/late/late-groups.ts';

const day = (text: string): number => parseDay(text)!;
const FEBRUARY = { start: day('2026-02-01'), end: day('2026-02-28') };
const groupOf = (session: string, booked: string): LateGroup =>
  ({
    gl: [{ session: 'february', bookingDay: day('2026-02-26'), valueDay: day('2026-02-26') }],
    bank: [{ session, bookingDay: day(booked), valueDay: day(booked) }],
  }) as unknown as LateGroup;
const DOCUMENT = `adhoc-${'a'.repeat(32)}`;

test.each([
  ['a document of the period counts from the day after it', DOCUMENT, '2026-02-27', '2026-03-01'],
  ['a later document counts from its day', DOCUMENT, '2026-03-04', '2026-03-04'],
  ['a document of before the period counts at once', DOCUMENT, '2026-01-30', '2026-02-26'],
  ['a row of another month’s session counts from its day', 'march', '2026-03-02', '2026-03-02'],
])('%s', (_, session, booked, from) => {
  const clearedBy = groupOf(session, booked);
  const cleared = { clearedBy, clearedFrom: clearedAfter(clearedBy, FEBRUARY) };
  expect(clearedOn(cleared)).toBe(day(from));
  expect(wasOpenOn(cleared, FEBRUARY.end)).toBe(day(from) > FEBRUARY.end);
});

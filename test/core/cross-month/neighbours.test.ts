import { expect, test } from 'vitest';
import { areNeighbours, boundsOf, isOfNature } from '../../../src/core/cross-month/neighbours.ts';
import { parseDay } from '../../../src/core/money/calendar.ts';
import { NO_NATURE, type Session } from '../../../src/core/records/documents/session.ts';

const period = (start: string, end: string) => ({ start: parseDay(start)!, end: parseDay(end)! });
const MARCH = period('2026-03-01', '2026-03-31');

test.each([
  ['the next month', period('2026-04-01', '2026-04-30'), true],
  ['a period that begins in it and ends after it', period('2026-03-15', '2026-04-15'), true],
  ['the same period', MARCH, false],
  ['a week of it', period('2026-03-09', '2026-03-15'), false],
  ['its quarter', period('2026-01-01', '2026-03-31'), false],
])('%s is a neighbour of a month: %s', (_, other, isNeighbour) => {
  expect(areNeighbours(MARCH, other)).toBe(isNeighbour);
  expect(areNeighbours(other, MARCH)).toBe(isNeighbour);
});

test('a bound that nobody named is the ledger’s', () => {
  expect(boundsOf({ start: MARCH.start, end: null }, period('2026-02-01', '2026-03-30'))).toEqual(
    period('2026-03-01', '2026-03-30'),
  );
  expect(boundsOf({ start: MARCH.start, end: null }, null)).toBe(null);
});

test('rows of another kind or direction never meet', () => {
  const session = { ...NO_NATURE, kind: 'nip', flow: 'inward' } as Session;
  expect(isOfNature(session, { kind: 'nip', flow: 'inward' })).toBe(true);
  expect(isOfNature(session, { kind: 'nip', flow: null })).toBe(true);
  expect(isOfNature(session, { kind: 'nip', flow: 'outward' })).toBe(false);
  expect(isOfNature(session, { kind: 'banking', flow: null })).toBe(false);
});

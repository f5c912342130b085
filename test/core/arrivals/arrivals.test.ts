// Names of files with their day, working days, late files, and the runs that arrivals make.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { daysToAsk, dueRuns, lateDays } from '../../../src/core/arrivals/due.ts';
import type { Arrival, Feed } from '../../../src/core/arrivals/feed.ts';
import { matchName, namePattern } from '../../../src/core/arrivals/name-pattern.ts';
import { workingDayAfter, workingDayBefore } from '../../../src/core/arrivals/working-days.ts';
import { formatDay, parseDay } from '../../../src/core/money/calendar.ts';
import type { Side } from '../../../src/core/records/rows/columns.ts';

const day = (text: string) => parseDay(text)!;

describe('names', () => {
  test.each([
    ['stmt-{yyyymmdd}.sta', 'STMT-20261127.STA', '2026-11-27'],
    ['{dd-mm-yyyy} gl*.csv', '27-11-2026 GL final.csv', '2026-11-27'],
    ['*{yymmdd}*', 'a261126b261199c261127', '2026-11-26'],
    ['*_{ddmmyyyy}.xlsx', 'x_31022026_27112026.xlsx', '2026-11-27'],
    ['*.csv', 'a.csv', null],
    ['gl-??.csv', 'gl-07.csv', null],
  ])('%s takes %s', (pattern, name, of) => {
    const match = matchName(namePattern(pattern)!, name);
    expect(match && match.day === null ? null : formatDay(match!.day!)).toBe(of);
    expect(match).not.toBeNull();
  });

  test.each([
    ['*.csv', 'a.csv.part'],
    ['*.csv', '.csv~'],
    ['stmt-{yyyymmdd}.sta', 'stmt-20260231.sta'],
    ['stmt-{yyyymmdd}.sta', 'stmt-2026112.sta'],
    ['gl-??.csv', 'gl-7.csv'],
    ['a*b*c', 'ab'],
  ])('%s does not take %s', (pattern, name) => expect(matchName(namePattern(pattern)!, name)).toBeNull());

  test.each(['', 'a/b', '{day}.csv', '{yyyymmdd}{yyyymmdd}', '..\\x'])('%s is no pattern', (pattern) =>
    expect(namePattern(pattern)).toBeNull(),
  );

  test('stars take what an expression would', () => {
    const letters = fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 8 });
    const pattern = fc.string({ unit: fc.constantFrom('a', 'b', '*', '?'), minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(pattern, letters, (wanted, name) => {
        const expression = new RegExp(`^${wanted.replaceAll('*', '.*').replaceAll('?', '.')}$`);
        expect(matchName(namePattern(wanted)!, name) !== null).toBe(expression.test(name));
      }),
      { seed: 31 },
    );
  });

  test('many stars on a long name take no time', () => {
    const began = performance.now();
    expect(matchName(namePattern(`${'*a'.repeat(50)}*b`)!, 'a'.repeat(20_000))).toBeNull();
    expect(performance.now() - began).toBeLessThan(2_000);
  });
});

const WEEK = { weekend: new Set([5, 6]), holidays: new Set([day('2026-10-01')]) };
const HOUR = 3_600_000;
const AGAIN = { everyMs: HOUR, forMs: 24 * HOUR };
const feed = (more: Partial<Feed> = {}): Feed => {
  const names = namePattern('*')!;
  return {
    ...{ id: 'naira', tenant: 't', partner: 'p', account: null, customerType: 'mfb', workingDays: WEEK },
    ...{ since: day('2026-09-28'), expectedBy: 600, run: 'together', lookEveryMs: 1, settleMs: 1 },
    ...{
      between: [0, 1_439],
      sides: { gl: { names, from: 'a', again: null }, bank: { names, from: 'b', again: AGAIN } },
    },
    ...more,
  };
};
const arrival = (side: Side, of: string, more: Partial<Arrival> = {}): Arrival => ({
  ...{ feed: 'naira', side, digest: `${side}-${of}`, name: `${side}-${of}.csv`, seen: '', size: 1, day: day(of) },
  ...{ sent: `naira-${side}-${of}`, takenAt: 0, runId: null, ...more },
});

test('working days leave out weekends and holidays', () => {
  expect(formatDay(workingDayBefore(WEEK, day('2026-10-02')))).toBe('2026-09-30');
  expect(formatDay(workingDayAfter(WEEK, day('2026-10-02')))).toBe('2026-10-05');
});

test('finished days are asked for again each hour, until a day passes without a change', () => {
  const [today, now] = [day('2026-09-30'), 100 * HOUR];
  const asked = (come: readonly [string, number][], of: { side?: Side; at?: number; since?: string } = {}) => {
    const { side = 'bank', at = 0, since = '2026-09-28' } = of;
    const arrivals = come.map(([text, hours]) => arrival(side, text, { takenAt: now - hours * HOUR }));
    const asking = { side, now, today, askedAt: () => now - at * HOUR };
    return daysToAsk(feed({ since: day(since) }), arrivals, asking).map(formatDay);
  };
  expect(asked([])).toEqual(['2026-09-28', '2026-09-29']);
  expect(asked([['2026-09-28', 2]], { at: 1 })).toEqual(['2026-09-28', '2026-09-29']);
  expect(asked([['2026-09-28', 2]], { at: 0.5 })).toEqual(['2026-09-29']);
  expect(asked([['2026-09-28', 0.5]], { at: 5 })).toEqual(['2026-09-29']);
  // Its rows changed an hour ago: the day counts from there.
  expect(
    asked(
      [
        ['2026-09-28', 30],
        ['2026-09-28', 1],
      ],
      { at: 1 },
    ),
  ).toEqual(['2026-09-28', '2026-09-29']);
  expect(asked([['2026-09-28', 25]], { at: 5 })).toEqual(['2026-09-29']);
  // Files of a folder are not asked for by day.
  expect(asked([['2026-09-28', 2]], { side: 'gl', at: 5 })).toEqual(['2026-09-29']);
  expect(asked([], { since: '2026-01-01' })).toHaveLength(31);
  expect(asked([], { since: '2026-09-30' })).toEqual([]);
});

describe('a file is late', () => {
  const late = (at: string, minute: number, come: readonly Arrival[] = []) =>
    lateDays(feed(), come, { day: day(at), minute }).map((one) => `${one.side} ${formatDay(one.day)}`);

  test('from the time on the next working day on, for each side', () => {
    expect(late('2026-09-29', 599)).toEqual([]);
    expect(late('2026-09-29', 600)).toEqual(['gl 2026-09-28', 'bank 2026-09-28']);
    expect(late('2026-09-30', 0, [arrival('gl', '2026-09-28')])).toEqual(['bank 2026-09-28']);
  });

  test('never for a holiday or a weekend, and those of the day before only after them', () => {
    const [gl, bank] = (['gl', 'bank'] as const).map((side) =>
      ['2026-09-28', '2026-09-29'].map((of) => arrival(side, of)),
    );
    const come = [...gl!, ...bank!];
    expect(late('2026-10-01', 1_000, come)).toEqual([]);
    expect(late('2026-10-02', 600, come)).toEqual(['gl 2026-09-30', 'bank 2026-09-30']);
    expect(late('2026-10-04', 600, come)).toEqual(['gl 2026-09-30', 'bank 2026-09-30']);
    expect(late('2026-10-05', 600, come)).toContain('gl 2026-10-02');
  });

  test('never without a time, or before the feed began', () => {
    expect(lateDays(feed({ expectedBy: null }), [], { day: day('2026-12-01'), minute: 0 })).toEqual([]);
    expect(lateDays(feed({ since: day('2026-12-01') }), [], { day: day('2026-12-01'), minute: 0 })).toEqual([]);
  });
});

describe('runs', () => {
  const shown = (of: Feed, come: readonly Arrival[]) =>
    dueRuns(of, come).map(({ session, files }) => [session, ...files.map(({ digest }) => digest)]);

  test('wait for both sides of a day, whichever comes first', () => {
    const [gl, bank] = [arrival('gl', '2026-09-30'), arrival('bank', '2026-09-30')];
    expect(shown(feed(), [bank])).toEqual([]);
    const both = [['naira-2026-09', gl.digest, bank.digest]];
    expect([shown(feed(), [bank, gl]), shown(feed(), [gl, bank])]).toEqual([both, both]);
    // A correction of a side that a run has read is added alone.
    const again = arrival('gl', '2026-09-30', { digest: 'corrected' });
    const read = [gl, bank].map((one) => ({ ...one, runId: 'r' }));
    expect(shown(feed(), [...read, again])).toEqual([['naira-2026-09', 'corrected']]);
  });

  test('what comes of a day without work waits for no other side', () => {
    expect(shown(feed(), [arrival('bank', '2026-10-03')])).toEqual([['naira-2026-10', 'bank-2026-10-03']]);
  });

  test('of each file go on at once, day by day', () => {
    const come = [arrival('bank', '2026-10-02'), arrival('bank', '2026-09-30'), arrival('gl', '2026-09-30')];
    expect(shown(feed({ run: 'each' }), come)).toEqual([
      ['naira-2026-09', 'gl-2026-09-30'],
      ['naira-2026-09', 'bank-2026-09-30'],
      ['naira-2026-10', 'bank-2026-10-02'],
    ]);
  });
});

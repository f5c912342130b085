// The number of events in a made-up month, how many of them leave rows open, and their spread over the days.

import { dayNumber, daysInMonth, weekday } from '../core/money/calendar.ts';
import type { DayKind } from './channels.ts';
import type { MonthOptions } from './options.ts';
import { MATCHED_SCENARIOS, OPEN_SCENARIOS, type Scenario } from './scenarios.ts';
import { isWeekend } from './stage.ts';

interface ScheduledDay {
  readonly day: number;
  readonly kind: DayKind;
  readonly events: number;
}

interface Schedule {
  readonly days: readonly ScheduledDay[];
  /** Share of events that leave rows open, in millionths. */
  readonly openPerMillion: number;
}

/** First day of the month on which salaries are paid; the days after it are the busiest. */
const PAYDAYS_FROM = 24;
const PAYDAYS_TO = 28;

/** Entries of a day relative to others: people pay less at weekends. */
function weightOf(day: number, dayOfMonth: number): number {
  const base = [10, 10, 10, 10, 11, 6, 4][weekday(day)];
  return base * (dayOfMonth > PAYDAYS_FROM && dayOfMonth <= PAYDAYS_TO ? 13 : 10);
}

function kindOf(day: number, dayOfMonth: number): DayKind {
  if (isWeekend(day)) return 'weekend';
  return dayOfMonth >= PAYDAYS_FROM && dayOfMonth <= PAYDAYS_TO ? 'payday' : 'weekday';
}

function average(scenarios: readonly Scenario[], of: (scenario: Scenario) => number): number {
  const weight = scenarios.reduce((sum, scenario) => sum + scenario.weight, 0);
  return scenarios.reduce((sum, scenario) => sum + scenario.weight * of(scenario), 0) / weight;
}

/** The month's days with their events, so that about `rows` rows on each side result and the given share stays open. */
export function scheduleOf({ year, month, rows, openPerMillion }: MonthOptions): Schedule {
  const share = openPerMillion / 1_000_000;
  const matchedRows = average(MATCHED_SCENARIOS, (scenario) => scenario.rows);
  const openEventRows = average(OPEN_SCENARIOS, (scenario) => scenario.rows);
  const openRows = average(OPEN_SCENARIOS, (scenario) => scenario.openRows);
  // Solves share = p * openRows / (p * openEventRows + (1 - p) * matchedRows) for p, the share of open events.
  const p = Math.min(1, (share * matchedRows) / (openRows - share * (openEventRows - matchedRows)));
  const events = Math.max(1, Math.round((2 * rows) / (p * openEventRows + (1 - p) * matchedRows)));

  const first = dayNumber(year, month, 1);
  const weights = Array.from({ length: daysInMonth(year, month) }, (_, i) => weightOf(first + i, i + 1));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  let passed = 0;
  const days = weights.map((weight, i) => {
    const from = Math.floor((events * passed) / total);
    passed += weight;
    return { day: first + i, kind: kindOf(first + i, i + 1), events: Math.floor((events * passed) / total) - from };
  });
  return { days, openPerMillion: Math.round(p * 1_000_000) };
}

// The register of open items of a partner's accounts at the end of a day: what was open then, what had been open and was
// matched by then, in which session and by which group. It is made of what the store keeps now, so it says of a past day
// what is known of that day today: a late group or a decision moves no row's day.

import type { OpenedRow } from '../../core/cross-month/opened-row.ts';
import { type RegisterItem, registerItem } from '../../core/cross-month/register.ts';
import { TieoutError } from '../../core/errors.ts';
import { BANKING_KIND } from '../../core/kinds/banking.ts';
import { formatDay, NO_DAY } from '../../core/money/calendar.ts';
import type { Session } from '../../core/records/documents/session.ts';
import { lateRows } from '../../core/records/late/late-groups.ts';
import { SIDES } from '../../core/records/rows/columns.ts';
import { dayOfCopy } from '../../core/records/rows/row-day.ts';
import type { PartnerScope } from '../../core/records/session-key.ts';
import type { CommittedSession } from '../../ports/sessions.ts';
import { sessionsOfKind } from '../opened/left-open.ts';
import { CLEARED_DAYS, openedRows } from '../opened/opened-rows.ts';
import { groupsAcrossDay } from '../rows/groups-across-day.ts';
import { daysReader, hasRun, type StoredDays } from '../rows/neighbour-sessions.ts';
import type { ReadingDependencies } from '../rows/read-stored-rows.ts';

/** A session with its days. */
export interface SessionOfRegister {
  readonly session: CommittedSession;
  readonly days: StoredDays;
}

export interface Register {
  /** The day at whose end the items are as shown; null if nothing was reconciled and no day was asked for. */
  readonly asOf: number | null;
  /** What was cleared before this day is not shown; null like the day. */
  readonly clearedSince: number | null;
  /** In order of their days. */
  readonly items: readonly RegisterItem[];
  /** Oldest first. */
  readonly sessions: readonly SessionOfRegister[];
  readonly warnings: readonly string[];
}

interface Asked {
  /** Null: the end of the latest period. */
  readonly asOf: number | null;
  /** Whether items that were cleared by then are wanted too. */
  readonly withCleared: boolean;
}

/** Of banking sessions: rows of other kinds are open in their session alone. */
export async function registerAt(
  deps: ReadingDependencies,
  scope: PartnerScope,
  { asOf: day, withCleared }: Asked,
): Promise<Register> {
  const all = await sessionsOfKind(deps, scope, BANKING_KIND.name);
  const days = daysReader(deps);
  const sessions: SessionOfRegister[] = [];
  for (const session of all.filter(hasRun)) {
    const own = await days(session);
    if (own !== null) sessions.push({ session, days: own });
  }
  const asOf = day ?? latest(sessions.map(({ days: { period } }) => period.end));
  if (asOf === null) return { asOf, clearedSince: null, items: [], sessions, warnings: [] };
  const clearedSince = asOf - CLEARED_DAYS;
  const within = await openedWithin(deps, sessions, ({ period: { start, end } }) =>
    [asOf, ...(withCleared ? [start - 1, end] : [])].filter((one) => one <= asOf && one >= clearedSince),
  );
  const opened = await openedRows(deps, scope, { sessions: all, until: asOf, within: within.rows, days });
  const items = opened.rows
    .map((row) => registerItem(row, asOf))
    .filter((item) => item !== null)
    .filter(({ state }) => withCleared || state === 'open');
  return { asOf, clearedSince, items, sessions, warnings: [...within.warnings, ...opened.warnings] };
}

const latest = (days: readonly number[]): number | null =>
  days.reduce((last: number | null, one) => (last === null || one > last ? one : last), null);

/** Rows of sessions' own runs that were open at the end of days of each: matched with later rows. */
async function openedWithin(
  deps: ReadingDependencies,
  sessions: readonly SessionOfRegister[],
  daysOf: (days: StoredDays) => readonly number[],
): Promise<{ readonly rows: readonly OpenedRow[]; readonly warnings: readonly string[] }> {
  const rows: OpenedRow[] = [];
  const warnings: string[] = [];
  for (const { session, days: own } of sessions) {
    const found = new Map<string, OpenedRow>();
    for (const day of new Set(daysOf(own))) {
      if (!isWithin(own, day)) continue;
      try {
        for (const clearedBy of await groupsAcrossDay(deps, session, day)) {
          for (const row of lateRows(clearedBy)) {
            if (dayOfCopy(row) <= day) found.set(row.recordId, { row, clusterId: null, clearedBy });
          }
        }
      } catch (error) {
        if (!(error instanceof TieoutError && error.code === 'content_pruned')) throw error;
        warnings.push(unknownWords(session, day));
      }
    }
    for (const row of found.values()) rows.push(row);
  }
  return { rows, warnings };
}

/** Whether the session has rows of up to the day and of after it. */
function isWithin(days: StoredDays, day: number): boolean {
  const known = SIDES.flatMap((side) => days[side] ?? []).filter(({ start }) => start !== NO_DAY);
  return known.some(({ start }) => start <= day) && known.some(({ end }) => end > day);
}

const unknownWords = ({ key: { session } }: Session, day: number): string =>
  `The matches of session ${session} are kept no longer: which of its rows were matched only after ${formatDay(day)}, and were open until then, is unknown.`;

// Rows that sessions of a partner left open, and what has matched them since. The register of open items and what a
// statement carries from earlier months are both made of these, so that the two agree. A row that several sessions have
// counts once: in the session of its own month if that has it, else in the first that left it open. Two sessions of one
// period are alternatives: what either leaves open is open.

import { areNeighbours, isNear } from '../../core/cross-month/neighbours.ts';
import { clearedAfter, inOrderOfDays, type OpenedRow } from '../../core/cross-month/opened-row.ts';
import { isAdHoc } from '../../core/exceptions/ad-hoc-id.ts';
import { NO_DAY } from '../../core/money/calendar.ts';
import { copiedItem } from '../../core/records/documents/item-rows.ts';
import { NO_ID } from '../../core/records/documents/open-items.ts';
import { type Period, spanOf } from '../../core/records/documents/period.ts';
import type { Session } from '../../core/records/documents/session.ts';
import { type LateGroup, type LateRow, lateRows, lateSessions } from '../../core/records/late/late-groups.ts';
import { SIDES, type Side } from '../../core/records/rows/columns.ts';
import { digestIdAt } from '../../core/records/rows/digest-ids.ts';
import { FINGERPRINT_WORDS, KeyNumbers } from '../../core/records/rows/key-numbers.ts';
import { dayOfCopy } from '../../core/records/rows/row-day.ts';
import type { PartnerScope } from '../../core/records/session-key.ts';
import { matchesOf } from '../rows/neighbour-matches.ts';
import { type DaysRead, daysReader, hasRun } from '../rows/neighbour-sessions.ts';
import type { ReadingDependencies } from '../rows/read-stored-rows.ts';
import { rowsGone } from '../rows/rows-gone.ts';
import { ofOtherMonths } from './homes.ts';

/** Late groups are read of two years: nothing that is cleared later is older. */
export const CLEARED_DAYS = 731;

interface Asked {
  /** Sessions whose rows may meet, oldest first. */
  readonly sessions: readonly Session[];
  /** The last day of the rows. */
  readonly until: number;
  /** Whether a session that is not among these, because it is being run, has a row no more. */
  readonly hasNoMore?: (row: LateRow) => boolean;
  /** Further rows: those of a session's own run that were open for some days. */
  readonly within?: readonly OpenedRow[];
  readonly days?: DaysRead;
}

interface OpenedRows {
  readonly rows: readonly OpenedRow[];
  /** Sentences about what is kept no longer. */
  readonly warnings: readonly string[];
}

/** Rows of up to a day, those without a day too, in order of their days. */
export async function openedRows(
  deps: ReadingDependencies,
  scope: PartnerScope,
  { sessions, until, hasNoMore = () => false, within = [], days = daysReader(deps) }: Asked,
): Promise<OpenedRows> {
  const age = new Map(sessions.map((one, i) => [one.key.session, i]));
  const ofSessions = (rows: readonly OpenedRow[]) => rows.filter(({ row }) => age.has(row.session));
  const open = ofSessions(await itemsUntil(deps, scope, { until, held: false }));
  const held = await notGone(deps, scope, {
    rows: ofSessions(await heldUntil(deps, scope, until)),
    sessions,
    hasNoMore,
  });
  const elsewhere = await ofOtherMonths(
    deps,
    open.map(({ row }) => row),
    sessions,
  );
  const all = [...open.filter(({ row }) => !elsewhere.has(row)), ...held, ...within];
  const first = new Map<string, number>();
  for (const { row } of all) {
    const known = first.get(contentOf(row)) ?? Number.POSITIVE_INFINITY;
    first.set(contentOf(row), Math.min(age.get(row.session)!, known));
  }
  const once = all.filter(({ row }) => age.get(row.session) === first.get(contentOf(row)));
  const { groupOf, warnings } = await matchedInNeighbours(deps, once, { sessions, days });
  const rows = once.map((one) => (one.clearedBy === null ? { ...one, clearedBy: groupOf(one.row) } : one));
  return { rows: (await afterDocuments(rows, { sessions, days })).sort(inOrderOfDays), warnings };
}

/** Rows that a document of a decision cleared are open at the end of their session's period, as its statement has them. */
async function afterDocuments(
  rows: readonly OpenedRow[],
  { sessions, days }: Pick<Asked, 'sessions'> & { readonly days: DaysRead },
): Promise<OpenedRow[]> {
  const byName = new Map(sessions.map((one) => [one.key.session, one]));
  const found: OpenedRow[] = [];
  for (const one of rows) {
    const isByDocument = one.clearedBy !== null && lateSessions(one.clearedBy).some(isAdHoc);
    const period = isByDocument ? (await days(byName.get(one.row.session)!))?.period : undefined;
    found.push(period === undefined ? one : { ...one, clearedFrom: clearedAfter(one.clearedBy!, period) });
  }
  return found;
}

const contentOf = ({ side, fingerprint }: LateRow): string => `${side}/${fingerprint.join('/')}`;

/** Open items of both sides, or those that late groups hold; also such without a booking day. */
async function itemsUntil(
  { store }: Pick<ReadingDependencies, 'store'>,
  { tenant, partner }: PartnerScope,
  { until, held, since = NO_DAY + 1 }: { readonly until: number; readonly held: boolean; readonly since?: number },
): Promise<OpenedRow[]> {
  const found: OpenedRow[] = [];
  for (const side of SIDES) {
    for (const days of [WITHOUT_DAY, { fromDay: since, toDay: until }]) {
      const items = await store.openItems.columns({ tenant, partner, side, ...days, held });
      const names = new Map(items.ingestions.map((id, place) => [id, items.sessions?.[place]]));
      for (let item = 0; item < items.rows.count; item++) {
        const row = copiedItem(items, item, (id) => names.get(id));
        if (dayOfCopy(row) > until) continue;
        const cluster = digestIdAt(items.clusterId, item);
        found.push({ row, clusterId: cluster === NO_ID ? null : cluster, clearedBy: null });
      }
    }
  }
  return found;
}

const WITHOUT_DAY = { fromDay: NO_DAY, toDay: NO_DAY };

/** Rows that late groups hold, with their group. A group that is not confirmed yet has matched nothing. */
async function heldUntil(
  deps: Pick<ReadingDependencies, 'store'>,
  scope: PartnerScope,
  until: number,
): Promise<OpenedRow[]> {
  const { lateGroups } = deps.store;
  const since = until - CLEARED_DAYS;
  const held = await itemsUntil(deps, scope, { until, held: true, since });
  if (held.length === 0) return [];
  const groups = [
    ...(await lateGroups.bookedWithin(scope, { fromDay: since, toDay: until })),
    ...(await lateGroups.bookedWithin(scope, WITHOUT_DAY)),
  ];
  const groupOf = new Map(groups.flatMap((group) => lateRows(group).map(({ recordId }) => [recordId, group] as const)));
  return held.map((one) => ({ ...one, clearedBy: groupOf.get(one.row.recordId) ?? null }));
}

/**
 * The held rows without those that were in files of their session which others have replaced. A match with such a row
 * has settled nothing: its other rows are open.
 */
async function notGone(
  deps: ReadingDependencies,
  scope: PartnerScope,
  {
    rows,
    sessions,
    hasNoMore,
  }: { readonly rows: readonly OpenedRow[] } & Required<Pick<Asked, 'sessions' | 'hasNoMore'>>,
): Promise<readonly OpenedRow[]> {
  const live = new Map(sessions.map(({ key, ingestions }) => [key.session, new Set(ingestions)]));
  const groups = new Set(rows.flatMap(({ clearedBy }) => clearedBy ?? []));
  const all = [...groups].flatMap(lateRows);
  const replaced = all.filter(({ session, ingestionId }) => live.get(session)?.has(ingestionId) === false);
  const missing = [...(await rowsGone(deps, scope, replaced)), ...all.filter(hasNoMore)];
  const gone = new Set(missing.map(({ recordId }) => recordId));
  if (gone.size === 0) return rows;
  const isWhole = (group: LateGroup): boolean => lateRows(group).every(({ recordId }) => !gone.has(recordId));
  return rows
    .filter(({ row }) => !gone.has(row.recordId))
    .map((one) => (one.clearedBy !== null && !isWhole(one.clearedBy) ? { ...one, clearedBy: null } : one));
}

interface Met {
  /** The group of a neighbour's run that has a copy of the row; null if none has. */
  readonly groupOf: (row: LateRow) => LateGroup | null;
  readonly warnings: readonly string[];
}

/** What runs of neighbours have matched of rows that nothing else matched. Only rows of a named account count. */
async function matchedInNeighbours(
  deps: ReadingDependencies,
  rows: readonly OpenedRow[],
  { sessions, days }: Pick<Asked, 'sessions'> & { readonly days: DaysRead },
): Promise<Met> {
  const named = rows.filter(({ row, clearedBy }) => clearedBy === null && row.account !== '').map(({ row }) => row);
  const byName = new Map(sessions.map((one) => [one.key.session, one]));
  const groups = new Map<string, LateGroup>();
  const warnings: string[] = [];
  for (const session of sessions.filter(hasRun)) {
    const near = named.filter((row) => {
      const day = dayOfCopy(row);
      return row.session !== session.key.session && day !== NO_DAY && isNear({ start: day, end: day }, session);
    });
    const own = near.length === 0 ? null : await days(session);
    if (own === null) continue;
    const sought: LateRow[] = [];
    for (const row of near) {
      const [day, there] = [dayOfCopy(row), own[row.side]];
      if (there === null || day < there.start || day > there.end) continue;
      const of = await days(byName.get(row.session)!);
      if (of !== null && areNeighbours(of.period, own.period)) sought.push(row);
    }
    const found = await matchesOf(deps, session, soughtIn(sought));
    for (const group of found.groups) {
      for (const { side, uid } of lateRows(group)) groups.set(`${side}/${uid}`, group);
    }
    if (found.unknown > 0) warnings.push(unknownWords(session, found.unknown));
  }
  return { groupOf: ({ side, uid }) => groups.get(`${side}/${uid}`) ?? null, warnings };
}

function soughtIn(rows: readonly LateRow[]): Parameters<typeof matchesOf>[2] {
  const of = (side: Side) => rows.filter((row) => row.side === side);
  const names = (side: Side): KeyNumbers => {
    const known = new KeyNumbers(FINGERPRINT_WORDS);
    for (const { fingerprint } of of(side)) known.add(Uint32Array.from(fingerprint), 0);
    return known;
  };
  const days = (side: Side): Period | null => spanOf(of(side).map(dayOfCopy));
  return { names: { gl: names('gl'), bank: names('bank') }, days: { gl: days('gl'), bank: days('bank') } };
}

const unknownWords = ({ key: { session } }: Session, rows: number): string =>
  `${rows === 1 ? '1 open row stands' : `${rows} open rows stand`} in session ${session} too, whose matches are kept no longer: whether they were settled there is unknown.`;

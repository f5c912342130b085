// What earlier sessions had open at the end of a period: rows of before it that are open now, and those that late groups
// matched with rows of after it. So later work changes no figure of the period.

import { lateRow } from '../../core/cross-month/groups-across-months.ts';
import { areNeighbours } from '../../core/cross-month/neighbours.ts';
import { isAdHoc } from '../../core/exceptions/ad-hoc-id.ts';
import { NO_DAY } from '../../core/money/calendar.ts';
import type { Period } from '../../core/records/documents/period.ts';
import { mayMeet, type Session } from '../../core/records/documents/session.ts';
import { type LateRow, lateRows, type PartnerScope } from '../../core/records/late/late-groups.ts';
import { normalised } from '../../core/records/rows/accounts.ts';
import { SIDES, type Side } from '../../core/records/rows/columns.ts';
import { dayOfCopy } from '../../core/records/rows/row-day.ts';
import type { SessionKey } from '../../core/records/session-key.ts';
import type { Store } from '../../ports/store.ts';
import { nameOf, namesByPlace, type RowPlaces } from '../rows/row-places.ts';

type Reading = RowPlaces & { readonly store: Pick<Store, 'sessions' | 'openItems' | 'lateGroups'> };

interface Asked {
  readonly key: SessionKey;
  readonly kind: string;
  readonly period: Period;
}

/** In the order of their days. A row that several sessions have counts in the first. */
export async function leftOpenAt(deps: Reading, { key, kind, period }: Asked): Promise<readonly LateRow[]> {
  const { tenant, partner, session } = key;
  const all = await deps.store.sessions.list({ tenant, partner });
  const sessions = all.filter((one) => !isAdHoc(one.key.session) && mayMeet(one, kind) && !isAlternative(one, period));
  if (sessions.every((one) => one.key.session === session)) return [];
  const age = new Map(sessions.map((one, i) => [one.key.session, i]));
  const found = [
    ...(await openBefore(deps, { tenant, partner }, { sessions, day: period.start })),
    ...(await clearedSince(deps, { tenant, partner }, period)),
  ];
  const known = found.filter((row) => row.session !== session && age.has(row.session));
  const spent = await ofOtherMonths(deps, known, sessions);
  const rows = known.filter((row) => !spent.has(row));
  const first = new Map<string, number>();
  const contentOf = ({ side, fingerprint }: LateRow): string => `${side}/${fingerprint.join('/')}`;
  for (const row of rows) {
    const oldest = first.get(contentOf(row)) ?? Number.POSITIVE_INFINITY;
    first.set(contentOf(row), Math.min(age.get(row.session)!, oldest));
  }
  return rows
    .filter((row) => age.get(row.session) === first.get(contentOf(row)))
    .sort((a, b) => dayOfCopy(a) - dayOfCopy(b) || (a.recordId < b.recordId ? -1 : 1));
}

/** Whether the session reconciles the period too, or a part of it: its opening rows are no earlier session's. */
const isAlternative = ({ periodStart: start, periodEnd: end }: Session, period: Period): boolean =>
  start !== null && end !== null && !areNeighbours({ start, end }, period);

/** Rows of before a day that are open now. */
async function openBefore(
  { store }: Reading,
  scope: PartnerScope,
  { sessions, day }: { readonly sessions: readonly Session[]; readonly day: number },
): Promise<LateRow[]> {
  const sessionNames = new Map(sessions.flatMap((one) => one.ingestions.map((id) => [id, one.key.session] as const)));
  const found = await Promise.all(
    SIDES.map(async (side) => {
      const items = await store.openItems.columns({ ...scope, side, fromDay: NO_DAY + 1, toDay: day - 1 });
      const sides = { items: { gl: items, bank: items }, sessionOf: (id: string) => sessionNames.get(id) ?? '' };
      return Array.from({ length: items.rows.count }, (_, item) => lateRow(sides, side, item));
    }),
  );
  return found.flat();
}

/** Late groups are read of two years before the period: nothing that is cleared later is older. */
const CLEARED_DAYS = 731;

/** Rows of before the period that a late group matched with a row of after it. */
async function clearedSince({ store }: Reading, scope: PartnerScope, { start, end }: Period): Promise<LateRow[]> {
  const groups = await store.lateGroups.bookedWithin(scope, { fromDay: start - CLEARED_DAYS, toDay: start - 1 });
  return groups
    .map(lateRows)
    .filter((rows) => rows.some((row) => dayOfCopy(row) > end))
    .flatMap((rows) => rows.filter((row) => dayOfCopy(row) < start));
}

/**
 * The rows that a session has beside its named period, where the session of their own month decides whether they are
 * open: it has rows of their account. Of an account that no file names, and of opening rows, it must have the rows
 * themselves.
 */
export async function ofOtherMonths(
  deps: RowPlaces,
  rows: readonly LateRow[],
  sessions: readonly Session[],
): Promise<ReadonlySet<LateRow>> {
  const byName = new Map(sessions.map((one) => [one.key.session, one]));
  const beside = rows.filter((row) => !isWithin(byName.get(row.session)!, dayOfCopy(row)));
  const opening = await openingIn(deps, new Set(beside.map((row) => byName.get(row.session)!)));
  const found = new Set<LateRow>();
  for (const session of sessions) {
    for (const side of SIDES) {
      const own = beside.filter(
        (row) => row.side === side && row.session !== session.key.session && isOfMonth(session, dayOfCopy(row)),
      );
      const accounts = own.length === 0 ? NO_ACCOUNTS : await accountsOf(deps, session.key, side);
      const isByRow = ({ account, ingestionId }: LateRow): boolean => account === '' || opening.has(ingestionId);
      const byRow = own.filter(isByRow);
      const there = byRow.length === 0 ? NO_ACCOUNTS : await namesThere(deps, session.key, { side, rows: byRow });
      for (const row of own) {
        const isDecided = isByRow(row) ? there.has(nameOf(row.fingerprint, 0)) : accounts.has(accountOf(row));
        if (isDecided) found.add(row);
      }
    }
  }
  return found;
}

/** The ingestions of opening rows in these sessions. */
async function openingIn(
  { store }: Pick<RowPlaces, 'store'>,
  sessions: ReadonlySet<Session>,
): Promise<ReadonlySet<string>> {
  const live = await Promise.all([...sessions].map(({ key }) => store.ingestions.live(key)));
  return new Set(live.flat().flatMap(({ ingestionId, isOpening }) => (isOpening ? [ingestionId] : [])));
}

const NO_ACCOUNTS: ReadonlySet<string> = new Set();

const accountOf = ({ account, currency }: Pick<LateRow, 'account' | 'currency'>): string =>
  `${normalised(account)} ${currency}`;

/** The accounts that a session has rows of, by the labels of its blocks. */
async function accountsOf({ store }: RowPlaces, key: SessionKey, side: Side): Promise<ReadonlySet<string>> {
  const files = (await store.ingestions.live(key)).filter((one) => one.side === side);
  const blocks = await Promise.all(files.map(({ ingestionId }) => store.rowBlocks.headers(ingestionId)));
  return new Set(
    blocks
      .flat()
      .flatMap(({ header: { accounts, currencies } }) =>
        accounts.flatMap((account) => currencies.map((currency) => accountOf({ account, currency }))),
      ),
  );
}

/** Names of those of the rows that a session has too. */
async function namesThere(
  deps: RowPlaces,
  key: SessionKey,
  { side, rows }: { readonly side: Side; readonly rows: readonly LateRow[] },
): Promise<ReadonlySet<string>> {
  const days = rows.map(({ bookingDay }) => bookingDay);
  const names = new Set(rows.map(({ fingerprint }) => nameOf(fingerprint, 0)));
  const asked = { side, days: { fromDay: Math.min(...days), toDay: Math.max(...days) }, names };
  return new Set((await namesByPlace(deps, key, asked)).values());
}

const isWithin = ({ periodStart, periodEnd }: Session, day: number): boolean =>
  (periodStart === null || day >= periodStart) && (periodEnd === null || day <= periodEnd);

const isOfMonth = (session: Session, day: number): boolean =>
  session.periodStart !== null && session.periodEnd !== null && isWithin(session, day);

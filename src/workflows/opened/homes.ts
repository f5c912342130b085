// Rows that a session has beside its named period, and the session of their own month: there it is decided whether they
// are open.

import { spanOf } from '../../core/records/documents/period.ts';
import type { Session } from '../../core/records/documents/session.ts';
import type { LateRow } from '../../core/records/late/late-groups.ts';
import { normalised } from '../../core/records/rows/accounts.ts';
import { SIDES, type Side } from '../../core/records/rows/columns.ts';
import { dayOfCopy } from '../../core/records/rows/row-day.ts';
import type { SessionKey } from '../../core/records/session-key.ts';
import { nameOf, namesByPlace, type RowPlaces } from '../rows/row-places.ts';

/**
 * The rows of which the session of their own month decides: it has rows of their account. Of an account that no file
 * names, and of opening rows, it must have the rows themselves.
 */
export async function ofOtherMonths(
  deps: RowPlaces,
  rows: readonly LateRow[],
  sessions: readonly Session[],
): Promise<ReadonlySet<LateRow>> {
  const found = new Set<LateRow>();
  const beside = besidePeriods(rows, sessions);
  const names = new Set(beside.flatMap((one) => one.rows.map((row) => row.session)));
  const opening = await openingIn(
    deps,
    sessions.filter(({ key }) => names.has(key.session)),
  );
  const isByRow = ({ account, ingestionId }: LateRow): boolean => account === '' || opening.has(ingestionId);
  for (const { session, side, rows: own } of beside) {
    const accounts = await accountsOf(deps, session.key, side);
    const byRow = own.filter(isByRow);
    const there = byRow.length === 0 ? NONE : await namesThere(deps, session.key, { side, rows: byRow });
    for (const row of own) {
      const isDecided = isByRow(row) ? there.has(nameOf(row.fingerprint, 0)) : accounts.has(accountOf(row));
      if (isDecided) found.add(row);
    }
  }
  return found;
}

/** The names of the sessions of their own month, of rows that such a session has too. */
export async function homesOf(
  deps: RowPlaces,
  rows: readonly LateRow[],
  sessions: readonly Session[],
): Promise<ReadonlyMap<LateRow, string>> {
  const found = new Map<LateRow, string>();
  for (const { session, side, rows: own } of besidePeriods(rows, sessions)) {
    const there = await namesThere(deps, session.key, { side, rows: own });
    for (const row of own) {
      if (!found.has(row) && there.has(nameOf(row.fingerprint, 0))) found.set(row, session.key.session);
    }
  }
  return found;
}

interface Beside {
  readonly session: Session;
  readonly side: Side;
  readonly rows: readonly LateRow[];
}

/** The rows beside the period of their session, by the sessions of their own month. */
function besidePeriods(rows: readonly LateRow[], sessions: readonly Session[]): Beside[] {
  const byName = new Map(sessions.map((one) => [one.key.session, one]));
  const beside = rows.filter((row) => {
    const own = byName.get(row.session);
    return own !== undefined && !isWithin(own, dayOfCopy(row));
  });
  return sessions.flatMap((session) =>
    SIDES.map((side) => {
      const isOwn = (row: LateRow): boolean =>
        row.side === side && row.session !== session.key.session && isOfMonth(session, dayOfCopy(row));
      return { session, side, rows: beside.filter(isOwn) };
    }).filter((one) => one.rows.length > 0),
  );
}

/** The ingestions of opening rows in these sessions. */
async function openingIn(
  { store }: Pick<RowPlaces, 'store'>,
  sessions: readonly Session[],
): Promise<ReadonlySet<string>> {
  const live = await Promise.all(sessions.map(({ key }) => store.ingestions.live(key)));
  return new Set(live.flat().flatMap(({ ingestionId, isOpening }) => (isOpening ? [ingestionId] : [])));
}

const NONE: ReadonlySet<string> = new Set();

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
  const { start, end } = spanOf(rows.map(dayOfCopy))!;
  const names = new Set(rows.map(({ fingerprint }) => nameOf(fingerprint, 0)));
  const asked = { side, days: { fromDay: start, toDay: end }, names };
  return new Set((await namesByPlace(deps, key, asked)).values());
}

const isWithin = ({ periodStart, periodEnd }: Session, day: number): boolean =>
  (periodStart === null || day >= periodStart) && (periodEnd === null || day <= periodEnd);

const isOfMonth = (session: Session, day: number): boolean =>
  session.periodStart !== null && session.periodEnd !== null && isWithin(session, day);

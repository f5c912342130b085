// Open items of other sessions from before a day: a reconciliation of March shows what February left.

import { lateRow } from '../../core/cross-month/groups-across-months.ts';
import { NO_DAY } from '../../core/money/calendar.ts';
import type { LateRow } from '../../core/records/late/late-groups.ts';
import { SIDES } from '../../core/records/rows/columns.ts';
import type { SessionKey } from '../../core/records/session-key.ts';
import type { Store } from '../../ports/store.ts';

/**
 * Open items of other sessions that were booked before the day, sorted by day. An item that several sessions have
 * counts in the first.
 */
export async function leftOpenBefore(
  store: Store,
  { key: { tenant, partner, session }, day }: { readonly key: SessionKey; readonly day: number },
): Promise<readonly LateRow[]> {
  const sessions = await store.sessions.list({ tenant, partner });
  const nameOf = new Map(sessions.flatMap((one) => one.ingestions.map((id) => [id, one.key.session] as const)));
  const age = new Map(sessions.map((one, i) => [one.key.session, i]));
  const found = await Promise.all(
    SIDES.map(async (side) => {
      const items = await store.openItems.columns({ tenant, partner, side, fromDay: NO_DAY + 1, toDay: day - 1 });
      const sides = { items: { gl: items, bank: items }, sessionOf: (id: string) => nameOf.get(id) ?? '' };
      return Array.from({ length: items.rows.count }, (_, item) => lateRow(sides, side, item));
    }),
  );
  const rows = found.flat().filter((row) => row.session !== session && row.session !== '');
  const first = new Map<string, number>();
  const contentOf = ({ side, fingerprint }: LateRow): string => `${side}/${fingerprint.join('/')}`;
  for (const row of rows) {
    const known = first.get(contentOf(row));
    first.set(contentOf(row), Math.min(age.get(row.session)!, known ?? Number.POSITIVE_INFINITY));
  }
  return rows
    .filter((row) => age.get(row.session) === first.get(contentOf(row)))
    .sort((a, b) => a.bookingDay - b.bookingDay || (a.recordId < b.recordId ? -1 : 1));
}

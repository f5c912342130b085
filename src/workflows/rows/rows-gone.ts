// Rows that their sessions no longer have. A late group keeps its rows for good, also when a session's files are replaced
// by others without them.

import { NO_DAY } from '../../core/money/calendar.ts';
import { spanOf } from '../../core/records/documents/period.ts';
import type { LateRow } from '../../core/records/late/late-groups.ts';
import { SIDES } from '../../core/records/rows/columns.ts';
import type { PartnerScope } from '../../core/records/session-key.ts';
import type { Days } from '../../ports/engine.ts';
import { nameOf, namesByPlace, type RowPlaces } from './row-places.ts';

/** Those of the rows whose content is not among the stored rows of their session. */
export async function rowsGone(
  deps: RowPlaces,
  { tenant, partner }: PartnerScope,
  rows: readonly LateRow[],
): Promise<ReadonlySet<LateRow>> {
  const gone = new Set<LateRow>();
  for (const [session, ofSession] of Map.groupBy(rows, (row) => row.session)) {
    for (const side of SIDES) {
      const own = ofSession.filter((row) => row.side === side);
      if (own.length === 0) continue;
      const names = new Set(own.map(({ fingerprint }) => nameOf(fingerprint, 0)));
      const asked = { side, days: daysOf(own), names };
      const there = new Set((await namesByPlace(deps, { tenant, partner, session }, asked)).values());
      for (const row of own) if (!there.has(nameOf(row.fingerprint, 0))) gone.add(row);
    }
  }
  return gone;
}

/** All days if a row has no date. */
function daysOf(rows: readonly LateRow[]): Days {
  const booked = rows.map(({ bookingDay }) => bookingDay);
  const { start, end } = spanOf(booked)!;
  return booked.includes(NO_DAY)
    ? { fromDay: Number.NEGATIVE_INFINITY, toDay: Number.POSITIVE_INFINITY }
    : { fromDay: start, toDay: end };
}

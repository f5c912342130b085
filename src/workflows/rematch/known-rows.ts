// Which rows of a document a partner's sessions of its kind hold already, by fingerprint. A session may hold the same
// statement as another one, so a row counts as often as the session with most of it has it. Of k identical rows in a
// document those beyond that count are new. A row that a session has outside of its own period or events is none that it
// holds: there it is neither open nor matched, and would be lost to everybody. Ad hoc sessions are not asked: a row that
// another document brought has the same record id, by which the open items know it, and one whose document was cut off
// before it became an open item becomes one now.

import { isAdHoc } from '../../core/exceptions/ad-hoc-id.ts';
import { inAnEvent } from '../../core/matching/candidates/events.ts';
import type { JsonObject } from '../../core/records/documents/json.ts';
import { bookedDays, daysOfSide } from '../../core/records/documents/period.ts';
import { mayMeet, type SessionKey } from '../../core/records/documents/session.ts';
import type { RowColumns, Side } from '../../core/records/rows/columns.ts';
import { summaryFromJson } from '../../core/summary/summary-json.ts';
import type { Unpacking } from '../../ports/compute.ts';
import type { Store } from '../../ports/store.ts';
import { nameOf, placesOf } from '../rows/row-places.ts';

interface KnownRows {
  /** To be asked once of each row, in order. */
  isNew(columns: RowColumns, row: number): boolean;
  /** Files that a session has on the other side, by digest. */
  readonly ofOtherSide: ReadonlyMap<string, string>;
}

export async function knownCounts(
  {
    store,
    compute,
  }: {
    readonly store: Pick<Store, 'sessions' | 'ingestions' | 'rowBlocks' | 'summaries'>;
    readonly compute: Unpacking;
  },
  scope: Pick<SessionKey, 'tenant' | 'partner'>,
  {
    side,
    files,
    kind,
  }: {
    readonly side: Side;
    readonly files: readonly RowColumns[];
    /** Of the document's rows (core/kinds). */
    readonly kind: string;
  },
): Promise<KnownRows> {
  const wanted = new Map(
    files.flatMap((columns) => Array.from({ length: columns.count }, (_, row) => named(columns, row))),
  );
  const booked = files.map(bookedDays).filter((found) => found !== null);
  const days = {
    fromDay: Math.min(...booked.map(({ start }) => start)),
    toDay: Math.max(...booked.map(({ end }) => end)),
  };
  const most = new Map<string, number>();
  const ofOtherSide = new Map<string, string>();
  for (const { key, ...session } of wanted.size === 0 ? [] : await store.sessions.list(scope)) {
    if (isAdHoc(key.session)) continue;
    for (const { side: ofSide, fileDigest } of await store.ingestions.live(key)) {
      if (ofSide !== side) ofOtherSide.set(fileDigest, key.session);
    }
    if (!mayMeet(session, kind)) continue;
    const counts = new Map<string, number>();
    for (const name of (await placesOf({ store, compute }, key, { side, days, names: wanted })).values()) {
      counts.set(name, (counts.get(name) ?? 0) + 1);
    }
    if (counts.size === 0) continue;
    const takesPart = takingPart((await store.summaries.latest(key))?.summary, side);
    raise(most, new Map([...counts].filter(([name]) => takesPart(wanted.get(name)!))));
  }
  const seen = new Map<string, number>();
  return {
    ofOtherSide,
    isNew(columns, row) {
      const name = nameOf(columns.fingerprint, row);
      const before = seen.get(name) ?? 0;
      seen.set(name, before + 1);
      return before >= (most.get(name) ?? 0);
    },
  };
}

/** A row's days are in its fingerprint. */
interface RowDays {
  readonly bookingDay: number;
  readonly valueDay: number;
}

const named = (columns: RowColumns, row: number): [string, RowDays] => [
  nameOf(columns.fingerprint, row),
  { bookingDay: columns.bookingDay[row]!, valueDay: columns.valueDay[row]! },
];

/** Which rows its session's run looked at; every one where no run tells. */
function takingPart(summary: JsonObject | undefined, side: Side): (row: RowDays) => boolean {
  if (summary === undefined) return () => true;
  const { periodStart, periodEnd, parameters } = summaryFromJson(summary).scope;
  const asked = { start: periodStart ?? Number.NEGATIVE_INFINITY, end: periodEnd ?? Number.POSITIVE_INFINITY };
  const { start, end } = daysOfSide(side, asked, parameters);
  const isWithin = (day: number): boolean => day >= start && day <= end;
  return ({ bookingDay, valueDay }) =>
    (isWithin(bookingDay) || isWithin(valueDay)) &&
    (inAnEvent(parameters.events, bookingDay) || inAnEvent(parameters.events, valueDay));
}

function raise(most: Map<string, number>, counts: ReadonlyMap<string, number>): void {
  for (const [name, times] of counts) most.set(name, Math.max(most.get(name) ?? 0, times));
}

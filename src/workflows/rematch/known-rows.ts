// Which rows of a document the partner's sessions of its kind have already, by fingerprint. Two sessions may have the
// same statement, so a row counts as often as in the session that has most of it. Of k identical rows in a document,
// those beyond that count are new. A row outside its session's own period or events does not count: there it is neither
// open nor matched, and would be lost. Ad hoc sessions are not asked: a row that another document brought has the same
// record id, by which the open items know it; if that document was interrupted before the row became an open item, it
// becomes one now.

import { isAdHoc } from '../../core/exceptions/ad-hoc-id.ts';
import { inAnEvent } from '../../core/matching/events.ts';
import type { JsonObject } from '../../core/records/documents/json.ts';
import { bookedDays, daysOfSide } from '../../core/records/documents/period.ts';
import { mayMeet } from '../../core/records/documents/session.ts';
import type { RowColumns, Side } from '../../core/records/rows/columns.ts';
import { FINGERPRINT_WORDS, KeyNumbers } from '../../core/records/rows/key-numbers.ts';
import type { SessionKey } from '../../core/records/session-key.ts';
import { summaryFromJson } from '../../core/summary/summary-json.ts';
import type { Unpacking } from '../../ports/compute.ts';
import type { Store } from '../../ports/store.ts';
import { eachStoredRow } from '../rows/row-places.ts';

interface KnownRows {
  /** Call it once for each row, in order. */
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
    /** The kind of the document's rows (core/kinds). */
    readonly kind: string;
  },
): Promise<KnownRows> {
  const wanted = new KeyNumbers(
    FINGERPRINT_WORDS,
    files.reduce((sum, { count }) => sum + count, 0),
  );
  for (const { fingerprint, count } of files) for (let row = 0; row < count; row++) wanted.add(fingerprint, row);
  const daysOf = daysByNumber(files, wanted);
  const booked = files.map(bookedDays).filter((found) => found !== null);
  const days = {
    fromDay: Math.min(...booked.map(({ start }) => start)),
    toDay: Math.max(...booked.map(({ end }) => end)),
  };
  const most = new Uint32Array(wanted.size);
  const ofOtherSide = new Map<string, string>();
  for (const { key, ...session } of wanted.size === 0 ? [] : await store.sessions.list(scope)) {
    if (isAdHoc(key.session)) continue;
    for (const { side: ofSide, fileDigest } of await store.ingestions.live(key)) {
      if (ofSide !== side) ofOtherSide.set(fileDigest, key.session);
    }
    if (!mayMeet(session, kind)) continue;
    const counts = new Uint32Array(wanted.size);
    let isFound = false;
    await eachStoredRow({ store, compute }, key, { side, days }, (_, fingerprint, row) => {
      const number = wanted.numberOf(fingerprint, row);
      if (number < 0) return;
      counts[number]++;
      isFound = true;
    });
    if (!isFound) continue;
    const takesPart = takingPart((await store.summaries.latest(key))?.summary, side);
    for (const [number, times] of counts.entries()) {
      if (times > most[number] && takesPart(daysOf(number))) most[number] = times;
    }
  }
  const seen = new Uint32Array(wanted.size);
  return {
    ofOtherSide,
    isNew({ fingerprint }, row) {
      const number = wanted.numberOf(fingerprint, row);
      return seen[number]++ >= most[number];
    },
  };
}

/** A row's days are in its fingerprint. */
interface RowDays {
  readonly bookingDay: number;
  readonly valueDay: number;
}

/** The days of each fingerprint, by its number. */
function daysByNumber(files: readonly RowColumns[], wanted: KeyNumbers): (number: number) => RowDays {
  const [bookingDay, valueDay] = [new Int32Array(wanted.size), new Int32Array(wanted.size)];
  for (const columns of files) {
    for (let row = 0; row < columns.count; row++) {
      const number = wanted.numberOf(columns.fingerprint, row);
      bookingDay[number] = columns.bookingDay[row];
      valueDay[number] = columns.valueDay[row];
    }
  }
  return (number) => ({ bookingDay: bookingDay[number], valueDay: valueDay[number] });
}

/** Which rows the session's run looked at; all rows if no run tells. */
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

// Single open items out of their columns: some of them as columns again, and one as the copy that a late group keeps.

import { textAt } from '../rows/columns.ts';
import { DIGEST_ID_BYTES, digestIdAt } from '../rows/digest-ids.ts';
import { joinColumns, pickRows } from '../rows/join-columns.ts';
import type { LateRow } from './late-groups.ts';
import { NO_ID, type OpenItemColumns } from './open-items.ts';

/** The items of these numbers, in their order. */
export function pickItems(items: OpenItemColumns, picked: ArrayLike<number>): OpenItemColumns {
  const places = Uint32Array.from(picked);
  const ids = (packed: Uint8Array): Uint8Array => {
    const out = new Uint8Array(DIGEST_ID_BYTES * places.length);
    places.forEach((item, k) => {
      out.set(packed.subarray(item * DIGEST_ID_BYTES, (item + 1) * DIGEST_ID_BYTES), k * DIGEST_ID_BYTES);
    });
    return out;
  };
  return {
    ...items,
    rows: pickRows(items.rows, places),
    ingestion: places.map((item) => items.ingestion[item]!),
    ordinal: places.map((item) => items.ordinal[item]!),
    recordId: ids(items.recordId),
    uid: ids(items.uid),
    clusterId: ids(items.clusterId),
  };
}

/** Of one side, one after the other. */
export function joinItems(first: OpenItemColumns, second: OpenItemColumns): OpenItemColumns {
  if (second.rows.count === 0) return first;
  const join = <Packed extends Uint8Array | Uint32Array>(a: Packed, b: Packed, out: Packed): Packed => {
    out.set(a, 0);
    out.set(b, a.length);
    return out;
  };
  const ids = (a: Uint8Array, b: Uint8Array) => join(a, b, new Uint8Array(a.length + b.length));
  const count = first.rows.count + second.rows.count;
  const later = second.ingestion.map((place) => place + first.ingestions.length);
  const sessions = first.sessions && second.sessions && [...first.sessions, ...second.sessions];
  return {
    side: first.side,
    rows: joinColumns([first.rows, second.rows]),
    ingestion: join(first.ingestion, later, new Uint32Array(count)),
    ordinal: join(first.ordinal, second.ordinal, new Uint32Array(count)),
    ingestions: [...first.ingestions, ...second.ingestions],
    ...(sessions && { sessions }),
    recordId: ids(first.recordId, second.recordId),
    uid: ids(first.uid, second.uid),
    clusterId: ids(first.clusterId, second.clusterId),
  };
}

/** `sessionOf`: of an ingestion. */
export function copiedItem(
  { side, rows, recordId, uid, ingestion, ingestions, ordinal }: OpenItemColumns,
  item: number,
  sessionOf: (ingestionId: string) => string | null | undefined,
): LateRow {
  const ingestionId = ingestions[ingestion[item]!]!;
  const uidOfRow = digestIdAt(uid, item);
  return {
    side,
    recordId: digestIdAt(recordId, item),
    ...(uidOfRow !== NO_ID && { uid: uidOfRow }),
    session: sessionOf(ingestionId) ?? '',
    ingestionId,
    ordinal: ordinal[item]!,
    fingerprint: [rows.fingerprint[2 * item]!, rows.fingerprint[2 * item + 1]!],
    bookingDay: rows.bookingDay[item]!,
    valueDay: rows.valueDay[item]!,
    amountMinor: rows.amount[item]!,
    currency: rows.currencies[rows.currency[item]!] ?? '',
    account: rows.accounts[rows.account[item]!] ?? '',
    reference: textAt(rows.reference, item),
    settlementSession: textAt(rows.settlementSession, item),
    narration: textAt(rows.narration, item),
    sourceId: textAt(rows.sourceId, item),
    file: rows.files[rows.file[item]!] ?? '',
    line: rows.line[item]!,
  };
}

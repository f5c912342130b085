// Single open items out of their columns: some of them as columns again, and one as the copy that a late group keeps.

import { textAt } from '../rows/columns.ts';
import { DIGEST_ID_BYTES, digestIdAt } from '../rows/digest-ids.ts';
import { pickRows } from '../rows/join-columns.ts';
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

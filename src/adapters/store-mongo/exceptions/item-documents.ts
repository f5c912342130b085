// Open items as documents and back into columns.

import { isAscii, isUtf8 } from 'node:buffer';
import type { OpenItemColumns } from '../../../core/records/documents/open-items.ts';
import {
  filled,
  sharedFloat64,
  sharedInt32,
  sharedUint8,
  sharedUint16,
  sharedUint32,
} from '../../../core/records/rows/allocate.ts';
import type { NamedColumns, RowColumns, Side, TextColumn } from '../../../core/records/rows/columns.ts';
import { DIGEST_ID_BYTES, digestBytesAt, isNoDigest } from '../../../core/records/rows/digest-ids.ts';
import { Labels } from '../../../core/records/rows/labels.ts';
import { columnsFromValues, type NamedValue, namedValues } from '../../../core/records/rows/named-columns.ts';
import type { Range } from '../../../core/records/rows/range.ts';
import { textColumnOf } from '../../../core/records/rows/text-column.ts';
import { type SessionKey, sessionKeyOf } from '../../../core/records/session-key.ts';
import type { NamedDocument, OpenItemDocument } from '../row-documents.ts';
import { type PlacedRun, writtenBy } from '../runs/superseded.ts';

/** A text of a column, or its bytes if they are not UTF-8, so that it is read back as it was. */
export function textOf({ bytes, offsets }: TextColumn): (i: number) => string | Uint8Array {
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  if (isAscii(all)) return (i) => all.toString('latin1', offsets[i], offsets[i + 1]);
  return (i) => {
    const text = all.subarray(offsets[i], offsets[i + 1]);
    return isUtf8(text) ? text.toString() : text;
  };
}

/** The items from <= i < to. `first`: the place of item 0. */
export function itemDocuments(
  items: OpenItemColumns,
  { from, to }: Range,
  { key, run, first }: { readonly key: SessionKey; readonly run: PlacedRun; readonly first: number },
): OpenItemDocument[] {
  const { rows } = items;
  const scope = sessionKeyOf(key);
  const written = writtenBy(run);
  const fingerprints = new Uint8Array(rows.fingerprint.buffer, rows.fingerprint.byteOffset, 8 * rows.count);
  const [reference, settlementSession] = [textOf(rows.reference), textOf(rows.settlementSession)];
  const [narration, sourceId] = [textOf(rows.narration), textOf(rows.sourceId)];
  const documents: OpenItemDocument[] = [];
  for (let i = from; i < to; i++) {
    const clusterId = digestBytesAt(items.clusterId, i);
    const uid = digestBytesAt(items.uid, i);
    documents.push({
      _id: digestBytesAt(items.recordId, i),
      ...scope,
      side: items.side,
      state: 'open',
      seq: first + i,
      run_id: run.runId,
      ...written,
      ingestion_id: items.ingestions[items.ingestion[i]],
      ordinal: items.ordinal[i],
      ...(!isNoDigest(uid) && { uid }),
      cluster_id: isNoDigest(clusterId) ? null : clusterId,
      amount_minor: rows.amount[i],
      booking_day: rows.bookingDay[i],
      value_day: rows.valueDay[i],
      account: rows.accounts[rows.account[i]],
      currency: rows.currencies[rows.currency[i]],
      flags: rows.flags[i],
      file: rows.files[rows.file[i]],
      line: rows.line[i],
      fingerprint: fingerprints.subarray(8 * i, 8 * i + 8),
      reference: reference(i),
      settlement_session: settlementSession(i),
      narration: narration(i),
      source_id: sourceId(i),
      ...(rows.named && { named: namedDocuments(rows.named, i) }),
    });
  }
  return documents;
}

/** Items of one side as columns, in the given order. */
export function itemColumns(side: Side, items: readonly OpenItemDocument[]): OpenItemColumns {
  const count = items.length;
  const [account, currency, file, ingestion] = [new Labels(), new Labels(), new Labels(), new Labels()];
  const recordId = sharedUint8(count * DIGEST_ID_BYTES);
  const uid = sharedUint8(count * DIGEST_ID_BYTES);
  const clusterId = sharedUint8(count * DIGEST_ID_BYTES);
  const fingerprint = sharedUint32(2 * count);
  const fingerprints = new Uint8Array(fingerprint.buffer);
  for (const [i, item] of items.entries()) {
    recordId.set(item._id, i * DIGEST_ID_BYTES);
    if (item.uid !== undefined) uid.set(item.uid, i * DIGEST_ID_BYTES);
    if (item.cluster_id !== null) clusterId.set(item.cluster_id, i * DIGEST_ID_BYTES);
    fingerprints.set(item.fingerprint, 8 * i);
  }
  const named = columnsFromValues(items.map(namedOf));
  const rows: RowColumns = {
    count,
    amount: filled(sharedFloat64(count), items, (item) => item.amount_minor),
    bookingDay: filled(sharedInt32(count), items, (item) => item.booking_day),
    valueDay: filled(sharedInt32(count), items, (item) => item.value_day),
    account: filled(sharedUint16(count), items, (item) => account.place(item.account)),
    currency: filled(sharedUint8(count), items, (item) => currency.place(item.currency)),
    flags: filled(sharedUint8(count), items, (item) => item.flags),
    file: filled(sharedUint16(count), items, (item) => file.place(item.file)),
    line: filled(sharedUint32(count), items, (item) => item.line),
    fingerprint,
    reference: textsOf(items, (item) => item.reference),
    settlementSession: textsOf(items, (item) => item.settlement_session),
    narration: textsOf(items, (item) => item.narration),
    sourceId: textsOf(items, (item) => item.source_id),
    accounts: account.list,
    currencies: currency.list,
    files: file.list,
    ...(named.length > 0 && { named }),
  };
  return {
    side,
    rows,
    ingestion: filled(sharedUint32(count), items, (item) => ingestion.place(item.ingestion_id)),
    ordinal: filled(sharedUint32(count), items, (item) => item.ordinal),
    ingestions: ingestion.list,
    sessions: sessionsOf(ingestion.list, items),
    recordId,
    uid,
    clusterId,
  };
}

/** The session of each ingestion. */
function sessionsOf(ingestions: readonly string[], items: readonly OpenItemDocument[]): string[] {
  const sessions = new Map(items.map(({ ingestion_id, session }) => [ingestion_id, session]));
  return ingestions.map((id) => sessions.get(id)!);
}

const encoder = new TextEncoder();

const namedDocuments = (columns: NamedColumns, i: number): NamedDocument[] =>
  namedValues(columns, i).map(({ value, ...definition }) => ({
    ...definition,
    value: isUtf8(value) ? Buffer.from(value).toString() : value,
  }));

const namedOf = ({ named = [] }: OpenItemDocument): NamedValue[] =>
  named.map(({ value, ...definition }) => ({
    ...definition,
    value: typeof value === 'string' ? encoder.encode(value) : value,
  }));

const textsOf = (
  items: readonly OpenItemDocument[],
  textIn: (item: OpenItemDocument) => string | Uint8Array,
): TextColumn => textColumnOf(items.map(textIn));

// Picks open items from columns: several as columns, or one as the copy that a late group keeps.

import type { LateRow } from '../late/late-groups.ts';
import { sharedUint8, sharedUint32 } from '../rows/allocate.ts';
import { type RowColumns, textAt } from '../rows/columns.ts';
import { DIGEST_ID_BYTES, digestIdAt } from '../rows/digest-ids.ts';
import { joinColumns, pickRows } from '../rows/join-columns.ts';
import { Labels } from '../rows/labels.ts';
import { NO_ID, type OpenItemColumns } from './open-items.ts';

/** The items with these indexes, in that order. */
export function pickItems(items: OpenItemColumns, picked: ArrayLike<number>): OpenItemColumns {
  const places = Uint32Array.from(picked);
  // Copied byte by byte: creating views would take ten times as long.
  const ids = (packed: Uint8Array): Uint8Array => {
    const out = new Uint8Array(DIGEST_ID_BYTES * places.length);
    for (let k = 0, to = 0; k < places.length; k++) {
      const from = places[k] * DIGEST_ID_BYTES;
      for (let i = 0; i < DIGEST_ID_BYTES; i++) out[to++] = packed[from + i];
    }
    return out;
  };
  return {
    ...items,
    rows: pickRows(items.rows, places),
    ingestion: places.map((item) => items.ingestion[item]),
    ordinal: places.map((item) => items.ordinal[item]),
    recordId: ids(items.recordId),
    uid: ids(items.uid),
    clusterId: ids(items.clusterId),
  };
}

/** Joins items of one side. */
export function joinItems(parts: readonly [OpenItemColumns, ...OpenItemColumns[]]): OpenItemColumns {
  if (parts.length === 1) return parts[0];
  const count = parts.reduce((sum, { rows }) => sum + rows.count, 0);
  const [ingestions, files] = [new Labels(), new Labels()];
  const sessions: (string | undefined)[] = [];
  const out = {
    ...{ ingestion: sharedUint32(count), ordinal: sharedUint32(count) },
    recordId: sharedUint8(count * DIGEST_ID_BYTES),
    uid: sharedUint8(count * DIGEST_ID_BYTES),
    clusterId: sharedUint8(count * DIGEST_ID_BYTES),
  };
  let at = 0;
  const rows = parts.map((part) => {
    const places = part.ingestions.map((id) => ingestions.place(id));
    for (const [i, place] of places.entries()) sessions[place] = part.sessions?.[i];
    for (const [i, ingestion] of part.ingestion.entries()) out.ingestion[at + i] = places[ingestion];
    out.ordinal.set(part.ordinal, at);
    for (const name of IDS) out[name].set(part[name], at * DIGEST_ID_BYTES);
    at += part.rows.count;
    // A file name that occurs in several parts becomes one label.
    const names = part.rows.files.map((name) => files.place(name));
    return { ...part.rows, file: part.rows.file.map((file) => names[file]), files: [] };
  });
  return {
    side: parts[0].side,
    rows: { ...joinColumns(rows), files: files.list },
    ...out,
    ingestions: ingestions.list,
    ...(parts.every((part) => part.sessions !== undefined) && { sessions: sessions as string[] }),
  };
}

/** Sorts the items by their places, which all differ. Labels are numbered by first appearance. */
export function inOrderOf(items: OpenItemColumns, places: ArrayLike<number>): OpenItemColumns {
  const order = Uint32Array.from(places, (_, item) => item).sort((a, b) => places[a] - places[b]);
  const sorted = pickItems(items, order);
  const { rows } = sorted;
  const ingestions = numberAnew(sorted.ingestion, sorted.ingestions);
  const sessionOf = new Map(sorted.ingestions.map((id, place) => [id, sorted.sessions?.[place]]));
  return {
    ...sorted,
    rows: {
      ...rows,
      accounts: numberAnew(rows.account, rows.accounts),
      currencies: numberAnew(rows.currency, rows.currencies),
      files: numberAnew(rows.file, rows.files),
    },
    ingestions,
    ...(sorted.sessions && { sessions: ingestions.map((id) => sessionOf.get(id)!) }),
  };
}

/** Renumbers a column's labels by first appearance; answers them in the new order. */
function numberAnew(column: { readonly length: number; [at: number]: number }, labels: readonly string[]): string[] {
  const anew = new Labels();
  for (let i = 0; i < column.length; i++) column[i] = anew.place(labels[column[i]]);
  return anew.list;
}

const IDS = ['recordId', 'uid', 'clusterId'] as const;

/** The copy of an item for a late group. `sessionOf`: the session of an ingestion. */
export function copiedItem(
  { side, rows, recordId, uid, ingestion, ingestions, ordinal }: OpenItemColumns,
  item: number,
  sessionOf: (ingestionId: string) => string | null | undefined,
): LateRow {
  const ingestionId = ingestions[ingestion[item]];
  const uidOfRow = digestIdAt(uid, item);
  return copiedRow(rows, item, {
    side,
    recordId: digestIdAt(recordId, item),
    ...(uidOfRow !== NO_ID && { uid: uidOfRow }),
    session: sessionOf(ingestionId) ?? '',
    ingestionId,
    ordinal: ordinal[item],
  });
}

/** The copy of a row of columns. `known`: what its columns do not have. */
export const copiedRow = (
  rows: RowColumns,
  row: number,
  known: Pick<LateRow, 'side' | 'recordId' | 'uid' | 'session' | 'ingestionId' | 'ordinal'>,
): LateRow => ({
  ...known,
  fingerprint: [rows.fingerprint[2 * row], rows.fingerprint[2 * row + 1]],
  bookingDay: rows.bookingDay[row],
  valueDay: rows.valueDay[row],
  amountMinor: rows.amount[row],
  currency: rows.currencies[rows.currency[row]] ?? '',
  account: rows.accounts[rows.account[row]] ?? '',
  reference: textAt(rows.reference, row),
  settlementSession: textAt(rows.settlementSession, row),
  narration: textAt(rows.narration, row),
  sourceId: textAt(rows.sourceId, row),
  file: rows.files[rows.file[row]] ?? '',
  line: rows.line[row],
});

// A run's clusters and open items in the form that is stored, some thousands at a time. Record ids are computed once
// for the rows that stay open, cluster ids from them.

import { NO_DAY } from '../money/calendar.ts';
import { type ClusterColumns, type Domain, type LooksLike, NO_DELTA } from '../records/documents/clusters.ts';
import type { OpenItemColumns } from '../records/documents/open-items.ts';
import { sharedFloat64, sharedInt32, sharedUint8, sharedUint32 } from '../records/rows/allocate.ts';
import { SIDES, type Side, type TextColumn } from '../records/rows/columns.ts';
import { DIGEST_ID_BYTES, packDigestIds } from '../records/rows/digest-ids.ts';
import { clusterId, type IdentityScope } from '../records/rows/identity.ts';
import { pickRows } from '../records/rows/join-columns.ts';
import type { Positions } from '../records/rows/positions.ts';
import type { Range } from '../records/rows/range.ts';
import { type ClusterSet, clusterAt, membersOf, reasonOf, typeOf } from './cluster-set.ts';
import type { RowPlace, SessionHints } from './hints/hint.ts';
import type { OpenSession } from './open-session.ts';

export interface StoredExceptions {
  readonly session: OpenSession;
  readonly set: ClusterSet;
  readonly positions: Positions;
  /** Record ids, packed, one for each open item of a side. */
  readonly recordIds: Readonly<Record<Side, Uint8Array>>;
  /** Row uids, packed, one for each open item of a side. */
  readonly uids: Readonly<Record<Side, Uint8Array>>;
  /** Cluster ids, packed, one for each cluster. */
  readonly clusterIds: Uint8Array;
  readonly hints: SessionHints;
  /** The record id of a row that a hint names. */
  readonly hintedId: (place: RowPlace) => string;
  readonly domain: Domain;
  readonly service: string | null;
  readonly branchId: string | null;
}

/** Cluster ids, packed: digests of type and record ids. `recordIds`: those of each open item of a side. */
export function clusterIdsOf(
  scope: IdentityScope,
  set: ClusterSet,
  recordIds: Readonly<Record<Side, readonly string[]>>,
): Uint8Array {
  const ids: string[] = [];
  for (let c = 0; c < set.count; c++) {
    const records: string[] = [];
    for (const side of SIDES) {
      const { offsets, items } = set.members[side];
      for (let k = offsets[c]; k < offsets[c + 1]; k++) records.push(recordIds[side][items[k]]);
    }
    ids.push(clusterId(scope, typeOf(set, c), records));
  }
  return packDigestIds(ids);
}

/** Clusters from <= c < to. */
export function clusterColumns(stored: StoredExceptions, { from, to }: Range): ClusterColumns {
  const { session, set, positions } = stored;
  const count = to - from;
  const clusters = Array.from({ length: count }, (_, k) => clusterAt(session, set, from + k));
  const labels = { types: [] as string[], rules: [] as string[], currencies: [] as string[] };
  const label = (list: string[], name: string): number => {
    const known = list.indexOf(name);
    return known >= 0 ? known : list.push(name) - 1;
  };
  return {
    count,
    domain: stored.domain,
    service: stored.service,
    branchId: stored.branchId,
    clusterId: shared(stored.clusterIds.subarray(from * DIGEST_ID_BYTES, to * DIGEST_ID_BYTES)),
    type: fill(sharedUint8(count), (k) => label(labels.types, clusters[k].type)),
    rule: fill(sharedUint8(count), (k) => label(labels.rules, clusters[k].rule)),
    currency: fill(sharedUint8(count), (k) => label(labels.currencies, clusters[k].currency)),
    reason: texts(Array.from({ length: count }, (_, k) => reasonOf(session, set, from + k))),
    sampleGlDay: fill(sharedInt32(count), (k) => clusters[k].sampleGlDay ?? NO_DAY),
    sampleBankDay: fill(sharedInt32(count), (k) => clusters[k].sampleBankDay ?? NO_DAY),
    deltaDays: fill(sharedInt32(count), (k) => clusters[k].dateDeltaDays ?? NO_DELTA),
    amountDelta: fill(sharedFloat64(count), (k) => clusters[k].amountDelta ?? NO_DELTA),
    amount: fill(sharedFloat64(count), (k) => clusters[k].amount),
    looksLike: looksLike(stored, { from, to }),
    members: members(stored, { from, to }),
    ...labels,
    ingestions: positions.ingestions,
  };
}

function looksLike({ hints, hintedId }: StoredExceptions, { from, to }: Range): ClusterColumns['looksLike'] {
  const found = new Map<number, readonly LooksLike[]>();
  for (let c = from; c < to; c++) {
    const said = hints.get(c);
    if (said === undefined) continue;
    const stored = said.map(({ kind, rows, sentence }) => ({ kind, recordIds: rows.map(hintedId), sentence }));
    found.set(c - from, stored);
  }
  return found;
}

function members(
  { session, set, positions, recordIds }: StoredExceptions,
  { from, to }: Range,
): ClusterColumns['members'] {
  const list: { side: Side; item: number }[] = [];
  const offsets = sharedUint32(to - from + 1);
  for (let c = from; c < to; c++) {
    const of = membersOf(set, c);
    for (const side of SIDES) for (const item of of[side]) list.push({ side, item });
    offsets[c - from + 1] = list.length;
  }
  const row = (k: number): number => session.open[list[k].side].row[list[k].item];
  const recordId = sharedUint8(list.length * DIGEST_ID_BYTES);
  list.forEach(({ side, item }, k) => {
    recordId.set(recordIds[side].subarray(item * DIGEST_ID_BYTES, (item + 1) * DIGEST_ID_BYTES), k * DIGEST_ID_BYTES);
  });
  return {
    offsets,
    side: fill(sharedUint8(list.length), (k) => SIDES.indexOf(list[k].side)),
    recordId,
    ingestion: fill(sharedUint32(list.length), (k) => positions.ingestionOf(list[k].side, row(k))),
    ordinal: fill(sharedUint32(list.length), (k) => positions.ordinalOf(list[k].side, row(k))),
  };
}

/** Open items from <= item < to of one side, with all of their content. */
export function openItemColumns(stored: StoredExceptions, side: Side, { from, to }: Range): OpenItemColumns {
  const { session, set, positions, recordIds, uids, clusterIds } = stored;
  const columns = session.columns[side];
  const count = to - from;
  const rowAt = (k: number): number => session.open[side].row[from + k];
  const clusterId = sharedUint8(count * DIGEST_ID_BYTES);
  for (let k = 0; k < count; k++) {
    const c = set.clusterOf[side][from + k];
    if (c < 0) continue;
    clusterId.set(clusterIds.subarray(c * DIGEST_ID_BYTES, (c + 1) * DIGEST_ID_BYTES), k * DIGEST_ID_BYTES);
  }
  return {
    side,
    rows: pickRows(columns, session.open[side].row.subarray(from, to)),
    ingestion: fill(sharedUint32(count), (k) => positions.ingestionOf(side, rowAt(k))),
    ordinal: fill(sharedUint32(count), (k) => positions.ordinalOf(side, rowAt(k))),
    ingestions: positions.ingestions,
    recordId: shared(recordIds[side].subarray(from * DIGEST_ID_BYTES, to * DIGEST_ID_BYTES)),
    uid: shared(uids[side].subarray(from * DIGEST_ID_BYTES, to * DIGEST_ID_BYTES)),
    clusterId,
  };
}

const encoder = new TextEncoder();

function texts(list: readonly string[]): TextColumn {
  const encoded = list.map((text) => encoder.encode(text));
  const offsets = sharedUint32(list.length + 1);
  encoded.forEach((bytes, i) => {
    offsets[i + 1] = offsets[i] + bytes.length;
  });
  const bytes = sharedUint8(offsets[list.length]);
  encoded.forEach((text, i) => {
    bytes.set(text, offsets[i]);
  });
  return { bytes, offsets };
}

function shared(bytes: Uint8Array): Uint8Array {
  const copy = sharedUint8(bytes.length);
  copy.set(bytes);
  return copy;
}

function fill<T extends Uint8Array | Uint32Array | Int32Array | Float64Array>(array: T, at: (k: number) => number): T {
  for (let k = 0; k < array.length; k++) array[k] = at(k);
  return array;
}

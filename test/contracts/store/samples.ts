// Documents for the contract suites, made of arbitrary but seeded rows.

import fc from 'fast-check';
import { packGroupBlock } from '../../../src/adapters/block-packing/group-blocks.ts';
import { packRowBlock } from '../../../src/adapters/block-packing/row-blocks.ts';
import { NO_DAY } from '../../../src/core/money/calendar.ts';
import { type ClusterColumns, NO_DELTA } from '../../../src/core/records/documents/clusters.ts';
import type { OpenItemColumns } from '../../../src/core/records/documents/open-items.ts';
import { type GroupColumns, NO_POSITION } from '../../../src/core/records/groups/groups.ts';
import type { RowColumns, Side } from '../../../src/core/records/rows/columns.ts';
import { packDigestIds } from '../../../src/core/records/rows/digest-ids.ts';
import type { SessionKey } from '../../../src/core/records/session-key.ts';
import type { NewIngestion } from '../../../src/ports/ingestions.ts';
import type { NumberedRowBlock } from '../../../src/ports/row-blocks.ts';
import type { Store } from '../../../src/ports/store.ts';
import { sampleRow, toColumns } from '../../core/records/row-samples.ts';
import { KEY } from './store-under-test.ts';

const sampled = new Map<string, RowColumns>();

/** The same rows for the same seed and count; made once, for making them costs more than storing them. */
export function rowsOf(seed: number, count: number): RowColumns {
  const name = `${seed}/${count}`;
  let rows = sampled.get(name);
  if (rows === undefined) sampled.set(name, (rows = toColumns(fc.sample(sampleRow, { numRuns: count, seed }))));
  return rows;
}

/** Ids as digests are: 32 hexadecimal digits that differ by what they name. */
export const digestId = (kind: number, n: number): string => (kind * 1_000_000 + n).toString(16).padStart(32, '0');

export function newIngestion(
  ingestionId: string,
  {
    key = KEY,
    side = 'gl',
    rows = 0,
    blocks = 0,
  }: { key?: SessionKey; side?: Side; rows?: number; blocks?: number } = {},
): NewIngestion {
  return {
    header: {
      ingestionId,
      key,
      side,
      file: `${ingestionId}.csv`,
      fileDigest: digestId(9, ingestionId.length),
      rows,
      blocks,
      balances: [{ account: '0012345678', currency: 'NGN', openingMinor: -9_000_000_000_000_000, closingMinor: null }],
      warnings: ['The statement does not foot.'],
      plan: { fingerprint: '["delimited",";","Date","Amount"]', mapping: { columns: { booking_date: 1, amount: 2 } } },
      addedAt: 2_000,
    },
    rejected: [
      { line: 17, reason: 'no amount' },
      { line: 4_000_000_000, reason: 'the date "31/13/2026" is none' },
    ],
  };
}

export function rowBlocksOf(rows: RowColumns, size: number): NumberedRowBlock[] {
  const blocks = [];
  for (let from = 0; from < rows.count; from += size) {
    const to = Math.min(rows.count, from + size);
    blocks.push({ n: blocks.length, block: packRowBlock(rows, { from, to }) });
  }
  return blocks;
}

/** Adds an ingestion with all of its blocks. */
export async function ingest(store: Store, ingestionId: string, options: { key?: SessionKey; side?: Side } = {}) {
  const rows = rowsOf(ingestionId.length, 10);
  const blocks = rowBlocksOf(rows, 4);
  await store.ingestions.add(newIngestion(ingestionId, { ...options, rows: rows.count, blocks: blocks.length }));
  await store.rowBlocks.put(ingestionId, blocks);
}

/** One to one groups of the rows with equal ordinals in two ingestions. */
export function groupsOf(count: number, ingestions: readonly [gl: string, bank: string]): GroupColumns {
  const members = (ingestion: number) => ({
    offsets: Uint32Array.from({ length: count + 1 }, (_, i) => i),
    positions: Uint32Array.from({ length: 2 * count }, (_, i) => (i % 2 === 0 ? ingestion : i >> 1)),
  });
  return {
    count,
    tier: new Uint8Array(count).fill(1),
    confidence: new Uint8Array(count).fill(100),
    difference: new Float64Array(count),
    days: new Int32Array(count),
    textScore: new Int16Array(count).fill(-1),
    feeBasis: new Uint8Array(count),
    byKey: new Uint8Array(count).fill(1),
    runnerUp: new Uint32Array(2 * count).fill(NO_POSITION),
    runnerUpGap: new Int32Array(count).fill(-1),
    gl: members(0),
    bank: members(1),
    twin: Uint32Array.from({ length: count }, (_, i) => i % 3),
    weighed: { probability: Int16Array.from({ length: count }, (_, i) => 9_000 + (i % 1_000)) },
    ingestions,
  };
}

export const groupBlocksOf = (groups: GroupColumns, size: number) =>
  Array.from({ length: Math.ceil(groups.count / size) }, (_, n) => ({
    n,
    block: packGroupBlock(groups, {
      range: { from: n * size, to: Math.min(groups.count, (n + 1) * size) },
      amounts: [{ currency: 'NGN', glAmountMinor: 10n ** 19n, bankAmountMinor: -(10n ** 19n) }],
    }),
  }));

/** Open items on the rows of a seed; `first` numbers their record ids. */
export function openItemsOf(
  rows: RowColumns,
  { ingestionId, first, side = 'gl' }: { ingestionId: string; first: number; side?: Side },
): OpenItemColumns {
  const indexes = Array.from({ length: rows.count }, (_, i) => i);
  return {
    side,
    rows,
    ingestion: new Uint32Array(rows.count),
    ordinal: Uint32Array.from(indexes),
    ingestions: [ingestionId],
    recordId: packDigestIds(indexes.map((i) => digestId(1, first + i))),
    uid: packDigestIds(indexes.map((i) => (i % 4 === 0 ? '0'.repeat(32) : digestId(8, first + i)))),
    clusterId: packDigestIds(indexes.map((i) => (i % 3 === 0 ? '0'.repeat(32) : digestId(2, first + i)))),
  };
}

export const LOOKS_LIKE = { kind: 'adds_up', recordIds: ['0'.repeat(31) + '7'], sentence: 'It comes to “₦ 5”.' };

/** Clusters of two rows each, alternately not_found_gl and amount_mismatch; `first` numbers their ids. */
export function clustersOf(
  count: number,
  { ingestionId, first, reason = 'no bank row' }: { ingestionId: string; first: number; reason?: string },
): ClusterColumns {
  const indexes = Array.from({ length: count }, (_, i) => i);
  const reasons = new TextEncoder().encode(reason);
  return {
    count,
    domain: 'mfb',
    service: null,
    branchId: null,
    clusterId: packDigestIds(indexes.map((i) => digestId(2, first + i))),
    type: Uint8Array.from(indexes, (i) => i % 2),
    rule: Uint8Array.from(indexes, (i) => i % 2),
    currency: new Uint8Array(count),
    looksLike: new Map([[0, [LOOKS_LIKE]]]),
    reason: {
      bytes: new Uint8Array(Array(count).fill(Array.from(reasons)).flat()),
      offsets: Uint32Array.from({ length: count + 1 }, (_, i) => i * reasons.length),
    },
    sampleGlDay: Int32Array.from(indexes, (i) => 20_000 + i),
    sampleBankDay: Int32Array.from(indexes, (i) => (i % 2 === 0 ? NO_DAY : 20_001 + i)),
    deltaDays: Int32Array.from(indexes, (i) => (i % 2 === 0 ? NO_DELTA : 1)),
    amountDelta: Float64Array.from(indexes, (i) => (i % 2 === 0 ? NO_DELTA : 250)),
    amount: Float64Array.from(indexes, (i) => -9_000_000_000_000_000 + i),
    members: {
      offsets: Uint32Array.from({ length: count + 1 }, (_, i) => 2 * i),
      side: Uint8Array.from({ length: 2 * count }, (_, k) => k % 2),
      recordId: packDigestIds(Array.from({ length: 2 * count }, (_, k) => digestId(1, 2 * first + k))),
      ingestion: new Uint32Array(2 * count),
      ordinal: Uint32Array.from({ length: 2 * count }, (_, k) => k),
    },
    types: ['not_found_gl', 'amount_mismatch'],
    rules: ['the rest', 'key equal, amounts differ'],
    currencies: ['NGN'],
    ingestions: [ingestionId],
  };
}

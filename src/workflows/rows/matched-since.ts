// Rows of documents for decisions that a session's run has matched since. No session had them when they came, so they
// stay open in the store. They match nothing any more: a row is money once. As many of them count as a run matched.

import { TieoutError } from '../../core/errors.ts';
import { isAdHoc } from '../../core/exceptions/ad-hoc-id.ts';
import type { OpenItemColumns } from '../../core/records/documents/open-items.ts';
import { TIER_OPEN } from '../../core/records/groups/groups.ts';
import { chunksOf } from '../../core/records/rows/chunks.ts';
import type { Side } from '../../core/records/rows/columns.ts';
import { digestIdAt } from '../../core/records/rows/digest-ids.ts';
import { FINGERPRINT_WORDS, KeyNumbers } from '../../core/records/rows/key-numbers.ts';
import type { PartnerScope } from '../../core/records/session-key.ts';
import type { Days } from '../../ports/engine.ts';
import type { Store } from '../../ports/store.ts';
import { eachStoredRow, type RowPlaces } from './row-places.ts';

/** Where rows of sessions and their groups are read from. */
export type SessionRows = RowPlaces & { readonly store: Pick<Store, 'sessions' | 'groupBlocks'> };

/** Record ids of such rows, among open rows that were booked in the days. */
export async function matchedSince(
  { store, compute }: SessionRows,
  scope: PartnerScope & Days,
  items: OpenItemColumns,
): Promise<string[]> {
  const names = new KeyNumbers(FINGERPRINT_WORDS);
  const { fingerprint } = items.rows;
  const mayBe = (row: number) => isAdHoc(items.sessions?.[items.ingestion[row]] ?? '');
  for (let row = 0; row < items.rows.count; row++) if (mayBe(row)) names.add(fingerprint, row);
  if (names.size === 0) return [];
  const most = new Uint32Array(names.size);
  for (const { key, runId } of await store.sessions.list(scope)) {
    if (isAdHoc(key.session) || runId === null) continue;
    // Names of rows, by ingestion and ordinal.
    const found = new Map<string, Map<number, number>>();
    const asked = { side: items.side, days: scope };
    await eachStoredRow({ store, compute }, key, asked, ({ ingestionId, ordinal }, stored, row) => {
      const name = names.numberOf(stored, row);
      if (name < 0) return;
      const ofFile = found.get(ingestionId);
      if (ofFile === undefined) found.set(ingestionId, new Map([[ordinal, name]]));
      else ofFile.set(ordinal, name);
    });
    if (found.size === 0) continue;
    const counts = new Uint32Array(names.size);
    const matched = await eachMatched({ store, compute }, runId, items.side, (ingestionId, ordinal) => {
      const name = found.get(ingestionId)?.get(ordinal);
      if (name !== undefined) counts[name]++;
    });
    if (matched === 'pruned') {
      counts.fill(0);
      for (const ofFile of found.values()) for (const name of ofFile.values()) counts[name]++;
    }
    for (const [name, times] of counts.entries()) most[name] = Math.max(most[name], times);
  }
  // In the order of the rows, as many of each name as were matched.
  const records: string[] = [];
  for (let row = 0; row < items.rows.count; row++) {
    const name = mayBe(row) ? names.numberOf(fingerprint, row) : -1;
    if (name < 0 || most[name] === 0) continue;
    most[name]--;
    records.push(digestIdAt(items.recordId, row));
  }
  return records;
}

/** Group blocks read at a time. */
const BLOCKS_AT_ONCE = 16;

/**
 * Calls back for each row that a run has in groups; `pruned` if they are no longer kept: any of its rows may be
 * matched.
 */
async function eachMatched(
  { store, compute }: SessionRows,
  runId: string,
  side: Side,
  told: (ingestionId: string, ordinal: number) => void,
): Promise<'told' | 'pruned'> {
  const headers = await store.groupBlocks.headers(runId);
  const numbers = headers.flatMap(({ n, header }) => (header.tier === TIER_OPEN ? [] : [n]));
  for (const some of chunksOf(numbers, BLOCKS_AT_ONCE)) {
    const blocks = await store.groupBlocks.read(runId, some).catch((error: unknown) => {
      if (error instanceof TieoutError && error.code === 'content_pruned') return null;
      throw error;
    });
    if (blocks === null) return 'pruned';
    const groups = await compute.unpackGroups(blocks);
    const { positions } = groups[side];
    for (let k = 0; 2 * k < positions.length; k++) {
      told(groups.ingestions[positions[2 * k]] ?? '', positions[2 * k + 1]);
    }
  }
  return 'told';
}

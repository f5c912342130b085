// Rows of documents that were supplied for decisions, of which a session's run has matched as many as it could be since:
// no session had them at the time. They stay open in the store, and are nobody's counterpart: a row is money once.

import { TieoutError } from '../../core/errors.ts';
import { isAdHoc } from '../../core/exceptions/ad-hoc-id.ts';
import type { PartnerScope } from '../../core/records/documents/late-groups.ts';
import type { OpenItemColumns } from '../../core/records/documents/open-items.ts';
import { TIER_OPEN } from '../../core/records/groups/groups.ts';
import type { Side } from '../../core/records/rows/columns.ts';
import { digestIdAt } from '../../core/records/rows/digest-ids.ts';
import type { Days } from '../../ports/engine.ts';
import type { Store } from '../../ports/store.ts';
import { nameOf, placeOf, placesOf, type RowPlaces } from './row-places.ts';

/** What rows of sessions and their groups are read from. */
export type SessionRows = RowPlaces & { readonly store: Pick<Store, 'sessions' | 'groupBlocks'> };

/** The records, of open rows that were booked in the days. */
export async function matchedSince(
  { store, compute }: SessionRows,
  scope: PartnerScope & Days,
  items: OpenItemColumns,
): Promise<string[]> {
  const records = new Map<string, string[]>();
  for (let row = 0; row < items.rows.count; row++) {
    if (!isAdHoc(items.sessions?.[items.ingestion[row]!] ?? '')) continue;
    const name = nameOf(items.rows.fingerprint, row);
    records.set(name, [...(records.get(name) ?? []), digestIdAt(items.recordId, row)]);
  }
  if (records.size === 0) return [];
  const most = new Map<string, number>();
  for (const { key, runId } of await store.sessions.list(scope)) {
    if (isAdHoc(key.session) || runId === null) continue;
    const found = await placesOf({ store, compute }, key, { side: items.side, days: scope, names: records });
    if (found.size === 0) continue;
    const counts = new Map<string, number>();
    const matched = await matchedPlaces({ store, compute }, runId, items.side);
    for (const place of matched ?? found.keys()) {
      const name = found.get(place);
      if (name !== undefined) counts.set(name, (counts.get(name) ?? 0) + 1);
    }
    for (const [name, times] of counts) most.set(name, Math.max(most.get(name) ?? 0, times));
  }
  return [...most].flatMap(([name, times]) => records.get(name)!.slice(0, times));
}

/** Of the rows that a run has in groups; null where they are kept no longer: any of its rows may be. */
async function matchedPlaces(
  { store, compute }: SessionRows,
  runId: string,
  side: Side,
): Promise<readonly string[] | null> {
  const headers = await store.groupBlocks.headers(runId);
  const numbers = headers.flatMap(({ n, header }) => (header.tier === TIER_OPEN ? [] : [n]));
  const blocks = await store.groupBlocks.read(runId, numbers).catch((error: unknown) => {
    if (error instanceof TieoutError && error.code === 'content_pruned') return null;
    throw error;
  });
  if (blocks === null) return null;
  const groups = await compute.unpackGroups(blocks);
  const { positions } = groups[side];
  return Array.from({ length: positions.length / 2 }, (_, k) =>
    placeOf(groups.ingestions[positions[2 * k]!] ?? '', positions[2 * k + 1]!),
  );
}

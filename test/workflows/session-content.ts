// All that a store shows of a session, decoded and comparable: as it is, or without what depends on how it came to be
// (ids of runs and ingestions, positions, names of files, times).

import { unpackGroupBlocks, unpackOpenRows } from '../../src/adapters/block-packing/group-blocks.ts';
import { unpackRowBlocks } from '../../src/adapters/block-packing/row-blocks.ts';
import { TIER_OPEN } from '../../src/core/records/groups/groups.ts';
import { SIDES } from '../../src/core/records/rows/columns.ts';
import { digestIdAt } from '../../src/core/records/rows/digest-ids.ts';
import type { SessionKey } from '../../src/core/records/session-key.ts';
import type { Store } from '../../src/ports/store.ts';
import { allRows } from '../core/records/row-samples.ts';

const ALL = { after: null, limit: 100_000 };

/** Block by block. The run without what an interruption leaves on it. */
export async function contentOf(store: Store, key: SessionKey) {
  const session = await store.sessions.get(key);
  if (session === null) return null;
  const { interruptions: _, failures: __, failure: ___, ...run } = (await store.runs.get(session.runId!))!;
  const headers = await store.groupBlocks.headers(session.runId!);
  const blocks = (isOpen: boolean) => {
    const numbers = headers.flatMap(({ n, header }) => ((header.tier === TIER_OPEN) === isOpen ? [n] : []));
    return store.groupBlocks.read(session.runId!, numbers);
  };
  return {
    session,
    run,
    ingestions: await store.ingestions.live(key),
    rejected: await Promise.all(session.ingestions.map((id) => store.ingestions.rejected(id))),
    rows: await Promise.all(session.ingestions.map((id) => rowsStored(store, id))),
    headers,
    groups: unpackGroupBlocks(await blocks(false)),
    ofNoGroup: unpackOpenRows(await blocks(true)),
    open: await Promise.all(SIDES.map((side) => openItems(store, key, side))),
    clusters: await store.clusters.page(key, ALL),
    counts: await store.clusters.counts(key),
    totals: await store.openItems.aggregate(key),
    summaries: await store.summaries.history(key),
    lateGroups: await store.lateGroups.ofSession(key),
  };
}

async function rowsStored(store: Store, ingestionId: string): Promise<string> {
  const numbers = (await store.rowBlocks.headers(ingestionId)).map(({ n }) => n);
  return JSON.stringify(allRows(unpackRowBlocks(await store.rowBlocks.read(ingestionId, { numbers }))));
}

async function openItems(store: Store, key: SessionKey, side: 'gl' | 'bank') {
  const { items } = await store.openItems.page(key, { side, ...ALL });
  return [JSON.stringify(allRows(items.rows)), items.recordId, items.clusterId, items.ingestions];
}

/** What the run found, by ids that are derived from rows alone. */
export async function answerOf(store: Store, key: SessionKey) {
  const session = (await store.sessions.get(key))!;
  const headers = await store.groupBlocks.headers(session.runId!);
  const tiers = new Map<number, number>();
  for (const { header } of headers)
    if (header.groups > 0) tiers.set(header.tier, (tiers.get(header.tier) ?? 0) + header.groups);
  const open = await Promise.all(
    SIDES.map(async (side) => {
      const { items } = await store.openItems.page(key, { side, ...ALL });
      return Array.from({ length: items.rows.count }, (_, i) => digestIdAt(items.recordId, i)).sort();
    }),
  );
  const { clusters } = await store.clusters.page(key, ALL);
  const { summary } = (await store.summaries.latest(key))!;
  return {
    tiers: [...tiers].sort(([a], [b]) => a - b),
    open,
    // Without lines: those are the files' own.
    clusters: clusters
      .map(({ clusterId, type, reason }) => ({ clusterId, type, reason: reason.replaceAll(/ \(\S+ line \d+\)/g, '') }))
      .sort(byId),
    facts: (summary as { facts: unknown }).facts,
  };
}

const byId = (a: { clusterId: string }, b: { clusterId: string }): number => (a.clusterId < b.clusterId ? -1 : 1);

// Removes rows of ingestions and groups of runs that no session names. Runs may begin meanwhile in other processes, so a
// sweep marks an ingestion, reads its session again, and removes the ingestion only if the mark is still there. A run
// that adds the ingestion again removes the mark; if the ingestion is gone, it adds a new one with its own blocks. The
// next sweep continues an interrupted one.
//
// An ad hoc session has no run while its document is ingested, but its process holds the partner's row lease. So it is
// swept under that lease, and nobody can commit under an earlier fence. A stalled worker may add an ingestion to a
// session that was swept; the ingestion itself is then marked as unswept. A session counts as swept only once nothing
// unnamed is left, because two simultaneous sweeps may each leave to the other what that one marked.

import { randomUUID } from 'node:crypto';
import type { WithId } from 'mongodb';
import { isAdHoc } from '../../core/exceptions/ad-hoc-id.ts';
import { sessionKeyOf } from '../../core/records/session-key.ts';
import { type Leases, rowLease } from '../../ports/leases.ts';
import type { Upkeep } from '../../ports/store.ts';
import { exists } from './connection/exists.ts';
import type { LongTexts } from './connection/long-texts.ts';
import type { Collections } from './documents.ts';
import { isBusy, pruneRuns, pruneSessions } from './retention.ts';
import type { IngestionDocument } from './row-documents.ts';
import { removeGroupBlocks, removeStaleGroupBlocks } from './rows/group-blocks.ts';
import { removeWindowResults } from './rows/window-results.ts';
import type { SessionDocument } from './session-documents.ts';

export function upkeepOperations(
  collections: Collections,
  { texts, leases }: { readonly texts: LongTexts; readonly leases: Leases },
): Upkeep {
  const { sessions } = collections;
  return {
    async sweepUnnamed() {
      const swept = { ingestions: 0, runs: 0 };
      for await (const session of unswept(collections)) {
        if (await isBusy(collections, session)) continue;
        const sweep = () => sweepSession(collections, texts, session);
        const found = await (isAdHoc(session.session)
          ? underRowLease(collections, leases, { session, sweep })
          : sweep());
        if (found === null) continue;
        swept.ingestions += found.ingestions;
        swept.runs += found.runs;
        if (!found.isAll) continue;
        // The guard fails if a run was claimed or rows were added meanwhile.
        await sessions.updateOne({ ...sessionKeyOf(session), touched: session.touched }, { $unset: { unswept: '' } });
      }
      await removeWindowResults(collections);
      return swept;
    },
    async prune({ rowsBefore, runsBefore }) {
      return {
        sessions: rowsBefore === null ? 0 : await pruneSessions(collections, new Date(rowsBefore)),
        runs: runsBefore === null ? 0 : await pruneRuns(collections, { texts, before: new Date(runsBefore) }),
      };
    },
  };
}

/** Longer than a sweep of a session takes. A longer sweep finds that its marks are gone. */
const LEASE_MS = 30_000;

/** Null if somebody holds the lease. */
async function underRowLease<T>(
  { sessions }: Pick<Collections, 'sessions'>,
  leases: Leases,
  { session, sweep }: { readonly session: SessionDocument; readonly sweep: () => Promise<T> },
): Promise<T | null> {
  const lease = await leases.take(rowLease(session), LEASE_MS);
  if (lease === null) return null;
  try {
    // A holder that let the lease lapse may be about to commit. From here on its commit is refused.
    const earlier = { ...sessionKeyOf(session), row_fence: { $not: { $gte: lease.fence } } };
    await sessions.updateOne(earlier, { $set: { row_fence: lease.fence } });
    return await sweep();
  } finally {
    await leases.release(lease);
  }
}

/** Sessions that may have content that no session names, each once. */
async function* unswept({ sessions, ingestions }: Collections): AsyncGenerator<WithId<SessionDocument>> {
  const seen = new Set<string>();
  for await (const session of sessions.find({ unswept: true })) {
    seen.add(JSON.stringify(sessionKeyOf(session)));
    yield session;
  }
  for await (const ingestion of ingestions.find(
    { unswept: true },
    { projection: { tenant: 1, partner: 1, session: 1 } },
  )) {
    const name = JSON.stringify(sessionKeyOf(ingestion));
    if (seen.has(name)) continue;
    seen.add(name);
    const session = await sessions.findOne(sessionKeyOf(ingestion));
    if (session !== null) yield session;
  }
}

/** Null if a run of the session began meanwhile. */
async function sweepSession(
  collections: Collections,
  texts: LongTexts,
  seen: SessionDocument,
): Promise<{ readonly ingestions: number; readonly runs: number; readonly isAll: boolean } | null> {
  const { sessions, ingestions } = collections;
  const mark = randomUUID();
  const unnamed = await ingestions.find(sessionKeyOf(seen), { projection: { ingestion_id: 1 } }).toArray();
  for (const { _id, ingestion_id } of unnamed) {
    if (ingestion_id === undefined || seen.ingestions.includes(ingestion_id)) continue;
    await ingestions.updateOne({ _id, ingestion_id }, { $set: { doomed: mark } });
  }
  const owners = await runsWithBlocks(collections, seen);
  // A run that begins after this writes nothing that is in the lists above.
  const session = await sessions.findOne(sessionKeyOf(seen));
  if (session === null || (await isBusy(collections, session))) return null;
  for (const { _id, ingestion_id } of unnamed) {
    if (ingestion_id === undefined || session.ingestions.includes(ingestion_id)) continue;
    await ingestions.updateOne({ _id, doomed: mark }, { $unset: { ingestion_id: '' } });
  }
  const named = { ...sessionKeyOf(seen), ingestion_id: { $in: [...session.ingestions] }, unswept: true } as const;
  await ingestions.updateMany(named, { $unset: { unswept: '' } });
  const gone = await ingestions.find({ ...sessionKeyOf(seen), ingestion_id: { $exists: false } }).toArray();
  for (const ingestion of gone) await removeIngestion(collections, texts, ingestion);
  const removed = owners.filter((runId) => runId !== session.run_id);
  for (const runId of removed) await removeGroupBlocks(collections, session, { runId });
  if (session.run_id !== null) await removeStaleGroupBlocks(collections, session, session.run_id);
  const left = { ...sessionKeyOf(seen), ingestion_id: { $exists: true, $nin: [...session.ingestions] } };
  const isAll = !(await exists(ingestions, left));
  return { ingestions: gone.length, runs: removed.length, isAll };
}

/** Ids of runs that have group blocks, or bytes of unfinished ones. */
async function runsWithBlocks(
  { group_blocks: groupBlocks, block_contents: contents, ingestions }: Collections,
  session: SessionDocument,
): Promise<string[]> {
  const of = sessionKeyOf(session);
  const withHeaders = await groupBlocks.distinct('run_id', of);
  const withBytes = await contents.distinct('owner', of);
  const rows = await ingestions.find(of, { projection: { _id: 1 } }).toArray();
  const ofRows = new Set(rows.map(({ _id }) => _id.toHexString()));
  return [...new Set([...withHeaders, ...withBytes])].filter((owner) => !ofRows.has(owner));
}

/** Removes the ingestion's document last, so that an interrupted removal is continued. */
async function removeIngestion(
  { ingestions, row_blocks: rowBlocks, block_contents: contents }: Collections,
  texts: LongTexts,
  ingestion: WithId<IngestionDocument>,
): Promise<void> {
  const { _id, tenant, partner } = ingestion;
  const owner = _id.toHexString();
  await rowBlocks.deleteMany({ tenant, partner, ingestion: _id });
  await contents.deleteMany({ ...sessionKeyOf(ingestion), owner });
  await texts.removeOf({ tenant, partner, owner });
  await ingestions.deleteOne({ _id });
}

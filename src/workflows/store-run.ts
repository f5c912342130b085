// Writes a run so that a crash between any two writes leaves the session as it was or as it should be: blocks under ids
// derived from content, then the one guarded write that makes them count, then what follows from it, each step
// repeatable. Design: architecture.md, "The commit point".

import { clusterColumns, openItemColumns, type StoredExceptions } from '../core/classification/cluster-columns.ts';
import { TieoutError } from '../core/errors.ts';
import { BLOCK_ROWS } from '../core/limits.ts';
import { groupColumns, planGroupBlocks } from '../core/matching/group-columns.ts';
import type { MatchOutcome } from '../core/matching/outcome.ts';
import { type RowColumns, SIDES, type Side } from '../core/records/columns.ts';
import type { Digest } from '../core/records/identity.ts';
import type { JsonObject } from '../core/records/json.ts';
import type { Positions } from '../core/records/positions.ts';
import type { RunClaim } from '../core/records/run.ts';
import type { Session, SessionKey } from '../core/records/session.ts';
import type { Compute } from '../ports/compute.ts';
import type { Store } from '../ports/store.ts';
import { type AssembledSide, contentSum } from './assemble-session.ts';

export interface StoreDependencies {
  readonly store: Store;
  readonly compute: Compute;
  readonly digest: Digest;
  /** Milliseconds since 1970, UTC. */
  readonly clock: () => number;
}

/** Open items and clusters of one call of the store: some thousands. */
const BATCH = 4_096;

/** One id for each file of a side: that under which it was ingested, else one of what the session keeps of it. */
export function ingestionIds(key: SessionKey, side: AssembledSide, digest: Digest): string[] {
  return side.files.map(({ ingestionId, digest: ofFile }, f) => {
    const { count } = side.parts[f]!;
    const of = [
      'ingestion',
      key.tenant,
      key.partner,
      key.session,
      side.side,
      ofFile,
      count,
      contentSum(side.parts[f]!),
    ];
    return ingestionId ?? digest(JSON.stringify(of)).slice(0, 32);
  });
}

/** Stores what each file that was read now holds. Blocks of an ingestion that is there are not written again. */
export async function storeRows(
  { store, compute, clock }: StoreDependencies,
  {
    key,
    sides,
    ids,
  }: { key: SessionKey; sides: Readonly<Record<Side, AssembledSide>>; ids: Readonly<Record<Side, readonly string[]>> },
): Promise<void> {
  for (const side of SIDES) {
    const { files, parts } = sides[side];
    for (const [f, part] of parts.entries()) {
      const { ingestionId: stored, name, digest, balances, warnings, reading } = files[f]!;
      if (stored !== null) continue;
      const ingestionId = ids[side][f]!;
      const blocks = Math.ceil(part.count / BLOCK_ROWS);
      const header = {
        ingestionId,
        key,
        side,
        blocks,
        file: name,
        fileDigest: digest,
        rows: part.count,
        balances,
        warnings,
        addedAt: clock(),
      };
      await store.ingestions.add({ header, rejected: reading!.rejected });
      const known = await store.rowBlocks.headers(ingestionId);
      if (known.length < blocks) await store.rowBlocks.put(ingestionId, await compute.packRows(part));
    }
  }
}

/** Stores the groups of a run that its session does not name yet; they count once it does. Answers how many. */
export async function storeGroups(
  { store, compute }: StoreDependencies,
  {
    runId,
    outcome,
    columns,
    positions,
  }: { runId: string; outcome: MatchOutcome; columns: Readonly<Record<Side, RowColumns>>; positions: Positions },
): Promise<number> {
  const groups = groupColumns(outcome, positions, columns);
  const plan = planGroupBlocks(outcome, { groups, columns, most: BLOCK_ROWS });
  // What an attempt before this one wrote goes, for it may have read other files.
  await store.groupBlocks.discard(runId);
  await store.groupBlocks.put(runId, await compute.packGroups(groups, plan));
  return groups.count;
}

/** The commit point. Throws version_conflict when somebody else changed the session meanwhile. */
export async function commit(
  { store, clock }: StoreDependencies,
  {
    key,
    expectVersion,
    ingestions,
    claim,
  }: { key: SessionKey; expectVersion: number; ingestions: readonly string[]; claim: RunClaim },
): Promise<Session> {
  const outcome = await store.sessions.commitRun(key, { expectVersion, ingestions, ...claim, at: clock() });
  if (outcome.outcome === 'committed') return outcome.session;
  throw new TieoutError('version_conflict', `Session ${key.session} was changed by another run meanwhile; run again.`);
}

/**
 * Open items, clusters and the summary of the committed run. Every step can be repeated; the run is then finished.
 * `check` is asked before each write whether the writer may still go on, and throws when not.
 */
export async function materialise(
  { store, clock }: StoreDependencies,
  {
    key,
    claim,
    exceptions,
    summary,
    check,
  }: {
    readonly key: SessionKey;
    readonly claim: RunClaim;
    readonly exceptions: StoredExceptions;
    readonly summary: JsonObject;
    readonly check: () => void;
  },
): Promise<void> {
  const { runId } = claim;
  check();
  await store.clusters.voidPending(key, { exceptRunId: runId, reason: 'replaced by a later run', at: clock() });
  for (let from = 0; from < exceptions.set.count; from += BATCH) {
    const to = Math.min(exceptions.set.count, from + BATCH);
    check();
    await store.clusters.insertOrRestore(key, {
      runId,
      clusters: clusterColumns(exceptions, { from, to }),
      at: clock(),
    });
  }
  check();
  // Removed first: an item that stays open under the new run is inserted again with its new cluster.
  await store.openItems.removeForOtherRuns(key, runId);
  for (const side of SIDES) {
    const { count } = exceptions.session.open[side];
    for (let from = 0; from < count; from += BATCH) {
      check();
      const items = openItemColumns(exceptions, side, { from, to: Math.min(count, from + BATCH) });
      await store.openItems.insertIfAbsent(key, { runId, items });
    }
  }
  check();
  await store.summaries.append(key, { cause: runId, createdAt: clock(), summary });
  await store.runs.materialised(claim);
}

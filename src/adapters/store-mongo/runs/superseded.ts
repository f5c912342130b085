// Writers that are late with what follows from their run's commit: the worker was stopped, another one did the rest,
// and the session names a later run by now, or somebody else has the rows. Clusters and open items carry the place of
// the last run that wrote them and the taking of the row lease under which it did, and each write that changes or
// removes some asks for lower ones: what came later is safe whenever an earlier write arrives. What a late writer adds
// is asked for right afterwards and taken back.

import { TieoutError } from '../../../core/errors.ts';
import { type SessionKey, sessionKeyOf } from '../../../core/records/session-key.ts';
import { rowsTaken, unknown } from '../../../ports/every-store/failures.ts';
import type { Fenced } from '../../../ports/leases.ts';
import { exists } from '../connection/exists.ts';
import type { Collections } from '../documents.ts';
import { isLatest, requireLatest } from './leases.ts';

type Asked = Pick<Collections, 'sessions' | 'runs' | 'leases'>;

export interface PlacedRun {
  readonly runId: string;
  /** Its place among the runs of its session. */
  readonly place: number;
  /** The row lease that it writes under, where it has one. */
  readonly under: Fenced | undefined;
}

/** Throws session_busy when somebody took the lease meanwhile. */
export async function placedRun(
  collections: Asked,
  runId: string | null,
  under: Fenced | undefined,
): Promise<PlacedRun> {
  await requireLatest(collections, under);
  // Rows of no run: every run comes after them.
  if (runId === null) return { runId: '', place: 0, under };
  const found = await collections.runs.findOne({ _id: runId }, { projection: { place: 1 } });
  if (found === null) throw unknown('run', runId);
  return { runId, place: found.place, under };
}

/** The writer's fields in a document. */
export const writtenBy = ({ place, under }: PlacedRun) => ({
  run_place: place,
  ...(under !== undefined && { row_fence: under.fence }),
});

/** Documents that were not written under a later taking of the row lease. */
export const notAfter = ({ under }: PlacedRun) =>
  under === undefined ? {} : ({ row_fence: { $not: { $gt: under.fence } } } as const);

/** Documents of earlier runs; those of former versions have no place. */
export const beforeRun = (run: PlacedRun) =>
  ({ run_id: { $ne: run.runId }, run_place: { $not: { $gte: run.place } }, ...notAfter(run) }) as const;

/** Documents that the run itself wrote under an earlier taking of the row lease; none without a lease. */
export const ownBefore = ({ runId, under }: PlacedRun) =>
  ({ run_id: runId, row_fence: { $not: { $gte: under?.fence ?? 0 } } }) as const;

/** Throws version_conflict when the session names a later run. */
export async function refuseIfSuperseded(collections: Asked, key: SessionKey, run: PlacedRun): Promise<void> {
  if (!(await isSuperseded(collections, key, run))) return;
  throw superseded(key);
}

const superseded = ({ session }: SessionKey) =>
  new TieoutError('version_conflict', `Session ${session} has a later run meanwhile.`);

/**
 * After what was added: as what it came too late, null when it did not. `takeBack`: what the writer has added goes, for
 * whoever did the rest before him has written again all that is to stay.
 */
export async function lateness(
  collections: Asked,
  key: SessionKey,
  run: PlacedRun,
): Promise<{ readonly error: TieoutError; readonly takeBack: 'all of the run' | 'of this taking' | null } | null> {
  if (await isSuperseded(collections, key, run)) return { error: superseded(key), takeBack: 'all of the run' };
  if (run.under === undefined || (await isLatest(collections, run.under))) return null;
  const named = { ...sessionKeyOf(key), run_id: run.runId, unmaterialised: true } as const;
  const isOpen = await exists(collections.sessions, named);
  return { error: rowsTaken(), takeBack: isOpen ? null : 'of this taking' };
}

async function isSuperseded({ sessions, runs }: Asked, key: SessionKey, { runId, place }: PlacedRun): Promise<boolean> {
  const session = await sessions.findOne(sessionKeyOf(key), { projection: { run_id: 1 } });
  const named = session?.run_id ?? null;
  if (named === null || named === runId) return false;
  const found = await runs.findOne({ _id: named }, { projection: { place: 1 } });
  return (found?.place ?? 0) > place;
}

/** The run's documents that a late writer added. */
export const addedBy = ({ runId, under }: PlacedRun, takeBack: 'all of the run' | 'of this taking') =>
  takeBack === 'all of the run' ? { run_id: runId } : { run_id: runId, row_fence: under!.fence };

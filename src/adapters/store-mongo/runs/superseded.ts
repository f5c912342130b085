// Guards against late writers: a worker was stopped while it materialised its run, another one did the rest, and by now
// the session names a later run, or somebody else holds the row lease. Clusters and open items carry the place of the
// last run that wrote them and the fence of its row lease. Each write that changes or removes some matches only lower
// ones, so a late write changes nothing that came after it. What a late writer inserted is found right afterwards and
// taken back.

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
  /** The run's place among the runs of its session. */
  readonly place: number;
  /** The row lease for its writes, if it has one. */
  readonly under: Fenced | undefined;
}

/** Throws session_busy if somebody took the lease later. */
export async function placedRun(
  collections: Asked,
  runId: string | null,
  under: Fenced | undefined,
): Promise<PlacedRun> {
  await requireLatest(collections, under);
  // Rows of no run come before every run.
  if (runId === null) return { runId: '', place: 0, under };
  const found = await collections.runs.findOne({ _id: runId }, { projection: { place: 1 } });
  if (found === null) throw unknown('run', runId);
  return { runId, place: found.place, under };
}

/** The fields of a document that name its writer. */
export const writtenBy = ({ place, under }: PlacedRun) => ({
  run_place: place,
  ...(under !== undefined && { row_fence: under.fence }),
});

/** Documents that were not written under a later fence of the row lease. */
export const notAfter = ({ under }: PlacedRun) =>
  under === undefined ? {} : ({ row_fence: { $not: { $gt: under.fence } } } as const);

/** Documents of earlier runs; those of former versions have no place. */
export const beforeRun = (run: PlacedRun) =>
  ({ run_id: { $ne: run.runId }, run_place: { $not: { $gte: run.place } }, ...notAfter(run) }) as const;

/** Documents that the run itself wrote under an earlier fence of the row lease; none without a lease. */
export const ownBefore = ({ runId, under }: PlacedRun) =>
  ({ run_id: runId, row_fence: { $not: { $gte: under?.fence ?? 0 } } }) as const;

/** Throws version_conflict if the session names a later run. */
export async function refuseIfSuperseded(collections: Asked, key: SessionKey, run: PlacedRun): Promise<void> {
  if (await isSuperseded(collections, key, run)) throw superseded(key);
}

const superseded = ({ session }: SessionKey) =>
  new TieoutError('version_conflict', `Session ${session} has a later run meanwhile.`);

/**
 * Call it after inserts. Null if the writer was not late; else the error to throw, and which of its documents to take
 * back. Another writer did the rest and has written everything that is to stay.
 */
export async function lateness(
  collections: Asked,
  key: SessionKey,
  run: PlacedRun,
): Promise<{ readonly error: TieoutError; readonly takeBack: 'all of the run' | 'under this lease' | null } | null> {
  if (await isSuperseded(collections, key, run)) return { error: superseded(key), takeBack: 'all of the run' };
  if (run.under === undefined || (await isLatest(collections, run.under))) return null;
  const named = { ...sessionKeyOf(key), run_id: run.runId, unmaterialised: true } as const;
  const isOpen = await exists(collections.sessions, named);
  return { error: rowsTaken(), takeBack: isOpen ? null : 'under this lease' };
}

async function isSuperseded({ sessions, runs }: Asked, key: SessionKey, { runId, place }: PlacedRun): Promise<boolean> {
  const session = await sessions.findOne(sessionKeyOf(key), { projection: { run_id: 1 } });
  const named = session?.run_id ?? null;
  if (named === null || named === runId) return false;
  const found = await runs.findOne({ _id: named }, { projection: { place: 1 } });
  return (found?.place ?? 0) > place;
}

/** The documents to take back. */
export const addedBy = ({ runId, under }: PlacedRun, takeBack: 'all of the run' | 'under this lease') =>
  takeBack === 'all of the run' ? { run_id: runId } : { run_id: runId, row_fence: under!.fence };

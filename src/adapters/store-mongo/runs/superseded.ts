// Runs that are late with what follows from their commit: the worker was stopped, another one did the rest, and the
// session names a later run by now. Clusters and open items carry the place of the last run that wrote them, and each
// write that changes or removes some asks for a lower one: what a later run wrote is safe whenever an earlier one's
// write arrives. What a late run adds is asked for right afterwards and taken back.

import { TieoutError } from '../../../core/errors.ts';
import type { SessionKey } from '../../../core/records/documents/session.ts';
import type { Collections } from '../documents.ts';
import { keyOf, unknownRun } from './sessions.ts';

export interface PlacedRun {
  readonly runId: string;
  /** Its place among the runs of its session. */
  readonly place: number;
}

export async function placedRun({ runs }: Pick<Collections, 'runs'>, runId: string): Promise<PlacedRun> {
  const found = await runs.findOne({ _id: runId }, { projection: { place: 1 } });
  if (found === null) throw unknownRun(runId);
  return { runId, place: found.place };
}

/** What runs before it wrote; documents of former versions carry no place. */
export const beforeRun = ({ runId, place }: PlacedRun) =>
  ({ run_id: { $ne: runId }, run_place: { $not: { $gte: place } } }) as const;

/** Throws version_conflict when the session names a later run. */
export async function refuseIfSuperseded(
  collections: Pick<Collections, 'sessions' | 'runs'>,
  key: SessionKey,
  run: PlacedRun,
): Promise<void> {
  if (!(await isSuperseded(collections, key, run))) return;
  throw superseded(key);
}

export const superseded = ({ session }: SessionKey) =>
  new TieoutError('version_conflict', `Session ${session} has a later run meanwhile.`);

export async function isSuperseded(
  { sessions, runs }: Pick<Collections, 'sessions' | 'runs'>,
  key: SessionKey,
  { runId, place }: PlacedRun,
): Promise<boolean> {
  const session = await sessions.findOne(keyOf(key), { projection: { run_id: 1 } });
  const named = session?.run_id ?? null;
  if (named === null || named === runId) return false;
  const found = await runs.findOne({ _id: named }, { projection: { place: 1 } });
  return (found?.place ?? 0) > place;
}

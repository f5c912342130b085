// Whether a run is late with what follows from its commit: its worker was stopped, another one did the rest of it, and
// the session names a later run by now. What is written then would take away what that run wrote. No write spans the
// session and what belongs to it: this is asked right before each write that takes something away, and right after
// those that add.

import { TieoutError } from '../../core/errors.ts';
import type { SessionKey } from '../../core/records/session.ts';
import type { Collections } from './documents.ts';
import { keyOf } from './sessions.ts';

/** Throws version_conflict when it is. */
export async function refuseIfSuperseded(
  collections: Pick<Collections, 'sessions' | 'runs'>,
  key: SessionKey,
  runId: string,
): Promise<void> {
  if (!(await isSuperseded(collections, key, runId))) return;
  throw new TieoutError('version_conflict', `Session ${key.session} has a later run meanwhile.`);
}

export async function isSuperseded(
  { sessions, runs }: Pick<Collections, 'sessions' | 'runs'>,
  key: SessionKey,
  runId: string,
): Promise<boolean> {
  const session = await sessions.findOne(keyOf(key), { projection: { run_id: 1 } });
  const named = session?.run_id ?? null;
  if (named === null || named === runId) return false;
  const found = await runs.find({ _id: { $in: [runId, named] } }, { projection: { place: 1 } }).toArray();
  const placeOf = (id: string): number => found.find(({ _id }) => _id === id)?.place ?? 0;
  return placeOf(named) > placeOf(runId);
}

// Runs that are not done, and which of them must see no further death of a process: the third one makes a run poison
// (MAX_WORK_INTERRUPTIONS), which is right and has a test of its own, poison.ts. What happens by chance spares them.

import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { MAX_WORK_INTERRUPTIONS } from '../../src/core/limits.ts';
import type { Run } from '../../src/core/records/documents/run.ts';
import type { Deployment } from './deployment.ts';
import { inTheEnd } from './in-the-end.ts';

type OpenRun = Pick<Run, 'runId' | 'status' | 'interruptions'>;

const LOOK_EVERY_MS = 50;
const UNSUSPECTED_WITHIN_MS = 60_000;

/** One death more would be the last. */
export const isSuspect = ({ interruptions }: Pick<OpenRun, 'interruptions'>): boolean =>
  interruptions >= MAX_WORK_INTERRUPTIONS - 1;

/** On the embedded store only while its process is stopped: nobody else may open its files, but they can be copied. */
export async function openRuns({ mongodb, data, folder }: Deployment): Promise<readonly OpenRun[]> {
  if (mongodb !== null) return inTheEnd(() => mongodb.store.runs.unfinished());
  const copy = await mkdtemp(join(folder, 'copy-'));
  await copyFile(join(data, 'store.db'), join(copy, 'store.db'));
  await copyFile(join(data, 'store.db-wal'), join(copy, 'store.db-wal')).catch((error) => {
    if (error.code !== 'ENOENT') throw error;
  });
  const database = new DatabaseSync(join(copy, 'store.db'));
  try {
    const open = `select run_id as runId, status, interruptions from run where status in ('accepted', 'running')`;
    return database.prepare(open).all() as unknown as OpenRun[];
  } finally {
    database.close();
    await rm(copy, { recursive: true });
  }
}

/** A claim of one that waits may be under way on MongoDB; on the embedded store its process is stopped. */
export async function noRunIsSuspect(on: Deployment): Promise<boolean> {
  const open = await openRuns(on);
  return !open.some((run) => isSuspect(run) && (on.mongodb !== null || run.status === 'running'));
}

/** On MongoDB, where a run can be taken over without a death. */
export async function untilNoneIsSuspect(on: Deployment): Promise<void> {
  if (on.mongodb === null) return;
  for (const deadline = Date.now() + UNSUSPECTED_WITHIN_MS; !(await noRunIsSuspect(on)); await pause(LOOK_EVERY_MS)) {
    if (Date.now() > deadline) throw new Error('A run that was interrupted twice is not done.');
  }
}

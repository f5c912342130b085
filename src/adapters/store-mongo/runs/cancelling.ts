// Cancels a run. The mark is written first, so that every later claim sees it. A waiting run is then taken under a new
// fence, so that a late commit of an earlier worker is refused.

import type { WorkFailure } from '../../../core/records/documents/work.ts';
import { sessionKeyOf } from '../../../core/records/session-key.ts';
import type { Collections } from '../documents.ts';
import type { RunDocument } from '../session-documents.ts';
import type { Claiming } from './claiming.ts';
import { CLOSED, heldRun } from './run-documents.ts';

/** A short lease: if this process ends in between, a worker soon claims the run. */
const LEASE = { worker: 'operator', leaseMs: 5_000 };

interface Cancelling {
  readonly runId: string;
  readonly at: number;
  readonly failure: WorkFailure;
}

/** Runs.cancel of the port. */
export async function cancelRun(
  { runs, sessions }: Collections,
  claiming: Claiming,
  { runId, at, failure }: Cancelling,
): Promise<RunDocument | null> {
  const asIs = () => runs.findOne({ _id: runId, session: { $exists: true } });
  const run = await asIs();
  const isNamed = async () =>
    (await sessions.findOne(sessionKeyOf(run!), { projection: { run_id: 1 } }))?.run_id === runId;
  if (run?.open !== true || (await isNamed())) return run;
  await runs.updateOne({ _id: runId, open: true }, { $set: { cancelled: true } });
  const taken = await claiming.seizeWaiting(runId, { ...LEASE, at });
  if (taken === null) return asIs();
  const mine = heldRun({ runId, fence: taken.fence });
  if (await isNamed()) await runs.updateOne(mine, [{ $set: { status: 'accepted', worker: null, due_at: '$$NOW' } }]);
  else {
    const ended = { status: 'failed', worker: null, started_at: run.started_at, finished_at: new Date(at), failure };
    await runs.updateOne(mine, { $set: ended, ...CLOSED } as never);
  }
  return asIs();
}

// The queue in MongoDB: one document for each piece of work, in the collection of runs, because a run is one. A write
// under a claim is guarded by the claim's fence and the expected status. putting.ts stores work, claiming.ts claims it.

import type { Filter } from 'mongodb';
import type { WorkClaim } from '../../../core/records/documents/work.ts';
import type { WorkQueue } from '../../../ports/work.ts';
import type { Collections } from '../documents.ts';
import type { WorkDocument } from '../session-documents.ts';
import type { Claiming } from './claiming.ts';
import { LINE, type Lines } from './lines.ts';
import { workPutting } from './putting.ts';
import type { PlacingTools } from './rounds.ts';
import { allWork, CLOSED, held, NO_PARTNER, toWork } from './run-documents.ts';

export function workOperations(
  collections: Collections,
  { claiming, lines, ...placing }: PlacingTools & { readonly claiming: Claiming; readonly lines: Lines },
): WorkQueue {
  const work = allWork(collections);
  const { texts, clock } = placing;

  /** False: the claim is lost, but its worker lives, so the interruption that was counted for it is taken back. */
  const isHeld = async (found: boolean, { workId, fence }: WorkClaim): Promise<boolean> => {
    if (found) return true;
    const taken = { _id: workId, lapsed_fence: fence };
    await work.updateOne(taken, { $inc: { interruptions: -1 }, $set: { lapsed_fence: null } });
    return false;
  };

  /** Removes work that is not a run, with its texts. False: the claim is of a run, or was lost. */
  const removeOther = async (claim: WorkClaim): Promise<boolean> => {
    const isNone = { ...held(claim), session: { $exists: false } } as Filter<WorkDocument>;
    const other = await work.findOneAndDelete(isNone, { projection: LINE });
    await lines.free(other);
    if (other !== null) await texts.removeOf({ ...NO_PARTNER, owner: claim.workId });
    return other !== null;
  };

  return {
    put: workPutting(collections, placing),
    async claimNext(asked) {
      const taken = await claiming.claimNext(asked);
      return taken && { work: await toWork(taken, texts), claim: { workId: taken._id, fence: taken.fence } };
    },
    async renew(claim, leaseMs) {
      const until = [{ $set: { due_at: { $add: ['$$NOW', (await clock.ahead()) + leaseMs] } } }];
      return isHeld((await work.updateOne(held(claim), until)).matchedCount === 1, claim);
    },
    async retake(claim, leaseMs) {
      const taken = await claiming.retake(claim, leaseMs);
      await isHeld(taken !== null, claim);
      return taken && { workId: taken._id, fence: taken.fence };
    },
    async release(claim, pauseMs, because) {
      const due = { status: 'accepted', worker: null, due_at: { $add: ['$$NOW', (await clock.ahead()) + pauseMs] } };
      const change = [{ $set: { ...due, ...(because && { failure: { $literal: because } }) } }];
      return isHeld((await work.updateOne(held(claim), change)).matchedCount === 1, claim);
    },
    async fail(claim, { at, failure, pauseMs }) {
      if (pauseMs === null && (await removeOther(claim))) return true;
      const change =
        pauseMs === null
          ? {
              $set: { status: 'failed', worker: null, finished_at: new Date(at), failure },
              $inc: { failures: 1 },
              ...CLOSED,
            }
          : [
              {
                $set: {
                  status: 'accepted',
                  worker: null,
                  failure: { $literal: failure },
                  failures: { $add: ['$failures', 1] },
                  due_at: { $add: ['$$NOW', (await clock.ahead()) + pauseMs] },
                },
              },
            ];
      const failed = await work.findOneAndUpdate(held(claim), change as never, { projection: LINE });
      if (pauseMs === null) await lines.free(failed);
      return isHeld(failed !== null, claim);
    },
    async finish(claim, at) {
      const done = {
        $set: { status: 'succeeded', finished_at: new Date(at), failure: null, worker: null },
        ...CLOSED,
      } as const;
      const isRun = { ...held(claim), session: { $exists: true } } as Filter<WorkDocument>;
      const run = await work.findOneAndUpdate(isRun, done, { projection: LINE });
      await lines.free(run);
      if (run !== null) return true;
      return isHeld(await removeOther(claim), claim);
    },
    waiting: (asked) => claiming.waiting(asked),
    count: ({ kind, tenant, limit }) => work.countDocuments({ open: true, kind, of_tenant: tenant }, { limit }),
  };
}

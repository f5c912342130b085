// The queue in MongoDB: one document for each piece of work, in the collection of the runs, for a run is one. What is
// done under a claim is guarded by its fence and the status that it starts from; how work is put and claimed stands in
// files of their own.

import type { WorkClaim } from '../../../core/records/documents/work.ts';
import type { WorkQueue } from '../../../ports/work.ts';
import type { Counters } from '../connection/counters.ts';
import type { Collections } from '../documents.ts';
import type { LongTexts } from '../rows/long-texts.ts';
import type { Claiming } from './claiming.ts';
import { workPutting } from './putting.ts';
import { allWork, CLOSED, held, NO_PARTNER, toWork } from './run-documents.ts';

export function workOperations(
  collections: Collections,
  {
    counters,
    texts,
    claiming,
  }: { readonly counters: Counters; readonly texts: LongTexts; readonly claiming: Claiming },
): WorkQueue {
  const work = allWork(collections);

  /** True; or false, when whoever asks lost his claim, lives, and did not die as was thought. */
  const isHeld = async (found: boolean, { workId, fence }: WorkClaim): Promise<boolean> => {
    if (found) return true;
    const taken = { _id: workId, lapsed_fence: fence };
    await work.updateOne(taken, { $inc: { interruptions: -1 }, $set: { lapsed_fence: null } });
    return false;
  };

  return {
    put: workPutting(collections, { counters, texts }),
    async claimNext(asked) {
      const taken = await claiming.claimNext(asked);
      return taken && { work: await toWork(taken, texts), claim: { workId: taken._id, fence: taken.fence } };
    },
    async renew(claim, leaseMs) {
      const until = [{ $set: { due_at: { $add: ['$$NOW', leaseMs] } } }];
      return isHeld((await work.updateOne(held(claim), until)).matchedCount === 1, claim);
    },
    async retake(claim, leaseMs) {
      const taken = await claiming.retake(claim, leaseMs);
      await isHeld(taken !== null, claim);
      return taken && { workId: taken._id, fence: taken.fence };
    },
    async release(claim, pauseMs, because) {
      const due = { status: 'accepted', worker: null, due_at: { $add: ['$$NOW', pauseMs] } };
      const change = [{ $set: { ...due, ...(because && { failure: { $literal: because } }) } }];
      return isHeld((await work.updateOne(held(claim), change)).matchedCount === 1, claim);
    },
    async fail(claim, { at, failure, pauseMs }) {
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
                  due_at: { $add: ['$$NOW', pauseMs] },
                },
              },
            ];
      return isHeld((await work.updateOne(held(claim), change as never)).matchedCount === 1, claim);
    },
    async finish(claim, at) {
      const done = {
        $set: { status: 'succeeded', finished_at: new Date(at), failure: null, worker: null },
        ...CLOSED,
      } as const;
      const run = await work.updateOne({ ...held(claim), session: { $exists: true } } as never, done);
      if (run.matchedCount === 1) return true;
      const other = await work.deleteOne({ ...held(claim), session: { $exists: false } } as never);
      if (other.deletedCount === 1) await texts.removeOf({ ...NO_PARTNER, owner: claim.workId });
      return isHeld(other.deletedCount === 1, claim);
    },
    waiting: async (asked) => (await claiming.claimable(asked)).map(({ _id }) => _id),
  };
}

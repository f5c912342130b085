// Runs in MongoDB, one document each. What is done under a claim is guarded by its fence and the status that it starts
// from; how a run is accepted and claimed stands in files of their own.

import type { ClaimedRun, Run, RunClaim } from '../../../core/records/documents/run.ts';
import { pauseAfter } from '../../../core/records/documents/run-attempts.ts';
import type { Runs } from '../../../ports/runs.ts';
import type { Counters } from '../connection/counters.ts';
import type { Collections, RunDocument } from '../documents.ts';
import type { LongTexts } from '../rows/long-texts.ts';
import { acceptRun, latestOf } from './accepting.ts';
import { claimingOperations } from './claiming.ts';
import { CLOSED, held, toRun } from './run-documents.ts';
import type { RunKeys } from './run-keys.ts';
import { keyOf } from './sessions.ts';

const AFTER = { returnDocument: 'after' } as const;

export function runOperations(
  collections: Collections,
  { counters, texts, keys }: { readonly counters: Counters; readonly texts: LongTexts; readonly keys: RunKeys },
): Runs {
  const { runs, sessions } = collections;
  const claiming = claimingOperations(collections, counters);
  const shown = async (document: RunDocument | null): Promise<Run | null> => document && (await toRun(document, texts));
  const claimed = async (document: RunDocument | null): Promise<ClaimedRun | null> =>
    document && { run: await toRun(document, texts), claim: { runId: document._id, fence: document.fence } };
  const get = async (runId: string) => shown(await runs.findOne({ _id: runId }));

  return {
    get,
    async accept(run) {
      const { document, accepted } = await acceptRun(collections, { counters, texts }, run);
      return { run: await toRun(document, texts), accepted };
    },
    async start(run, lease) {
      await acceptRun(collections, { counters, texts }, { ...run, keepExisting: false });
      return claimed(await claiming.seize(run.runId, { ...lease, at: run.acceptedAt }));
    },
    claimNext: async (lease) => claimed(await claiming.claimNext(lease)),
    async renew(claim, leaseMs) {
      const until = [{ $set: { due_at: { $add: ['$$NOW', leaseMs] } } }];
      return (await runs.updateOne(held(claim), until)).matchedCount === 1;
    },
    async release(claim) {
      const change = { $set: { status: 'accepted', worker: null }, $currentDate: { due_at: true } } as const;
      return shown(await runs.findOneAndUpdate(held(claim), change, AFTER));
    },
    async report(claim, report) {
      const key = await keys.ofRun(claim.runId);
      if (key === null) return false;
      const { tenant, partner } = key;
      const kept = await texts.keep({ tenant, partner, owner: claim.runId }, JSON.stringify(report));
      const before = await runs.findOneAndUpdate(
        held(claim),
        { $set: { report: kept } },
        { projection: { report: 1 } },
      );
      await texts.forget(key, before === null ? kept : before.report);
      return before !== null;
    },
    async finish(claim, end) {
      const change = {
        $set: {
          status: end.status,
          finished_at: new Date(end.finishedAt),
          failure: end.status === 'failed' ? end.failure : null,
        },
        ...CLOSED,
      };
      return shown(await runs.findOneAndUpdate(held(claim), change, AFTER));
    },
    async failAttempt(claim: RunClaim, { at, failure }) {
      const run = await runs.findOne(held(claim), { projection: { failures: 1 } });
      if (run === null) return null;
      const failures = run.failures + 1;
      const pause = pauseAfter(failures);
      // Only the holder of the claim counts failures.
      const guard = { ...held(claim), failures: run.failures };
      if (pause === null) {
        const change = { $set: { status: 'failed', finished_at: new Date(at), failure, failures }, ...CLOSED } as const;
        return shown(await runs.findOneAndUpdate(guard, change, AFTER));
      }
      const due_at = { $add: ['$$NOW', pause] };
      const change = [{ $set: { status: 'accepted', worker: null, failure: { $literal: failure }, failures, due_at } }];
      return shown(await runs.findOneAndUpdate(guard, change, AFTER));
    },
    latest: async (key) => shown(await latestOf(collections, key)),
    active: async (key) => shown(await runs.findOne({ ...keyOf(key), status: 'running' })),
    waiting: async (forMs) => (await claiming.claimable(forMs)).map(({ _id }) => _id),
    async unfinished() {
      const open = await runs.find({ open: true }, { sort: { order: 1 } }).toArray();
      return Promise.all(open.map((document) => toRun(document, texts)));
    },
    async sessionsNamed(session) {
      const named = await sessions.find({ session }, { sort: { order: 1 } }).toArray();
      const withRun = await Promise.all(named.map((key) => runs.findOne(keyOf(key), { projection: { _id: 1 } })));
      return named.filter((_, i) => withRun[i] !== null).map(keyOf);
    },
  };
}

// Runs in MongoDB: work that has a session, and what is shown of it. work.ts has its claims.

import type { ClaimedRun, Run } from '../../../core/records/documents/run.ts';
import { sessionKeyOf } from '../../../core/records/session-key.ts';
import type { Runs } from '../../../ports/runs.ts';
import type { Collections } from '../documents.ts';
import type { RunDocument } from '../session-documents.ts';
import { acceptRun, latestOf } from './accepting.ts';
import { cancelRun } from './cancelling.ts';
import type { Claiming } from './claiming.ts';
import type { Lines } from './lines.ts';
import { listRuns, queueOf } from './list-runs.ts';
import type { PlacingTools } from './rounds.ts';
import { heldRun, toRun } from './run-documents.ts';
import type { RunKeys } from './run-keys.ts';

export function runOperations(
  collections: Collections,
  {
    keys,
    claiming,
    lines,
    ...placing
  }: PlacingTools & { readonly lines: Lines; readonly keys: RunKeys; readonly claiming: Claiming },
): Runs {
  const { runs, sessions } = collections;
  const { texts } = placing;
  const shown = async (document: RunDocument | null): Promise<Run | null> => document && (await toRun(document, texts));
  const claimed = async (document: RunDocument | null): Promise<ClaimedRun | null> =>
    document && { run: await toRun(document, texts), claim: { runId: document._id, fence: document.fence } };
  const get = async (runId: string) => shown(await runs.findOne({ _id: runId }));

  return {
    get,
    async accept(run) {
      const { document, accepted } = await acceptRun(collections, placing, run);
      return { run: await toRun(document, texts), accepted };
    },
    async cancel(runId, ended) {
      const run = await cancelRun(collections, claiming, { runId, ...ended });
      await lines.free(run);
      return shown(run);
    },
    isCancelled: async (runId) => {
      const run = await runs.findOne({ _id: runId }, { projection: { cancelled: 1 } });
      return run?.cancelled === true;
    },
    list: async (asked) => listRuns(collections, texts, asked),
    queue: async (scope) => queueOf(collections, scope),
    async start(run, lease) {
      await acceptRun(collections, placing, { ...run, keepExisting: false });
      return claimed(await claiming.seize(run.runId, { ...lease, at: run.acceptedAt }));
    },
    async report(claim, report) {
      const key = await keys.ofRun(claim.runId);
      if (key === null) return false;
      const { tenant, partner } = key;
      const kept = await texts.keep({ tenant, partner, owner: claim.runId }, JSON.stringify(report));
      const before = await runs.findOneAndUpdate(
        heldRun(claim),
        { $set: { report: kept } },
        { projection: { report: 1 } },
      );
      await texts.forget(key, before === null ? kept : before.report);
      return before !== null;
    },
    latest: async (key) => shown(await latestOf(collections, key)),
    active: async (key) => shown(await runs.findOne({ ...sessionKeyOf(key), status: 'running' })),
    async unfinished() {
      const open = await runs.find({ open: true, session: { $exists: true } }, { sort: { order: 1 } }).toArray();
      return Promise.all(open.map((document) => toRun(document, texts)));
    },
    async sessionsNamed(session) {
      const named = await sessions.find({ session }, { sort: { order: 1 } }).toArray();
      const withRun = await Promise.all(
        named.map((key) => runs.findOne(sessionKeyOf(key), { projection: { _id: 1 } })),
      );
      return named.filter((_, i) => withRun[i] !== null).map(sessionKeyOf);
    },
  };
}

// Removing what is kept no longer. A session says first that its rows are going, in a write that no claim and no commit
// has come before; from then on nobody can commit a run that still names them, and whoever misses a part of them is
// told why. Then they go, and what was interrupted is taken up by the next pruning.

import type { Filter } from 'mongodb';
import { ROW_PARTS } from '../../core/records/row-block.ts';
import type { Collections, RunDocument, SessionDocument } from './documents.ts';
import type { LongTexts } from './long-texts.ts';
import { keyOf } from './sessions.ts';

/** Whether a run of the session has not ended: recovery decides about it first. */
export async function isBusy({ runs }: Collections, session: SessionDocument): Promise<boolean> {
  return (await runs.findOne({ ...keyOf(session), open: true }, { projection: { _id: 1 } })) !== null;
}

/** Of sessions that were last committed before; answers how many. */
export async function pruneSessions(collections: Collections, before: Date): Promise<number> {
  const { sessions } = collections;
  const interrupted = sessions.find({ rows: 'pruning' });
  for await (const session of interrupted) await removeRows(collections, session);
  let pruned = 0;
  for await (const { _id, ...seen } of sessions.find({ rows: 'kept', updated_at: { $lt: before } })) {
    if (await isBusy(collections, { _id, ...seen })) continue;
    const { version, touched } = seen;
    const unchanged: Filter<SessionDocument> = { ...keyOf(seen), version, touched, rows: 'kept' };
    const { matchedCount } = await sessions.updateOne(unchanged, { $set: { rows: 'pruning' } });
    if (matchedCount === 0) continue;
    await removeRows(collections, { _id, ...seen });
    pruned++;
  }
  return pruned;
}

/** Everything of its blocks but headers and fingerprints. */
async function removeRows(collections: Collections, session: SessionDocument): Promise<void> {
  const { sessions, ingestions, block_contents: contents } = collections;
  const of = keyOf(session);
  for (const ingestionId of session.ingestions) {
    const ingestion = await ingestions.findOne({ ingestion_id: ingestionId }, { projection: { _id: 1 } });
    if (ingestion === null) continue;
    const owner = ingestion._id.toHexString();
    for (const part of ROW_PARTS) {
      if (part !== 'fingerprint') await contents.deleteMany({ ...of, owner, part });
    }
  }
  if (session.run_id !== null) await contents.deleteMany({ ...of, owner: session.run_id });
  const { version } = session;
  await sessions.updateOne({ ...of, version, rows: 'pruning' }, { $set: { rows: 'pruned' } });
}

/** Succeeded runs that ended before, but a session's latest and the one that it names; answers how many. */
export async function pruneRuns(
  collections: Collections,
  { texts, before }: { readonly texts: LongTexts; readonly before: Date },
): Promise<number> {
  const { runs, sessions } = collections;
  let pruned = 0;
  const ended = runs.find(
    { status: 'succeeded', finished_at: { $lt: before } },
    { projection: { tenant: 1, partner: 1, session: 1, place: 1 } },
  );
  for await (const run of ended) {
    const naming = await sessions.findOne({ ...keyOf(run), run_id: run._id }, { projection: { _id: 1 } });
    if (naming !== null || !(await hasLater(collections, run))) continue;
    const { deletedCount } = await runs.deleteOne({ _id: run._id, status: 'succeeded' });
    const { tenant, partner } = run;
    await texts.removeOf({ tenant, partner, owner: run._id });
    pruned += deletedCount;
  }
  return pruned;
}

async function hasLater(
  { runs }: Collections,
  run: Pick<RunDocument, 'tenant' | 'partner' | 'session' | 'place'>,
): Promise<boolean> {
  return (await runs.findOne({ ...keyOf(run), place: { $gt: run.place } }, { projection: { _id: 1 } })) !== null;
}

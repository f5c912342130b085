// Removes content whose time is over. First the session is marked as pruning, guarded against claims and commits. From
// then on no run can be committed on its rows unless they were stored again, and readers of missing rows get
// content_pruned. Then the rows are removed. The next pruning continues an interrupted one.

import type { Filter } from 'mongodb';
import { ROW_PARTS } from '../../core/records/blocks/row-block.ts';
import { type SessionKey, sessionKeyOf } from '../../core/records/session-key.ts';
import { exists } from './connection/exists.ts';
import type { LongTexts } from './connection/long-texts.ts';
import type { Collections } from './documents.ts';
import type { SessionDocument } from './session-documents.ts';

/** Whether the session has an unfinished run: recovery decides about it first. */
export const isBusy = ({ runs }: Collections, session: SessionDocument): Promise<boolean> =>
  exists(runs, { ...sessionKeyOf(session), open: true });

/** Prunes sessions whose last commit came before, and those whose pruning was interrupted. Answers how many had rows. */
export async function pruneSessions(collections: Collections, before: Date): Promise<number> {
  const { sessions } = collections;
  let pruned = 0;
  for (const which of [{ rows: 'pruning' }, { rows: 'kept', updated_at: { $lt: before } }] as const) {
    for await (const session of sessions.find(which)) {
      if (!(await isBusy(collections, session)) && (await removeRows(collections, session))) pruned++;
    }
  }
  return pruned;
}

/**
 * Removes the content of the session's blocks, except fingerprints. A removal's number is higher than any claim's before,
 * and each ingestion notes it first. A run that begins then stores its rows again under that number, and the removal
 * spares them, however late it ends. Answers whether anything was removed.
 */
async function removeRows(collections: Collections, seen: SessionDocument): Promise<boolean> {
  const { sessions, ingestions, block_contents: contents } = collections;
  const of = sessionKeyOf(seen);
  const { version, touched, rows } = seen;
  const removal = touched + 1;
  const unchanged: Filter<SessionDocument> = { ...of, version, touched, rows };
  const begun = await sessions.updateOne(unchanged, { $set: { rows: 'pruning', removal }, $inc: { touched: 1 } });
  if (begun.matchedCount === 0) return false;
  const named = { ingestion_id: { $in: [...seen.ingestions] } };
  await ingestions.updateMany(named, { $max: { removal } });
  const mine = { ...of, version, rows: 'pruning', removal } as const;
  // Another run may have been committed in between, on rows that were stored before the mark.
  if (!(await exists(sessions, mine))) return false;
  let removed = 0;
  for (const { _id } of await ingestions.find(named, { projection: { _id: 1 } }).toArray()) {
    const rowsOf = { ...of, owner: _id.toHexString(), after: { $not: { $gte: removal } } };
    for (const part of ROW_PARTS) {
      if (part !== 'fingerprint') removed += (await contents.deleteMany({ ...rowsOf, part })).deletedCount;
    }
  }
  if (seen.run_id !== null) removed += (await contents.deleteMany({ ...of, owner: seen.run_id })).deletedCount;
  // The next removal takes content that was stored again and never came to count.
  await sessions.updateOne({ ...mine, touched: removal }, { $set: { rows: 'pruned' } });
  return removed > 0;
}

/** The number of the removal of the session's rows, for an ingestion that it names; null if its rows are kept. */
export async function removalOf(
  { sessions }: Collections,
  key: SessionKey,
  ingestionId: string,
): Promise<number | null> {
  const session = await sessions.findOne(sessionKeyOf(key), { projection: { rows: 1, removal: 1, ingestions: 1 } });
  if (session === null || session.rows === 'kept' || !session.ingestions.includes(ingestionId)) return null;
  return session.removal ?? 0;
}

/** Marks a session whose pruned rows were stored again. Unless they come to count, the next removal takes them. */
export async function removeAgain({ sessions }: Collections, key: SessionKey): Promise<void> {
  await sessions.updateOne(
    { ...sessionKeyOf(key), rows: { $ne: 'kept' } },
    { $set: { rows: 'pruning' }, $inc: { touched: 1 } },
  );
}

/** Removes succeeded runs that ended before, except the latest of a session and the one that it names. */
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
    if (await exists(sessions, { ...sessionKeyOf(run), run_id: run._id })) continue;
    if (!(await exists(runs, { ...sessionKeyOf(run), place: { $gt: run.place } }))) continue;
    const { deletedCount } = await runs.deleteOne({ _id: run._id, status: 'succeeded' });
    const { tenant, partner } = run;
    await texts.removeOf({ tenant, partner, owner: run._id });
    pruned += deletedCount;
  }
  return pruned;
}

// Removes content whose time is over. First a session is marked as pruning, in a write that neither a claim nor a
// commit has overtaken. From then on nobody can commit a run that names its rows unless they were stored again, and
// readers of missing rows are told why. Then the rows are removed; the next pruning continues an interrupted one.

import type { Filter } from 'mongodb';
import { ROW_PARTS } from '../../core/records/blocks/row-block.ts';
import { type SessionKey, sessionKeyOf } from '../../core/records/session-key.ts';
import { exists } from './connection/exists.ts';
import type { LongTexts } from './connection/long-texts.ts';
import type { Collections } from './documents.ts';
import type { SessionDocument } from './session-documents.ts';

/** Whether a run of the session has not ended: recovery decides about it first. */
export const isBusy = ({ runs }: Collections, session: SessionDocument): Promise<boolean> =>
  exists(runs, { ...sessionKeyOf(session), open: true });

/** Prunes sessions that were last committed before, and those where pruning was interrupted; answers how many had some. */
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
 * Everything of its blocks but headers and fingerprints. A removal has a number that no claim has come before, and each
 * ingestion notes it before anything goes: a run that begins then stores its rows again under the removal's number,
 * which spares them, however late the removal ends. Answers whether there was any.
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
  // Another run may count by now, with rows that were stored before they were marked.
  if (!(await exists(sessions, mine))) return false;
  let removed = 0;
  for (const { _id } of await ingestions.find(named, { projection: { _id: 1 } }).toArray()) {
    const rowsOf = { ...of, owner: _id.toHexString(), after: { $not: { $gte: removal } } };
    for (const part of ROW_PARTS) {
      if (part !== 'fingerprint') removed += (await contents.deleteMany({ ...rowsOf, part })).deletedCount;
    }
  }
  if (seen.run_id !== null) removed += (await contents.deleteMany({ ...of, owner: seen.run_id })).deletedCount;
  // Content that was stored again meanwhile and never counts is removed by the next removal.
  await sessions.updateOne({ ...mine, touched: removal }, { $set: { rows: 'pruned' } });
  return removed > 0;
}

/** The removal that concerns an ingestion of a session whose rows go or went, null when none does. */
export async function removalOf(
  { sessions }: Collections,
  key: SessionKey,
  ingestionId: string,
): Promise<number | null> {
  const session = await sessions.findOne(sessionKeyOf(key), { projection: { rows: 1, removal: 1, ingestions: 1 } });
  if (session === null || session.rows === 'kept' || !session.ingestions.includes(ingestionId)) return null;
  return session.removal ?? 0;
}

/** Rows of a session without rows were stored again: unless they come to count, the next removal finds them. */
export async function removeAgain({ sessions }: Collections, key: SessionKey): Promise<void> {
  await sessions.updateOne(
    { ...sessionKeyOf(key), rows: { $ne: 'kept' } },
    { $set: { rows: 'pruning' }, $inc: { touched: 1 } },
  );
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
    if (await exists(sessions, { ...sessionKeyOf(run), run_id: run._id })) continue;
    if (!(await exists(runs, { ...sessionKeyOf(run), place: { $gt: run.place } }))) continue;
    const { deletedCount } = await runs.deleteOne({ _id: run._id, status: 'succeeded' });
    const { tenant, partner } = run;
    await texts.removeOf({ tenant, partner, owner: run._id });
    pruned += deletedCount;
  }
  return pruned;
}

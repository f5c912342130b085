// Accepts a run: it gets the place after the session's latest run. A unique index gives each place to one run, so that
// runs that are accepted at once come one after the other, and each sees those before it.

import { type SessionKey, sessionKeyOf } from '../../../core/records/session-key.ts';
import type { NewRun } from '../../../ports/runs.ts';
import { unlessDuplicate } from '../connection/inserting.ts';
import type { Collections } from '../documents.ts';
import type { RunDocument } from '../session-documents.ts';
import type { PlacingTools } from './rounds.ts';
import { newRunDocument } from './run-documents.ts';
import { ensureSession } from './sessions.ts';

interface AcceptedDocument {
  readonly document: RunDocument;
  readonly accepted: boolean;
}

/** The latest run of a session, or of those of a kind. */
export const latestOf = ({ runs }: Collections, key: SessionKey, kind?: string): Promise<RunDocument | null> =>
  runs.findOne({ ...sessionKeyOf(key), ...(kind !== undefined && { kind }) }, { sort: { place: -1 } });

/** Runs.accept of the port. */
export async function acceptRun(
  collections: Collections,
  { counters, texts, rounds, clock }: PlacingTools,
  { keepExisting, follows, ...run }: NewRun & { readonly keepExisting: boolean; readonly follows?: string },
): Promise<AcceptedDocument> {
  const { runs } = collections;
  const known = await runs.findOne({ _id: run.runId });
  if (known !== null) return { document: known, accepted: false };
  const { first: order, at } = await counters.place();
  const dueAt = new Date(at.getTime() + (await clock.ahead()));
  const { tenant, partner } = run.key;
  const round = await rounds.next({ kind: run.kind, tenant });
  const parameters = await texts.keep({ tenant, partner, owner: run.runId }, JSON.stringify(run.parameters));
  for (;;) {
    const latest = await latestOf(collections, run.key);
    if (latest === null) await ensureSession(collections, counters, run.key);
    if (follows !== undefined && latest !== null && latest._id !== follows) {
      await texts.forget(run.key, parameters);
      return { document: latest, accepted: false };
    }
    // If another run comes after `latest`, the insert below fails, and the loop reads again.
    const kept = keepExisting && latest !== null ? await latestOf(collections, run.key, run.kind) : null;
    if (kept !== null && kept.status !== 'failed') {
      await texts.forget(run.key, parameters);
      return { document: kept, accepted: false };
    }
    const document = newRunDocument(run, { place: (latest?.place ?? 0) + 1, order, round, dueAt, parameters });
    if ((await unlessDuplicate(runs.insertOne(document))) !== null) return { document, accepted: true };
    const same = await runs.findOne({ _id: run.runId });
    if (same !== null) return { document: same, accepted: false };
    // Another run has the place: the next attempt takes the one after it.
  }
}

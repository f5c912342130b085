// Sessions in MongoDB. A session has a document as soon as a run is accepted or rows are added for it. Version 0 means
// that nothing was committed; such a session is not shown. The commit is one write to the document, guarded by its
// version and by the fence of the latest claim.

import type { Session, SessionNature } from '../../../core/records/documents/session.ts';
import { type SessionKey, sessionKeyOf } from '../../../core/records/session-key.ts';
import { contentPruned, requireAllBlocks, unknown } from '../../../ports/every-store/failures.ts';
import { type CommittedSession, isCommitted, type Sessions } from '../../../ports/sessions.ts';
import type { Counters } from '../connection/counters.ts';
import { exists } from '../connection/exists.ts';
import { inOrder } from '../connection/in-order.ts';
import type { Collections } from '../documents.ts';
import type { SessionDocument } from '../session-documents.ts';
import { requireLatest } from './leases.ts';
import { pageOfSessions, scopesOfSessions } from './list-sessions.ts';
import { windowOperations } from './windows.ts';

/** Ingestions that are checked at once before a commit. */
const AT_ONCE = 8;

export function sessionOperations(collections: Collections): Sessions {
  const { sessions, runs, ingestions: allIngestions, row_blocks: rowBlocks } = collections;

  const find = (key: SessionKey) => sessions.findOne({ ...sessionKeyOf(key), version: { $gt: 0 } });
  const get = async (key: SessionKey): Promise<Session | null> => {
    const document = await find(key);
    return document && toSession(document);
  };

  /** `removal`: the latest removal of the session's rows, if the session names the ingestion. */
  const requireWhole = async (id: string, removal: number | undefined): Promise<void> => {
    const found = await allIngestions.findOne(
      { ingestion_id: id },
      { projection: { tenant: 1, partner: 1, blocks: 1, removal: 1 } },
    );
    if (found === null) throw unknown('ingestion', id);
    const { _id: ingestion, tenant, partner, blocks } = found;
    const all = { tenant, partner, ingestion };
    requireAllBlocks(id, blocks - (await rowBlocks.countDocuments(all)));
    const since = Math.max(found.removal ?? -1, removal ?? -1);
    if (since < 0 || blocks === 0) return;
    if ((await rowBlocks.countDocuments({ ...all, after: { $gte: since } })) < blocks) throw contentPruned();
  };

  return {
    get,
    async list({ tenant, partner }) {
      const found = sessions.find({ tenant, partner, version: { $gt: 0 } }, { sort: { order: 1 } });
      return (await found.toArray()).map(toSession);
    },
    scopes: () => scopesOfSessions(collections),
    page: (asked) => pageOfSessions(collections, asked),
    async commit(key, { expectVersion, ingestions, run, nature, under, at }) {
      await requireLatest(collections, under);
      const before = await find(key);
      const shown = before && toSession(before);
      if (shown !== null && isCommitted(shown, { run, ingestions })) return { outcome: 'committed', session: shown };
      if (run !== null && !(await exists(runs, { _id: run.runId }))) throw unknown('run', run.runId);
      const known = new Set(shown?.ingestions);
      // If the session's rows were removed, only ingestions that were stored again after that are whole.
      const areGone = before !== null && before.rows !== 'kept';
      const removal = areGone ? (before.removal ?? 0) : undefined;
      await inOrder(
        ingestions.filter((id) => areGone || !known.has(id)),
        { atOnce: AT_ONCE },
        (id) => requireWhole(id, known.has(id) ? removal : undefined),
      );
      const asSeen = areGone
        ? ({ rows: { $ne: 'kept' }, removal: before.removal ?? { $exists: false } } as const)
        : ({ rows: 'kept' } as const);
      const rowsAt = under === undefined ? {} : { row_fence: { $not: { $gt: under.fence } } };
      const committed = await sessions.findOneAndUpdate(
        {
          ...sessionKeyOf(key),
          version: expectVersion,
          ...(run !== null && { fence: run.fence }),
          ...asSeen,
          ...rowsAt,
        },
        [
          {
            $set: {
              version: expectVersion + 1,
              ...(run !== null && { run_id: { $literal: run.runId }, unmaterialised: true }),
              ...(nature !== undefined && natureOf(nature)),
              ingestions: { $literal: ingestions },
              rows: 'kept',
              created_at: { $ifNull: ['$created_at', new Date(at)] },
              updated_at: new Date(at),
            },
          },
        ],
        { returnDocument: 'after' },
      );
      if (committed !== null) return { outcome: 'committed', session: toSession(committed) };
      await requireLatest(collections, under);
      // The write may have been made and only its answer lost.
      const session = await get(key);
      const made = session !== null && isCommitted(session, { run, ingestions });
      return made ? { outcome: 'committed', session } : { outcome: 'conflict', session };
    },
    ...windowOperations(collections),
    async unmaterialised({ tenant, partner }, under) {
      await requireLatest(collections, under);
      // A holder that gave the lease back has ended; one that let it lapse may be about to commit.
      if (under.afterLapse) {
        const earlier = { tenant, partner, row_fence: { $not: { $gte: under.fence } } };
        await sessions.updateMany(earlier, { $set: { row_fence: under.fence } });
      }
      const found = await sessions.find({ tenant, partner, unmaterialised: true }).toArray();
      return found.sort((a, b) => a.order - b.order).map((one) => toSession(one) as CommittedSession);
    },
    async materialised(key, { runId, under }) {
      await requireLatest(collections, under);
      const of = { ...sessionKeyOf(key), run_id: runId };
      if (!(await exists(sessions, of))) return false;
      await runs.updateOne({ _id: runId }, { $set: { materialised: true } });
      return (await sessions.updateOne(of, { $unset: { unmaterialised: '' } })).matchedCount === 1;
    },
  };
}

/** Makes the session's document if it is missing. */
export async function ensureSession({ sessions }: Collections, counters: Counters, key: SessionKey): Promise<void> {
  if (await exists(sessions, sessionKeyOf(key))) return;
  const { first: order } = await counters.place();
  await sessions.updateOne(
    sessionKeyOf(key),
    {
      $setOnInsert: {
        order,
        version: 0,
        run_id: null,
        ingestions: [],
        fence: 0,
        touched: 0,
        rows: 'kept',
        created_at: null,
        updated_at: null,
      },
    },
    { upsert: true },
  );
}

/**
 * Notes that content may come that no session names, and makes the session's document if it is missing. Answers the new
 * count of such notes, which is a fence higher than every one before.
 */
export async function touchSession(collections: Collections, counters: Counters, key: SessionKey): Promise<number> {
  for (;;) {
    const after = await collections.sessions.findOneAndUpdate(
      sessionKeyOf(key),
      { $inc: { touched: 1 }, $set: { unswept: true } },
      { returnDocument: 'after', projection: { touched: 1 } },
    );
    if (after !== null) return after.touched;
    await ensureSession(collections, counters, key);
  }
}

const natureOf = ({ kind, flow, method, periodStart, periodEnd }: SessionNature) => ({
  kind: { $literal: kind },
  flow: { $literal: flow },
  method: { $literal: method },
  period_start: { $literal: periodStart },
  period_end: { $literal: periodEnd },
});

function toSession({ tenant, partner, session, ...rest }: SessionDocument): Session {
  return {
    key: { tenant, partner, session },
    ingestions: rest.ingestions,
    runId: rest.run_id,
    kind: rest.kind ?? null,
    flow: rest.flow ?? null,
    method: rest.method ?? null,
    periodStart: rest.period_start ?? null,
    periodEnd: rest.period_end ?? null,
    materialised: rest.unmaterialised !== true,
    version: rest.version,
    createdAt: rest.created_at!.getTime(),
    updatedAt: rest.updated_at!.getTime(),
  };
}

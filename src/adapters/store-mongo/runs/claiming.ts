// Claims of work. No write spans two documents, so a claim of a run is three writes: it draws a fence from the session,
// takes the run under its own guard and the server's clock, and then raises the session's fence. If the claimer dies in
// between, the lease lapses. If the lease was renewed meanwhile, the claimer takes nothing and the session's fence stays.

import type { Document, Filter, Sort } from 'mongodb';
import { MAX_WORK_INTERRUPTIONS, WORN_OUT_REST_MS } from '../../../core/limits.ts';
import type { WorkClaim } from '../../../core/records/documents/work.ts';
import { inTurn, type Turn } from '../../../core/records/documents/work-turns.ts';
import { type SessionKey, sessionKeyOf } from '../../../core/records/session-key.ts';
import type { KnownKind, Lease, WaitingAsked } from '../../../ports/work.ts';
import type { Counters } from '../connection/counters.ts';
import type { StoreClock } from '../connection/store-clock.ts';
import type { Collections } from '../documents.ts';
import type { RunDocument, WorkDocument } from '../session-documents.ts';
import { LINE, type Lines, sessionOf } from './lines.ts';
import type { Rounds } from './rounds.ts';
import { allWork, held } from './run-documents.ts';
import { touchSession } from './sessions.ts';

const CLAIM_FIELDS = {
  ...LINE,
  order: 1,
  round: 1,
  kind: 1,
  status: 1,
  fence: 1,
  interruptions: 1,
  worker: 1,
  due_at: 1,
} as const;

/** The fields of open work that claiming reads; a run also has a session. */
type OpenWork = Pick<WorkDocument, '_id' | Exclude<keyof typeof CLAIM_FIELDS, keyof SessionKey>> & Partial<SessionKey>;

export interface Claiming {
  /** WorkQueue.waiting of the port. */
  waiting(asked: WaitingAsked): Promise<readonly string[]>;
  /** WorkQueue.claimNext of the port; answers the claimed document. */
  claimNext(asked: Lease & { readonly knows: readonly KnownKind[]; readonly at: number }): Promise<WorkDocument | null>;
  /** WorkQueue.retake of the port; answers the claimed document. */
  retake(claim: WorkClaim, leaseMs: number): Promise<WorkDocument | null>;
  /** Takes a waiting run, due or not; null if somebody holds it, or if it has ended. */
  seizeWaiting(runId: string, lease: Lease & { readonly at: number }): Promise<RunDocument | null>;
  /** Takes an open run from any holder, due or not; null if it has ended. */
  seize(runId: string, lease: Lease & { readonly at: number }): Promise<RunDocument | null>;
}

/** Candidates of each kind: other workers may take some meanwhile, and some are not first in their line. */
const CANDIDATES = 50;
/** How often first pieces with a mark are searched (lines.ts). */
const FREE_EVERY_MS = 15_000;

/** Work that wore out its workers rests before it is claimed again. */
const REST: Document = {
  $cond: [
    { $and: [{ $eq: ['$status', 'running'] }, { $gte: ['$interruptions', MAX_WORK_INTERRUPTIONS] }] },
    WORN_OUT_REST_MS,
    0,
  ],
};
const dueSince = (forMs: number, ahead: number): Document => ({
  $and: [
    { $lte: ['$due_at', { $add: ['$$NOW', ahead - forMs] }] },
    { $lte: [{ $add: ['$due_at', REST] }, { $add: ['$$NOW', ahead - forMs] }] },
  ],
});

interface ClaimingTools {
  readonly counters: Counters;
  readonly rounds: Rounds;
  readonly lines: Lines;
  readonly clock: StoreClock;
}

export function claimingOperations(
  collections: Collections,
  { counters, rounds, lines, clock }: ClaimingTools,
): Claiming {
  const { sessions } = collections;
  const work = allWork(collections);
  let freedAt = Number.NEGATIVE_INFINITY;

  /** Due work without the mark of lines.ts. The index is named, because the server would find it only by trying. */
  const candidates = async (
    of: Filter<WorkDocument>,
    {
      forMs,
      limit,
      ...by
    }: { readonly forMs: number; readonly limit: number; readonly sort: Sort; readonly hint: string },
  ): Promise<OpenWork[]> =>
    work
      .find({ open: true, behind: null, ...of, $expr: dueSince(forMs, await clock.ahead()) } as Filter<WorkDocument>, {
        ...by,
        limit,
        projection: CLAIM_FIELDS,
      })
      .toArray() as Promise<unknown> as Promise<OpenWork[]>;

  /** Candidates of each kind, in the order of turns. */
  const ofKinds = async (
    knows: readonly KnownKind[],
    { forMs, limit }: { readonly forMs: number; readonly limit: number },
  ): Promise<OpenWork[]> => {
    const found = knows.map(({ kind, versions }) =>
      candidates({ kind, command_version: { $in: storedVersions(versions) } } as Filter<WorkDocument>, {
        ...{ forMs, limit, sort: { round: 1, order: 1 }, hint: 'next' },
      }),
    );
    return (await Promise.all(found)).flat();
  };

  /** The candidates that are first in their line. The others get a mark and are not found again. */
  const firsts = async (look: () => Promise<OpenWork[]>): Promise<OpenWork[]> => {
    for (;;) {
      const found = await look();
      const first = await lines.firsts(found);
      if (first.length > 0 || found.length === 0) return first;
    }
  };

  /** Takes work under a new fence if the guard still matches. */
  const take = async (
    one: Pick<OpenWork, '_id' | keyof SessionKey>,
    {
      guard,
      lease,
      lapsed,
      round,
    }: { guard: Filter<WorkDocument>; lease: Lease & { at: number }; lapsed: boolean; round?: number },
  ): Promise<WorkDocument | null> => {
    const key = sessionOf(one);
    const fence = key === null ? (await counters.place()).first : await touchSession(collections, counters, key);
    const taken = await work.findOneAndUpdate(
      { $and: [guard, { _id: one._id, open: true, fence: { $lt: fence } }] },
      [
        {
          $set: {
            status: 'running',
            worker: { $literal: lease.worker },
            fence,
            due_at: { $add: ['$$NOW', (await clock.ahead()) + lease.leaseMs] },
            started_at: { $ifNull: ['$started_at', new Date(lease.at)] },
            ...(round !== undefined && { round }),
            ...(lapsed && { interruptions: { $add: ['$interruptions', 1] }, lapsed_fence: '$fence' }),
          },
        },
      ],
      { returnDocument: 'after' },
    );
    if (taken !== null && key !== null) await sessions.updateOne(sessionKeyOf(key), { $max: { fence } });
    return taken;
  };

  return {
    async waiting({ knows, forMs, limit }) {
      if (performance.now() - freedAt > FREE_EVERY_MS) {
        freedAt = performance.now();
        await lines.freeAll();
      }
      const found = await firsts(() =>
        knows === null
          ? candidates({}, { forMs, limit, sort: { due_at: 1 }, hint: 'due' })
          : ofKinds(knows, { forMs, limit }),
      );
      return found
        .toSorted((a, b) => a.order - b.order)
        .slice(0, limit)
        .map(({ _id }) => _id);
    },
    async claimNext({ knows, ...lease }) {
      const found = await firsts(() => ofKinds(knows, { forMs: 0, limit: CANDIDATES }));
      if (found.length === 0) return null;
      const current = await rounds.current([...new Set(found.map(({ kind }) => kind))]);
      for (const one of inTurn(found, { turnOf, roundOf: (kind) => current.get(kind)! })) {
        const { _id, status, fence, interruptions, kind } = one;
        const guard = {
          _id,
          status,
          fence,
          interruptions,
          $expr: dueSince(0, await clock.ahead()),
        } as Filter<WorkDocument>;
        const of = Math.max(current.get(kind)!, one.round ?? 0);
        const taken = await take(one, { guard, lease, lapsed: status === 'running', round: of + 1 });
        if (taken === null) continue;
        if (of > current.get(kind)!) await rounds.claimed(kind, of);
        return taken;
      }
      return null;
    },
    async retake(claim, leaseMs) {
      const one = (await work.findOne(held(claim), { projection: CLAIM_FIELDS })) as OpenWork | null;
      if (one === null) return null;
      const lease = { worker: one.worker ?? '', leaseMs, at: 0 };
      return take(one, { guard: held(claim), lease, lapsed: false });
    },
    async seizeWaiting(runId, lease) {
      const asked = { _id: runId, status: 'accepted', session: { $exists: true } } as Filter<WorkDocument>;
      const run = (await work.findOne(asked, { projection: CLAIM_FIELDS })) as OpenWork | null;
      if (run === null) return null;
      return (await take(run, { guard: asked, lease, lapsed: false })) as RunDocument | null;
    },
    async seize(runId, lease) {
      for (;;) {
        const run = (await work.findOne({ _id: runId, open: true }, { projection: CLAIM_FIELDS })) as OpenWork | null;
        if (run === null) return null;
        const taken = await take(run, { guard: {}, lease, lapsed: false });
        if (taken !== null) return taken as RunDocument;
      }
    },
  };
}

/** Documents of former versions have no version, which means version 1. */
const storedVersions = (versions: readonly number[]): (number | null)[] =>
  versions.includes(1) ? [...versions, null] : [...versions];

const turnOf = ({ kind, round = 0, due_at, order }: OpenWork): Turn => ({
  ...{ kind, round, order },
  dueAt: due_at?.getTime() ?? 0,
});

// Who works on what. No write spans two documents, so a claim of a run is three: a fence is drawn from the session, the
// run is taken under its own guard and by the server's clock, and only then is the session told the fence, which only
// ever grows there. A claimer that ends in between leaves a run whose lease lapses; one that comes too late, because the
// lease was renewed meanwhile, has taken nothing and tells the session nothing.

import type { Document, Filter } from 'mongodb';
import { MAX_WORK_INTERRUPTIONS, WORN_OUT_REST_MS } from '../../../core/limits.ts';
import type { SessionKey } from '../../../core/records/documents/session.ts';
import type { WorkClaim } from '../../../core/records/documents/work.ts';
import type { KnownKind, Lease } from '../../../ports/work.ts';
import type { Counters } from '../connection/counters.ts';
import type { Collections } from '../documents.ts';
import type { RunDocument, WorkDocument } from '../session-documents.ts';
import { allWork, held } from './run-documents.ts';
import { keyOf, touchSession } from './sessions.ts';

/** What is looked at of open work; a run has a session besides. */
type OpenWork = Pick<
  WorkDocument,
  | '_id'
  | 'lane'
  | 'turn'
  | 'place'
  | 'order'
  | 'kind'
  | 'command_version'
  | 'status'
  | 'fence'
  | 'interruptions'
  | 'worker'
> &
  Partial<SessionKey> & { readonly due: boolean };

export interface Claiming {
  /** Known work that could have been claimed for so long, oldest first. */
  claimable(asked: { readonly knows: readonly KnownKind[] | null; readonly forMs: number }): Promise<OpenWork[]>;
  /** As the port's claimNext; the work as it is then. */
  claimNext(asked: Lease & { readonly knows: readonly KnownKind[]; readonly at: number }): Promise<WorkDocument | null>;
  /** As the port's retake. */
  retake(claim: WorkClaim, leaseMs: number): Promise<WorkDocument | null>;
  /** Takes an open run that nobody has, due or not; null when somebody has, or it has ended. */
  seizeWaiting(runId: string, lease: Lease & { readonly at: number }): Promise<RunDocument | null>;
  /** Takes an open run from whoever has it, due or not; null when it has ended. */
  seize(runId: string, lease: Lease & { readonly at: number }): Promise<RunDocument | null>;
}

const LOOKED_AT = {
  tenant: 1,
  partner: 1,
  session: 1,
  lane: 1,
  turn: 1,
  place: 1,
  order: 1,
  kind: 1,
  command_version: 1,
  status: 1,
  fence: 1,
  interruptions: 1,
  worker: 1,
};

/** Work that wore out its workers rests before it is claimed again. */
const REST: Document = {
  $cond: [
    { $and: [{ $eq: ['$status', 'running'] }, { $gte: ['$interruptions', MAX_WORK_INTERRUPTIONS] }] },
    WORN_OUT_REST_MS,
    0,
  ],
};
const dueSince = (forMs: number): Document => ({
  $lte: [{ $add: ['$due_at', REST] }, { $subtract: ['$$NOW', forMs] }],
});

export function claimingOperations(collections: Collections, counters: Counters): Claiming {
  const { sessions } = collections;
  const work = allWork(collections);

  const claimable: Claiming['claimable'] = async ({ knows, forMs }) => {
    const open = (await work
      .find({ open: true }, { sort: { order: 1 }, projection: { ...LOOKED_AT, due: dueSince(forMs) } })
      .toArray()) as unknown as OpenWork[];
    return oldestOfLanes(open).filter((one) => one.due && (knows === null || isKnown(one, knows)));
  };

  /** The work under a new fence, if it is still as the guard says. */
  const take = async (
    one: Pick<OpenWork, '_id' | keyof SessionKey>,
    { guard, lease, lapsed }: { guard: Filter<WorkDocument>; lease: Lease & { at: number }; lapsed: boolean },
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
            due_at: { $add: ['$$NOW', lease.leaseMs] },
            started_at: { $ifNull: ['$started_at', new Date(lease.at)] },
            ...(lapsed && { interruptions: { $add: ['$interruptions', 1] }, lapsed_fence: '$fence' }),
          },
        },
      ],
      { returnDocument: 'after' },
    );
    if (taken !== null && key !== null) await sessions.updateOne(keyOf(key), { $max: { fence } });
    return taken;
  };

  return {
    claimable,
    async claimNext({ knows, ...lease }) {
      for (const one of inTurn(await claimable({ knows, forMs: 0 }))) {
        const { _id, status, fence, interruptions } = one;
        const guard = { _id, status, fence, interruptions, $expr: dueSince(0) } as Filter<WorkDocument>;
        const taken = await take(one, { guard, lease, lapsed: status === 'running' });
        if (taken !== null) return taken;
      }
      return null;
    },
    async retake(claim, leaseMs) {
      const one = (await work.findOne(held(claim), { projection: LOOKED_AT })) as OpenWork | null;
      if (one === null) return null;
      const lease = { worker: one.worker ?? '', leaseMs, at: 0 };
      return take(one, { guard: held(claim), lease, lapsed: false });
    },
    async seizeWaiting(runId, lease) {
      const asked = { _id: runId, status: 'accepted', session: { $exists: true } } as Filter<WorkDocument>;
      const run = (await work.findOne(asked, { projection: LOOKED_AT })) as OpenWork | null;
      if (run === null) return null;
      return (await take(run, { guard: asked, lease, lapsed: false })) as RunDocument | null;
    },
    async seize(runId, lease) {
      for (;;) {
        const run = (await work.findOne({ _id: runId, open: true }, { projection: LOOKED_AT })) as OpenWork | null;
        if (run === null) return null;
        const taken = await take(run, { guard: {}, lease, lapsed: false });
        if (taken !== null) return taken as RunDocument;
      }
    },
  };
}

const sessionOf = ({ tenant, partner, session }: Partial<SessionKey>): SessionKey | null =>
  tenant === undefined || partner === undefined || session === undefined ? null : { tenant, partner, session };

const isKnown = ({ kind, command_version: version = 1 }: OpenWork, knows: readonly KnownKind[]): boolean =>
  knows.some((known) => known.kind === kind && known.versions.includes(version));

/** One of each lane, and all that have none. */
function oldestOfLanes(open: readonly OpenWork[]): OpenWork[] {
  const oldest = new Map<string, OpenWork>();
  for (const one of open) {
    const key = sessionOf(one);
    const name = JSON.stringify(key ?? one.lane ?? { of: one._id });
    const known = oldest.get(name);
    if (known === undefined || turnOf(one) < turnOf(known)) oldest.set(name, one);
  }
  return [...oldest.values()].sort((a, b) => a.order - b.order);
}

const turnOf = ({ turn, place }: OpenWork): number => turn ?? place;

const inTurn = (work: readonly OpenWork[]): OpenWork[] =>
  work.toSorted((a, b) => a.interruptions - b.interruptions || a.order - b.order);

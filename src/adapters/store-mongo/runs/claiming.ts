// Who works on a run. No write spans two documents, so a claim is three: a fence is drawn from the session, the run is
// taken under its own guard and by the server's clock, and the session is told the fence, which only ever grows there.
// A claimer that ends in between leaves a run whose lease lapses; one that is late tells a fence that counts no more.

import type { Document, Filter } from 'mongodb';
import { worn } from '../../../core/records/documents/run-attempts.ts';
import type { Lease } from '../../../ports/runs.ts';
import type { Counters } from '../connection/counters.ts';
import type { Collections, RunDocument } from '../documents.ts';
import { CLOSED } from './run-documents.ts';
import { keyOf, touchSession } from './sessions.ts';

/** What is looked at of an open run. */
type OpenRun = Pick<
  RunDocument,
  '_id' | 'tenant' | 'partner' | 'session' | 'place' | 'order' | 'status' | 'fence' | 'interruptions'
> & { readonly due: boolean };

export interface Claiming {
  /** Runs that could have been claimed for so long, oldest first. */
  claimable(forMs: number): Promise<readonly OpenRun[]>;
  /** As the port's claimNext; the run as it is then. */
  claimNext(lease: Lease & { readonly at: number }): Promise<RunDocument | null>;
  /** Takes an open run from whoever has it, due or not; null when it has ended. */
  seize(runId: string, lease: Lease & { readonly at: number }): Promise<RunDocument | null>;
}

const LOOKED_AT = { tenant: 1, partner: 1, session: 1, place: 1, order: 1, status: 1, fence: 1, interruptions: 1 };
const IS_DUE: Document = { $expr: { $lte: ['$due_at', '$$NOW'] } };

export function claimingOperations(collections: Collections, counters: Counters): Claiming {
  const { runs, sessions } = collections;

  const claimable = async (forMs: number): Promise<OpenRun[]> => {
    const due = { $lte: ['$due_at', { $subtract: ['$$NOW', forMs] }] };
    const open = (await runs
      .find({ open: true }, { sort: { order: 1 }, projection: { ...LOOKED_AT, due } })
      .toArray()) as unknown as OpenRun[];
    return oldestOfSessions(open).filter((run) => run.due);
  };

  /** The run under a new fence, if it is still as the guard says. */
  const take = async (
    run: Pick<OpenRun, '_id' | 'tenant' | 'partner' | 'session'>,
    { guard, lease, interrupted }: { guard: Filter<RunDocument>; lease: Lease & { at: number }; interrupted: boolean },
  ): Promise<RunDocument | null> => {
    const fence = await touchSession(collections, counters, run);
    const taken = await runs.findOneAndUpdate(
      { ...guard, _id: run._id, open: true, fence: { $lt: fence } },
      [
        {
          $set: {
            status: 'running',
            worker: { $literal: lease.worker },
            fence,
            due_at: { $add: ['$$NOW', lease.leaseMs] },
            started_at: { $ifNull: ['$started_at', new Date(lease.at)] },
            ...(interrupted && { interruptions: { $add: ['$interruptions', 1] } }),
          },
        },
      ],
      { returnDocument: 'after' },
    );
    if (taken !== null) await sessions.updateOne(keyOf(run), { $max: { fence } });
    return taken;
  };

  /** Whoever had the run may commit no more, and only then is it failed. */
  const giveUp = async (run: OpenRun, { guard, at }: { guard: Filter<RunDocument>; at: number }): Promise<void> => {
    const fence = await touchSession(collections, counters, run);
    await sessions.updateOne(keyOf(run), { $max: { fence } });
    const interruptions = run.interruptions + 1;
    await runs.updateOne(guard, {
      $set: { status: 'failed', finished_at: new Date(at), failure: worn(interruptions), interruptions },
      ...CLOSED,
    });
  };

  return {
    claimable,
    async claimNext(lease) {
      for (const run of inTurn(await claimable(0))) {
        const { _id, status, fence, interruptions } = run;
        const guard = { _id, status, fence, interruptions, ...IS_DUE };
        const interrupted = status === 'running';
        if (interrupted && worn(interruptions + 1) !== null) await giveUp(run, { guard, at: lease.at });
        else {
          const taken = await take(run, { guard, lease, interrupted });
          if (taken !== null) return taken;
        }
      }
      return null;
    },
    async seize(runId, lease) {
      for (;;) {
        const run = await runs.findOne({ _id: runId, open: true }, { projection: LOOKED_AT });
        if (run === null) return null;
        const taken = await take(run, { guard: {}, lease, interrupted: false });
        if (taken !== null) return taken;
      }
    },
  };
}

/** One of each session. */
function oldestOfSessions(open: readonly OpenRun[]): OpenRun[] {
  const oldest = new Map<string, OpenRun>();
  for (const run of open) {
    const name = JSON.stringify(keyOf(run));
    const known = oldest.get(name);
    if (known === undefined || run.place < known.place) oldest.set(name, run);
  }
  return [...oldest.values()].sort((a, b) => a.order - b.order);
}

const inTurn = (runs: readonly OpenRun[]): OpenRun[] =>
  runs.toSorted((a, b) => a.interruptions - b.interruptions || a.order - b.order);

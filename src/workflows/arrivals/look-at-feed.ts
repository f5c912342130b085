// One look at a feed: files that are there, whole and new, are taken; runs are ordered for those that belong together;
// days whose file should have come are told. Each step is stored before the next and can be repeated, so that a process
// that dies between any two of them takes no file twice and loses none. One process at a time looks, under a lease.

import { dueRuns, lateDays } from '../../core/arrivals/due.ts';
import type { Feed } from '../../core/arrivals/feed.ts';
import { TieoutError } from '../../core/errors.ts';
import { sentUrl } from '../../core/records/files/sent-file.ts';
import { SIDES, type Side } from '../../core/records/rows/columns.ts';
import type { Digest } from '../../core/records/rows/identity.ts';
import type { Store } from '../../ports/store.ts';
import { type HeldLease, whileLeased } from '../upkeep/hold.ts';
import { addOrdered, arrivalsOf, type KnownArrival, noteOrdered, ofFeed } from './known-arrivals.ts';
import { type TakingDependencies, takeSide, type WatchedFeed } from './take-side.ts';

/** Files that a run is ordered for, by the ordinary way of a request. */
export interface FeedOrder {
  readonly runId: string;
  readonly feed: Feed;
  readonly session: string;
  readonly period: { readonly start: string; readonly end: string };
  readonly urls: Readonly<Record<Side, readonly string[]>>;
}

export interface FeedDependencies extends TakingDependencies {
  readonly store: TakingDependencies['store'] & Pick<Store, 'leases' | 'runs'>;
  readonly digest: Digest;
  /** Orders it once: the same run id again changes nothing. Throws TieoutError. */
  readonly submit: (order: FeedOrder) => Promise<void>;
  /** How long a look may stand still. */
  readonly mostStillMs?: number;
}

export interface FeedLook {
  readonly taken: readonly KnownArrival[];
  readonly ordered: readonly string[];
  /** What kept a side or a run from going on, one sentence each. */
  readonly troubles: readonly string[];
  readonly late: readonly { readonly side: Side; readonly day: number }[];
  /** Whether files are there that may still grow. */
  readonly isGrowing: boolean;
}

const LEASE_MS = 120_000;
/** A look ends after so long: sources give up a server earlier, a folder of a network may never answer. */
const MOST_STILL_MS = 300_000;

/**
 * Null while another process looks. Throws files_unavailable if nothing went on for so long: then another process may
 * look, while `watched.work` says how long this one is still held up.
 */
export const lookAtFeed = (deps: FeedDependencies, watched: WatchedFeed): Promise<FeedLook | null> =>
  whileLeased(
    deps.store.leases,
    { name: JSON.stringify(['feed', watched.feed.id]), leaseMs: LEASE_MS },
    async (hold) => {
      const { mostStillMs = MOST_STILL_MS } = deps;
      const stands = Promise.withResolvers<never>();
      const timer = setTimeout(() => {
        hold.lose();
        stands.reject(standsStill(mostStillMs));
      }, mostStillMs);
      watched.goesOn = () => void timer.refresh();
      const work = look(deps, watched, hold);
      const ended = () => {
        watched.work = null;
      };
      watched.work = work.then(ended, ended);
      try {
        return await Promise.race([work, stands.promise]);
      } finally {
        clearTimeout(timer);
      }
    },
  );

const standsStill = (ms: number): TieoutError =>
  new TieoutError(
    'files_unavailable',
    `A source of the feed has not answered for ${Math.round(ms / 1_000)} seconds: another process may look, this one does once it answers.`,
  );

async function look(deps: FeedDependencies, watched: WatchedFeed, hold: HeldLease): Promise<FeedLook> {
  const { feed, growing } = watched;
  const troubles: string[] = [];
  const attempt = async (work: () => Promise<void>): Promise<void> => {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof TieoutError) || error.code === 'internal') throw error;
      troubles.push(error.sentence);
    }
  };
  const { acts } = deps.store;
  const before = await noteOrdered(acts, feed, ofFeed(await arrivalsOf(acts, feed), feed));
  const taken: KnownArrival[] = [];
  for (const side of SIDES) {
    await attempt(async () => void taken.push(...(await takeSide(deps, watched, { side, before, hold, attempt }))));
  }
  const all = [...before, ...taken];
  const ordered: string[] = [];
  for (const run of dueRuns(feed, all)) {
    hold.check();
    watched.goesOn();
    await attempt(async () => {
      const { files } = run;
      const named = JSON.stringify(['feed', feed.tenant, feed.partner, ...files.map(({ thing }) => thing)]);
      const runId = deps.digest(named).slice(0, 32);
      const ofSide = (side: Side) => files.filter((file) => file.side === side).map(({ sent }) => sentUrl(sent));
      await deps.submit({ ...run, feed, runId, urls: { gl: ofSide('gl'), bank: ofSide('bank') } });
      await addOrdered(acts, { feed, files, runId, at: deps.clock() });
      ordered.push(runId);
    });
  }
  // A file that is there and may still grow is not late.
  const late = lateDays(feed, [...all, ...growing.values()], deps.localTime(deps.clock()));
  return { taken, ordered, troubles, late, isGrowing: growing.size > 0 };
}

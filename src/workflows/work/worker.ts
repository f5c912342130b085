// A worker: claims work of the kinds that it knows, one piece after the other, and does it. Workers share only the
// store, which keeps claims and attempts; the bus only wakes them. Unclaimed work is announced again at the start and
// on a timer, so that neither a lost ring nor a dead process leaves work lying.

import type { ClaimedWork, WorkClaim } from '../../core/records/documents/work.ts';
import type { Bus, Ring } from '../../ports/bus.ts';
import type { Store } from '../../ports/store.ts';
import { setAside } from '../delivery/dead-letters.ts';
import { ClaimLost, type HeldLease, keep } from '../upkeep/hold.ts';
import { Outage } from '../upkeep/outage.ts';
import { type AttemptDependencies, attempt, type WorkInHand } from './attempt.ts';
import type { WorkHandler } from './handler.ts';

export interface WorkerDependencies extends AttemptDependencies {
  readonly store: Pick<Store, 'work' | 'outbox'>;
  readonly bus: Bus;
  /** One for each kind. */
  readonly handlers: readonly WorkHandler[];
}

interface WorkerOptions {
  /** For readers of logs and the store: unique. */
  readonly name: string;
  /** How long work waits for another worker after this one has died. */
  readonly leaseMs?: number;
  /** Called with the current work, null for none: a thread that computes sends no messages. */
  readonly tookInHand?: (claim: WorkClaim | null) => void;
  /** How often unclaimed work is announced. */
  readonly announceEveryMs?: number;
}

export interface Worker {
  /** The id of the current work, null if there is none. */
  current(): string | null;
  /**
   * Claims no more work and waits for the current one. Work that does not end in time is given back unfinished, for the
   * next worker: then the store may be closed.
   */
  drain(graceMs: number): Promise<void>;
}

const LEASE_MS = 30_000;
const ANNOUNCE_EVERY_MS = 1_000;
/** Most pieces that are announced at once: far more than there are workers, and the rest follows a moment later. */
const ANNOUNCED_AT_ONCE = 100;

const NO_CLAIM = 'No run could be claimed; it is tried again.';

export function startWorker(deps: WorkerDependencies, options: WorkerOptions): Worker {
  const { name, leaseMs = LEASE_MS, tookInHand, announceEveryMs = ANNOUNCE_EVERY_MS } = options;
  const { store, bus, log, clock, handlers: knows } = deps;
  const known = knows.map(({ kind, versions }) => ({ kind, versions }));
  const runs = knows.filter(({ isOfRuns }) => isOfRuns).map(({ kind, versions }) => ({ kind, versions }));
  const bell = bus.listen();
  const outage = new Outage(log, { over: 'Runs can be claimed again.' });
  let draining = false;
  let inHand: (WorkInHand & { readonly hold: HeldLease }) | null = null;

  const claim = async (): Promise<ClaimedWork | 'none' | 'failed'> => {
    try {
      const claimed = await store.work.claimNext({ worker: name, leaseMs, knows: known, at: clock() });
      outage.worked({ worker: name });
      return claimed ?? 'none';
    } catch (error) {
      outage.failed(error, { worker: name }, NO_CLAIM);
      // With a full disk the store still answers what waits: without a pause the bell would ring at once, again and
      // again.
      await new Promise((resolve) => setTimeout(resolve, announceEveryMs));
      return 'failed';
    }
  };
  const announceWaiting = async (): Promise<void> => {
    if (runs.length === 0) return;
    try {
      const waiting = await store.work.waiting({ knows: runs, forMs: 0, limit: ANNOUNCED_AT_ONCE });
      if (waiting.length > 0) bus.announce(waiting);
    } catch (error) {
      outage.failed(error, { worker: name }, NO_CLAIM);
    }
  };
  const nextRing = async (): Promise<Ring | null> => {
    const ring = await bell.next(announceEveryMs);
    if (ring === null && !draining) await announceWaiting();
    if (ring === null || ring.unusable === null) return ring;
    if (await setAside({ store, log, outage }, ring.unusable, 'run_dead_letters')) ring.done();
    else ring.later();
    return null;
  };
  const doIt = async ({ work, claim }: ClaimedWork): Promise<void> => {
    const hold = keep(leaseMs, {
      renew: () => store.work.renew(mine.claim, leaseMs),
      lost: () => new ClaimLost(),
    });
    const mine = { work, claim, hold };
    inHand = mine;
    tookInHand?.(claim);
    // The store gives out only known kinds.
    const handler = knows.find(({ kind }) => kind === work.kind)!;
    await attempt(deps, handler, mine).finally(() => hold.stop());
    inHand = null;
    tookInHand?.(null);
  };
  const goOn = async (): Promise<void> => {
    // A process may have died between the end of its work and this.
    for (const tidy of new Set(knows.map((handler) => handler.tidy))) await tidy();
    await announceWaiting();
    let ring: Ring | null = null;
    while (!draining) {
      const claimed = await claim();
      // Claimed, or claimed by another worker: the store knows all that the ring said.
      if (claimed === 'failed') ring?.later();
      else ring?.done();
      ring = null;
      if (typeof claimed === 'string') ring = await nextRing();
      else if (draining) await store.work.release(claimed.claim, 0).catch(() => null);
      else await doIt(claimed);
    }
    ring?.later();
  };
  const ended = goOn().finally(() => bell.close());

  return {
    current: () => inHand?.work.workId ?? null,
    async drain(graceMs) {
      draining = true;
      bell.close();
      if (await endsWithin(ended, graceMs)) return;
      // Null only between two looks; then the loop ends by itself.
      const late = inHand;
      if (late === null) return ended;
      late.hold.stop();
      late.hold.lose();
      await store.work.release(late.claim, 0);
      log.warn({ worker: name, work: late.work.workId }, 'What was in hand was given back unfinished.');
    },
  };
}

async function endsWithin(ended: Promise<void>, graceMs: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(resolve, graceMs, false);
  });
  const inTime = await Promise.race([ended.then(() => true as const), late]);
  clearTimeout(timer);
  return inTime;
}

// Delivers due messages of the outbox, each destination by itself: one that is away does not hold up another. Every
// process runs a relay; the one that holds a destination's lease works. It has several messages on their way at once,
// marks those that were taken, and leaves the others in the outbox. If a process dies between delivery and mark, the
// message is delivered again under the same id, and the destination drops it. While a destination or the store is away
// nothing is lost and no failure is counted: the relay waits, longer each time.

import { TieoutError } from '../../core/errors.ts';
import {
  DESTINATIONS,
  type OutboxDestination,
  publicationId,
  type WantedMessage,
} from '../../core/records/documents/outbox.ts';
import type { Log } from '../../ports/log.ts';
import type { Store } from '../../ports/store.ts';
import { type HeldLease, whileLeased } from '../upkeep/hold.ts';
import { Outage } from '../upkeep/outage.ts';
import { DueQueue, Marks } from './due-messages.ts';

/**
 * Ends once the destination has the message; it takes a publicationId once. Throws bus_unavailable or
 * destination_unavailable if the destination is away; any other error concerns this message alone.
 */
type Deliver = (message: WantedMessage) => Promise<void>;

export interface RelayDependencies {
  readonly store: Pick<Store, 'outbox' | 'leases'>;
  /** Messages for a destination without a deliverer here wait for a process that has one. */
  readonly deliverers: Readonly<Partial<Record<OutboxDestination, Deliver>>>;
  readonly log: Log;
}

export interface RelayOptions {
  /** How long delivered messages are kept, to be published again on demand. */
  readonly keepMs: number;
  /** How often the relay looks into an empty outbox, and asks for a lease that another relay holds. */
  readonly lookEveryMs?: number;
  readonly leaseMs?: number;
  /** Most publications that wait for their acknowledgement at once. */
  readonly window?: number;
}

/** Counts of this process since its start. */
interface DeliveryCounts {
  delivered: number;
  refused: number;
  /** How often a look failed because the destination or the store was away. */
  failed: number;
}

export interface OutboxRelay {
  readonly counts: Readonly<Partial<Record<OutboxDestination, Readonly<DeliveryCounts>>>>;
  /** Ends after the messages on their way, and gives the lease up. */
  stop(): Promise<void>;
}

/** The lease of the bus; the other destinations have leases of their own. */
export const RELAY_LEASE = 'outbox-relay';

const leaseOf = (destination: OutboxDestination): string =>
  destination === 'bus' ? RELAY_LEASE : `${RELAY_LEASE}/${destination}`;

const AWAY: readonly string[] = ['bus_unavailable', 'destination_unavailable'];

const LEASE_MS = 15_000;

const LOOK_EVERY_MS = 1_000;

/**
 * JetStream acknowledges 5,800 messages a second one by one and 34,000 with 64 on their way.
 */
const WINDOW = 64;

const PRUNE_EVERY_MS = 600_000;

/** The pause of a destination that is away doubles, up to this many times the usual one. */
const LONGEST_PAUSE = 8;

export function startOutboxRelay(deps: RelayDependencies, options: RelayOptions): OutboxRelay {
  const counts: Partial<Record<OutboxDestination, DeliveryCounts>> = {};
  const relays = DESTINATIONS.flatMap((destination) => {
    const deliver = deps.deliverers[destination];
    if (deliver === undefined) return [];
    const counted = { delivered: 0, refused: 0, failed: 0 };
    counts[destination] = counted;
    return [startRelay({ ...deps, destination, deliver, counted }, options)];
  });
  return {
    counts,
    async stop() {
      await Promise.all(relays.map((relay) => relay.stop()));
    },
  };
}

interface Destination extends Omit<RelayDependencies, 'deliverers'> {
  readonly destination: OutboxDestination;
  readonly deliver: Deliver;
  readonly counted: DeliveryCounts;
}

function startRelay(deps: Destination, options: RelayOptions): Pick<OutboxRelay, 'stop'> {
  const { store, log, destination, counted } = deps;
  const { keepMs, lookEveryMs = LOOK_EVERY_MS, leaseMs = LEASE_MS, window = WINDOW } = options;
  let stopped = false;
  let wake = (): void => {};
  let pruneAt = 0;
  const outage = new Outage(log, { over: 'The outbox is published again.' });
  let failures = 0;

  const rest = (): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, lookEveryMs * Math.min(LONGEST_PAUSE, 2 ** Math.max(0, failures - 1)));
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  const worked = (): void => {
    failures = 0;
    outage.worked({ destination });
  };
  const publishing = async (hold: HeldLease): Promise<true> => {
    while (!stopped && hold.holds()) {
      const published = await publishDue(deps, { window, hold, isOver: () => stopped });
      worked();
      if (performance.now() >= pruneAt) {
        await store.outbox.prune(keepMs);
        pruneAt = performance.now() + PRUNE_EVERY_MS;
      }
      if (published === 0 && !stopped) await rest();
    }
    return true;
  };
  const work = async (): Promise<void> => {
    while (!stopped) {
      try {
        // Null: another process publishes.
        if ((await whileLeased(store.leases, { name: leaseOf(destination), leaseMs }, publishing)) === null) worked();
      } catch (error) {
        failures++;
        counted.failed++;
        outage.failed(error, { destination }, 'The outbox is not published now; everything in it waits.');
      }
      if (!stopped) await rest();
    }
  };
  const ended = work();

  return {
    stop() {
      stopped = true;
      wake();
      return ended;
    },
  };
}

interface Round {
  readonly window: number;
  readonly hold: HeldLease;
  readonly isOver: () => boolean;
}

/**
 * Publishes the messages that are due; answers how many were delivered. Throws if the destination is away, and what the
 * store throws, after all messages on their way have come back and are marked.
 */
async function publishDue(deps: Destination, { window, hold, isOver }: Round): Promise<number> {
  const { store, deliver, destination, counted, log } = deps;
  const queue = new DueQueue(store.outbox, destination);
  const failures: unknown[] = [];
  const marks = new Marks(store.outbox, (error) => failures.push(error));
  /** One of the parallel lanes: each takes the next message when its last one is acknowledged. */
  const lane = async (): Promise<void> => {
    while (failures.length === 0 && !isOver() && hold.holds()) {
      const taken = queue.take() ?? (await queue.refill());
      if (taken === null) return;
      const { message, page } = taken;
      try {
        await deliver(message);
        marks.add(message, page);
      } catch (error) {
        if (error instanceof TieoutError && AWAY.includes(error.code)) throw error;
        const reason = error instanceof Error ? error.message : String(error);
        const fields = { destination, publication: publicationId(message), err: error };
        log.error(fields, 'A message was refused; it is tried again.');
        counted.refused++;
        await store.outbox.refused(message, reason);
        marks.settled(page);
      }
    }
  };
  await Promise.all(Array.from({ length: window }, () => lane().catch((error) => failures.push(error))));
  const delivered = await marks.written();
  counted.delivered += delivered;
  if (failures.length > 0) throw failures[0];
  return delivered;
}

// Publishes again what was delivered since a moment: for a stream that was lost, or a subscriber that begins anew. The
// outbox wants each message once more under its next number; this process relays it, or whoever holds the outbox already.

import { TieoutError } from '../../core/errors.ts';
import type { Bus } from '../../ports/bus.ts';
import type { Log } from '../../ports/log.ts';
import type { Store } from '../../ports/store.ts';
import { type RelayOptions, startOutboxRelay } from './relay-outbox.ts';

interface ReplayDependencies {
  readonly store: Pick<Store, 'outbox' | 'leases'>;
  readonly log: Log;
  readonly bus: Pick<Bus, 'publish' | 'trouble'>;
}

interface ReplayOptions {
  /** Milliseconds since 1970, UTC. */
  readonly since: number;
  readonly relay: RelayOptions;
  /** How long nothing may come forward before it is given up here; what waits is then published by the service. */
  readonly patienceMs?: number;
}

export interface Replayed {
  /** Wanted again. */
  readonly messages: number;
  /** Refused by the bus, these or earlier ones, and tried again by the service. */
  readonly refused: number;
}

const LOOK_EVERY_MS = 50;
const PATIENCE_MS = 30_000;

/** Throws bus_unavailable when the bus goes away meanwhile. */
export async function replayEvents(
  deps: ReplayDependencies,
  { since, relay: options, patienceMs = PATIENCE_MS }: ReplayOptions,
): Promise<Replayed> {
  const { store, log, bus } = deps;
  const { outbox } = store;
  const waitingNow = async () => (await outbox.waiting()).bus;
  const messages = await outbox.replay(since);
  const relay = startOutboxRelay({ store, log, deliverers: { bus: (message) => bus.publish(message) } }, options);
  try {
    let moved = performance.now();
    let last = await waitingNow();
    while ((await outbox.due({ destination: 'bus', limit: 1, after: null })).messages.length > 0) {
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
      const waiting = await waitingNow();
      if (waiting !== last) moved = performance.now();
      last = waiting;
      if (performance.now() - moved > patienceMs) throw await stuck(deps, waiting);
    }
  } finally {
    await relay.stop();
  }
  return { messages, refused: await waitingNow() };
}

async function stuck({ bus }: ReplayDependencies, waiting: number): Promise<TieoutError> {
  const trouble = (await bus.trouble()) ?? 'Nothing is published any more.';
  return new TieoutError(
    'bus_unavailable',
    `${trouble} ${waiting} messages wait in the outbox: the service publishes them when the bus is back.`,
  );
}

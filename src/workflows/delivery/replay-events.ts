// Publishes again what was delivered since a moment, for a stream that was lost or a subscriber that begins again. The
// outbox makes each message due once more under its next number; this process delivers it, or the process that holds
// the lease.

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
  /** How long to wait without progress before giving up here; the service publishes the rest. */
  readonly patienceMs?: number;
}

export interface Replayed {
  /** Messages that became due again. */
  readonly messages: number;
  /** Messages that the bus refused, these or earlier ones; the service tries them again. */
  readonly refused: number;
}

const LOOK_EVERY_MS = 50;
const PATIENCE_MS = 30_000;

/** Throws bus_unavailable if the bus goes away meanwhile. */
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

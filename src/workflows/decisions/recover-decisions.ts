// Calls of resolve that ended in the middle: their operation is stored before any cluster is changed, so whoever looks
// for operations that are not finished after a while finds them, and puts what follows into the queue. Every process
// that does work looks; putting the same work twice changes nothing.

import type { Bus } from '../../ports/bus.ts';
import type { Log } from '../../ports/log.ts';
import type { Store } from '../../ports/store.ts';
import { Outage } from '../upkeep/outage.ts';
import { queueAfterwards } from './queue-afterwards.ts';

interface Recovery {
  /** Ends after what is being looked for. */
  stop(): Promise<void>;
}

/** Longer than a call may take that is still alive: what it does meanwhile is done once all the same. */
const FOR_MS = 60_000;
const EVERY_MS = 15_000;
const AT_ONCE = 100;

export function startRecovery(
  deps: {
    readonly store: Pick<Store, 'decisions' | 'work'>;
    readonly bus: Pick<Bus, 'announce'>;
    readonly log: Log;
    readonly clock: () => number;
  },
  { forMs = FOR_MS, everyMs = EVERY_MS }: { readonly forMs?: number; readonly everyMs?: number } = {},
): Recovery {
  const outage = new Outage(deps.log, { over: 'Decisions can be looked for again.' });
  const look = async (): Promise<void> => {
    try {
      for (const operation of await deps.store.decisions.unfinished({ forMs, limit: AT_ONCE })) {
        // A request from the bus is work of the queue itself, which brings its operation to an end.
        if (operation.requestDigest === undefined) await queueAfterwards(deps, operation);
      }
      outage.worked({});
    } catch (error) {
      outage.failed(error, {}, 'Decisions that are not finished could not be looked for; it is tried again.');
    }
  };
  let looking = look();
  const timer = setInterval(() => {
    looking = looking.then(look);
  }, everyMs);
  return {
    stop() {
      clearInterval(timer);
      return looking;
    },
  };
}

// Decisions whose call ended in the middle: their operation is stored before any cluster is changed, and held by its
// call. Whoever looks for operations that are not finished and that nobody holds finds them, and puts what follows into
// the queue. Every process that does work looks; putting the same work twice changes nothing.

import type { Log } from '../../ports/log.ts';
import type { Store } from '../../ports/store.ts';
import { type QueueDependencies, queueAfterwards } from '../operations/queue-afterwards.ts';
import { Outage } from '../upkeep/outage.ts';

interface Recovery {
  /** Ends after what is being looked for. */
  stop(): Promise<void>;
}

const EVERY_MS = 2_000;
/** What was put into the queue is not found again: however many there are, each has its turn. */
const AT_ONCE = 100;

export function startRecovery(
  deps: QueueDependencies & { readonly store: Pick<Store, 'decisions'>; readonly log: Log },
  { everyMs = EVERY_MS }: { readonly everyMs?: number } = {},
): Recovery {
  const { decisions } = deps.store;
  const outage = new Outage(deps.log, { over: 'Decisions can be looked for again.' });
  const look = async (): Promise<void> => {
    try {
      for (const operation of await decisions.loose(AT_ONCE)) {
        await queueAfterwards(deps, operation);
        await decisions.noteQueued(operation);
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

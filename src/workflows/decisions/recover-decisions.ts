// Finds decisions whose call ended in the middle. An operation is stored before any cluster is changed, and its call
// holds it; an unfinished operation that nobody holds has lost its call. What follows from it is then queued. Every
// worker process looks; queueing the same work twice changes nothing.

import type { Log } from '../../ports/log.ts';
import type { Store } from '../../ports/store.ts';
import { type QueueDependencies, queueAfterwards } from '../operations/queue-afterwards.ts';
import { Outage } from '../upkeep/outage.ts';
import { type Repeated, regularly } from '../upkeep/regularly.ts';

const EVERY_MS = 2_000;
/** Operations with queued work are not found again, so each has its turn, however many there are. */
const AT_ONCE = 100;

export function startRecovery(
  deps: QueueDependencies & { readonly store: Pick<Store, 'decisions'>; readonly log: Log },
  { everyMs = EVERY_MS }: { readonly everyMs?: number } = {},
): Repeated {
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
  return regularly(look, { everyMs, atOnce: true });
}

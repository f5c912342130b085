// Removes content whose time is over, at the start and every few hours. Every process that does runs tries, and the one
// that gets the lease does it. A failure is logged and left to the next time.

import { TieoutError } from '../../core/errors.ts';
import type { Log } from '../../ports/log.ts';
import type { Store } from '../../ports/store.ts';
import { keep } from './hold.ts';

/** Days; null: for ever. */
export interface KeepingTimes {
  readonly rowsDays: number | null;
  readonly runsDays: number | null;
}

export const FOR_EVER: KeepingTimes = { rowsDays: null, runsDays: null };

interface Pruner {
  /** Ends after the current removal. */
  stop(): Promise<void>;
}

const LEASE = 'prune';
const LEASE_MS = 60_000;
const EVERY_MS = 6 * 3_600_000;
const DAY_MS = 86_400_000;

const lost = () => new TieoutError('internal', 'Another process removes what is kept no longer.');

export function startPruner(
  {
    store,
    log,
    clock,
  }: { readonly store: Pick<Store, 'leases' | 'upkeep'>; readonly log: Log; readonly clock: () => number },
  { rowsDays, runsDays, everyMs = EVERY_MS }: KeepingTimes & { readonly everyMs?: number },
): Pruner {
  const before = (days: number | null): number | null => (days === null ? null : clock() - days * DAY_MS);

  const prune = async (): Promise<void> => {
    const lease = await store.leases.take(LEASE, LEASE_MS);
    if (lease === null) return;
    const hold = keep(LEASE_MS, { renew: () => store.leases.renew(lease, LEASE_MS), lost });
    try {
      const removed = await store.upkeep.prune({ rowsBefore: before(rowsDays), runsBefore: before(runsDays) });
      if (removed.sessions + removed.runs > 0) log.info({ ...removed }, 'What is kept no longer was removed.');
    } finally {
      hold.stop();
      await store.leases.release(lease).catch(() => false);
    }
  };
  let pruning: Promise<void> = Promise.resolve();
  const next = (): void => {
    pruning = prune().catch((err) => log.error({ err }, 'What is kept no longer could not be removed.'));
  };
  if (rowsDays === null && runsDays === null) return { stop: async () => {} };
  next();
  const timer = setInterval(next, everyMs);
  return {
    stop() {
      clearInterval(timer);
      return pruning;
    },
  };
}

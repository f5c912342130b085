// Removes content whose time is over, at the start and every few hours. Every process that does runs tries, and the one
// that gets the lease does it. A failure is logged and left to the next time.

import type { Log } from '../../ports/log.ts';
import type { Store } from '../../ports/store.ts';
import { whileLeased } from './hold.ts';
import { type Repeated, regularly } from './regularly.ts';

/** Days; null: everything is kept. */
export interface KeepingTimes {
  readonly rowsDays: number | null;
  readonly runsDays: number | null;
}

export const FOR_EVER: KeepingTimes = { rowsDays: null, runsDays: null };

const LEASE_MS = 60_000;
const EVERY_MS = 6 * 3_600_000;
const DAY_MS = 86_400_000;

export function startPruner(
  {
    store,
    log,
    clock,
  }: { readonly store: Pick<Store, 'leases' | 'upkeep'>; readonly log: Log; readonly clock: () => number },
  { rowsDays, runsDays, everyMs = EVERY_MS }: KeepingTimes & { readonly everyMs?: number },
): Repeated {
  const before = (days: number | null): number | null => (days === null ? null : clock() - days * DAY_MS);

  const prune = async (): Promise<void> => {
    const removed = await store.upkeep.prune({ rowsBefore: before(rowsDays), runsBefore: before(runsDays) });
    if (removed.sessions + removed.runs > 0) log.info({ ...removed }, 'What is kept no longer was removed.');
  };
  const attempt = async (): Promise<void> => {
    try {
      await whileLeased(store.leases, { name: 'prune', leaseMs: LEASE_MS }, prune);
    } catch (err) {
      log.error({ err }, 'What is kept no longer could not be removed.');
    }
  };
  if (rowsDays === null && runsDays === null) return { stop: async () => {} };
  return regularly(attempt, { everyMs, atOnce: true });
}

// The row lease: one a tenant and partner, held by whatever changes which rows are open or reconciled, so that two such
// changes never interleave (design/architecture.md, "The row lease").

import { TieoutError } from '../../core/errors.ts';
import type { SessionKey } from '../../core/records/documents/session.ts';
import type { Store } from '../../ports/store.ts';
import { type Hold, keep } from './hold.ts';

/** What holds it writes some ten thousand documents a second: longer than this is somebody else's trouble. */
const LONGEST_WAIT_MS = 120_000;
const FIRST_PAUSE_MS = 5;
const LONGEST_PAUSE_MS = 250;

/**
 * Does the work of a run under the partner's row lease, for which it waits. It lasts half as long as the run's own:
 * whoever takes over the run of a process that is gone finds the rows free. Throws session_busy when they do not come
 * free.
 */
export async function holdingRows<T>(
  store: Store,
  { key: { tenant, partner }, ofRun }: { readonly key: Omit<SessionKey, 'session'>; readonly ofRun: Hold },
  work: (hold: Hold) => Promise<T>,
): Promise<T> {
  const name = JSON.stringify(['rows', tenant, partner]);
  const leaseMs = ofRun.leaseMs / 2;
  const busy = () =>
    new TieoutError('session_busy', `Another writer holds the rows of partner ${partner}: run again when it is done.`);
  let lease = await store.leases.take(name, leaseMs);
  for (let waited = 0, pause = FIRST_PAUSE_MS; lease === null; waited += pause) {
    if (waited > LONGEST_WAIT_MS) throw busy();
    pause = Math.min(2 * pause, LONGEST_PAUSE_MS);
    await new Promise((resolve) => setTimeout(resolve, pause));
    lease = await store.leases.take(name, leaseMs);
  }
  const held = lease;
  const hold = keep(leaseMs, { renew: () => store.leases.renew(held, leaseMs), lost: busy });
  try {
    return await work(hold);
  } finally {
    hold.stop();
    await store.leases.release(held).catch(() => false);
  }
}

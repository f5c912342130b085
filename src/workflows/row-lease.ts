// The row lease: one a tenant and partner, held by whatever changes which rows are open or reconciled, so that two such
// changes never interleave (design/architecture.md, "The row lease").

import { TieoutError } from '../core/errors.ts';
import type { SessionKey } from '../core/records/session.ts';
import type { Store } from '../ports/store.ts';
import { type Hold, keep } from './hold.ts';

/** Long enough for a busy disk, short enough that a partner whose process died does not wait for a minute. */
const LEASE_MS = 15_000;
/** What holds it writes some ten thousand documents a second: longer than this is somebody else's trouble. */
const LONGEST_WAIT_MS = 120_000;
const FIRST_PAUSE_MS = 5;
const LONGEST_PAUSE_MS = 250;

/** Does the work under the partner's row lease, for which it waits. Throws session_busy when it does not come free. */
export async function holdingRows<T>(
  store: Store,
  { tenant, partner }: Omit<SessionKey, 'session'>,
  work: (hold: Hold) => Promise<T>,
): Promise<T> {
  const name = JSON.stringify(['rows', tenant, partner]);
  const busy = () =>
    new TieoutError('session_busy', `Another writer holds the rows of partner ${partner}: run again when it is done.`);
  let lease = await store.leases.take(name, LEASE_MS);
  for (let waited = 0, pause = FIRST_PAUSE_MS; lease === null; waited += pause) {
    if (waited > LONGEST_WAIT_MS) throw busy();
    pause = Math.min(2 * pause, LONGEST_PAUSE_MS);
    await new Promise((resolve) => setTimeout(resolve, pause));
    lease = await store.leases.take(name, LEASE_MS);
  }
  const held = lease;
  const hold = keep(LEASE_MS, { renew: () => store.leases.renew(held, LEASE_MS), lost: busy });
  try {
    return await work(hold);
  } finally {
    hold.stop();
    await store.leases.release(held).catch(() => false);
  }
}

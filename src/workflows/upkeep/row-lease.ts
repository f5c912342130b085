// The row lease: one a tenant and partner, held by whatever changes which rows are open or reconciled, so that two such
// changes never interleave (design/architecture.md, "The row lease"). Whoever takes it finishes first what others
// committed and did not get to write, and names the lease with every write: the store takes none of an earlier taking.

import { TieoutError } from '../../core/errors.ts';
import type { SessionKey } from '../../core/records/session-key.ts';
import { type Fenced, rowLease } from '../../ports/leases.ts';
import type { CommittedSession } from '../../ports/sessions.ts';
import type { Store } from '../../ports/store.ts';
import { type Hold, keep } from './hold.ts';
import { settleGroups } from './settle-groups.ts';

/** What holds it writes some ten thousand documents a second: longer than this is somebody else's trouble. */
const LONGEST_WAIT_MS = 120_000;
const FIRST_PAUSE_MS = 5;
const LONGEST_PAUSE_MS = 250;

export interface HeldRows extends Hold {
  readonly under: Fenced;
}

/** Writes what follows from the commit of a session's run, which its own worker may not come to write. */
export type FinishCommitted = (session: CommittedSession, rows: HeldRows) => Promise<void>;

interface RowsAsked {
  readonly key: Omit<SessionKey, 'session'>;
  readonly ofRun: Hold;
  /** The run that asks: what it committed itself is its own to finish. */
  readonly runId: string | null;
  readonly finish: FinishCommitted;
  /** How long it waits for them; two minutes when not given. */
  readonly mostWaitMs?: number;
  /** Milliseconds since 1970, UTC; this machine's when not given. */
  readonly clock?: () => number;
}

/**
 * Does the work of a run under the partner's row lease, for which it waits. It lasts half as long as the run's own:
 * whoever takes over the run of a process that is gone finds the rows free. Throws session_busy when they do not come
 * free.
 */
export async function holdingRows<T>(
  store: Store,
  { key: { tenant, partner }, ofRun, runId, finish, mostWaitMs = LONGEST_WAIT_MS, clock = Date.now }: RowsAsked,
  work: (rows: HeldRows) => Promise<T>,
): Promise<T> {
  const name = rowLease({ tenant, partner });
  const leaseMs = ofRun.leaseMs / 2;
  const busy = () =>
    new TieoutError('session_busy', `Another writer holds the rows of partner ${partner}: run again when it is done.`);
  let lease = await store.leases.take(name, leaseMs);
  for (let waited = 0, pause = FIRST_PAUSE_MS; lease === null; waited += pause) {
    if (waited > mostWaitMs) throw busy();
    pause = Math.min(2 * pause, LONGEST_PAUSE_MS);
    await new Promise((resolve) => setTimeout(resolve, pause));
    lease = await store.leases.take(name, leaseMs);
  }
  const held = lease;
  const hold = keep(leaseMs, { renew: () => store.leases.renew(held, leaseMs), lost: busy });
  const rows: HeldRows = { ...hold, under: held };
  const release = () => store.leases.release(held).catch(() => false);
  try {
    // First, for what a run leaves open does not include what a group holds.
    await settleGroups(store, { tenant, partner }, { at: clock(), under: held });
    for (const session of await store.sessions.unmaterialised({ tenant, partner }, held)) {
      rows.check();
      if (session.runId !== runId) await finish(session, rows);
    }
    const done = await work(rows);
    await release();
    return done;
  } catch (error) {
    // What the store did not answer may still be written: the lease lapses, and the next one is told so by that.
    if (!(error instanceof TieoutError && error.code === 'store_unavailable')) await release();
    throw error;
  } finally {
    hold.stop();
  }
}

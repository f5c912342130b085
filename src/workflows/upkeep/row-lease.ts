// The row lease: one for each tenant and partner. Whoever changes which rows are open or reconciled holds it, so that
// two such changes never interleave. A new holder first finishes what others
// committed and did not write, and names the lease with every write: the store refuses writes under an earlier taking.

import { TieoutError } from '../../core/errors.ts';
import type { SessionKey } from '../../core/records/session-key.ts';
import { type Fenced, rowLease } from '../../ports/leases.ts';
import type { CommittedSession } from '../../ports/sessions.ts';
import type { Store } from '../../ports/store.ts';
import { type Hold, keep } from './hold.ts';
import { settleGroups } from './settle-groups.ts';

/** A holder writes some ten thousand documents a second: a longer hold has another cause. */
const LONGEST_WAIT_MS = 120_000;
const FIRST_PAUSE_MS = 5;
const LONGEST_PAUSE_MS = 250;

export interface HeldRows extends Hold {
  readonly under: Fenced;
}

/** Writes what follows from the commit of a session's run, if its own worker did not. */
export type FinishCommitted = (session: CommittedSession, rows: HeldRows) => Promise<void>;

interface RowsAsked {
  readonly key: Omit<SessionKey, 'session'>;
  readonly ofRun: Hold;
  /** The run that asks: it finishes its own commit itself. */
  readonly runId: string | null;
  readonly finish: FinishCommitted;
  /** How long it waits for the rows; two minutes if not given. */
  readonly mostWaitMs?: number;
  /** Milliseconds since 1970, UTC; this machine's clock if not given. */
  readonly clock?: () => number;
}

/**
 * Does work under the partner's row lease, after waiting for it. The lease lasts half as long as the run's own, so that
 * a worker that takes over a dead process's run finds the rows free. Throws session_busy if they do not become free.
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
    // First, because the rows that a run leaves open do not include those that a group holds.
    await settleGroups(store, { tenant, partner }, { at: clock(), under: held });
    for (const session of await store.sessions.unmaterialised({ tenant, partner }, held)) {
      rows.check();
      if (session.runId !== runId) await finish(session, rows);
    }
    const done = await work(rows);
    await release();
    return done;
  } catch (error) {
    // A write that the store did not answer may still arrive: the lease is left to lapse, which tells the next holder.
    if (!(error instanceof TieoutError && error.code === 'store_unavailable')) await release();
    throw error;
  } finally {
    hold.stop();
  }
}

// The row lease: one for each tenant and partner. Whoever changes which rows are open or matched holds it, so that two
// such changes never interleave. A new holder first finishes what others committed and did not materialise. It names
// the lease with every write, because the store refuses writes with an older fence.

import { TieoutError } from '../../core/errors.ts';
import type { SessionKey } from '../../core/records/session-key.ts';
import { type Fenced, rowLease } from '../../ports/leases.ts';
import type { CommittedSession } from '../../ports/sessions.ts';
import type { Store } from '../../ports/store.ts';
import { type Hold, keep } from './hold.ts';
import { settleGroups } from './settle-groups.ts';

/** A holder writes some ten thousand documents a second, so only a holder in trouble needs longer. */
const LONGEST_WAIT_MS = 120_000;
const FIRST_PAUSE_MS = 5;
const LONGEST_PAUSE_MS = 250;

export interface HeldRows extends Hold {
  /** The lease that every write names. */
  readonly under: Fenced;
}

/** Writes what follows from the commit of a session's run, if its own worker did not. */
export type FinishCommitted = (session: CommittedSession, rows: HeldRows) => Promise<void>;

interface RowsAsked {
  readonly key: Omit<SessionKey, 'session'>;
  /** The caller's own hold, of its run or operation. */
  readonly ofRun: Hold;
  /** The run that asks, which finishes its own commit itself; null if no run asks. */
  readonly runId: string | null;
  readonly finish: FinishCommitted;
  /** How long it waits for the rows; two minutes if not given. */
  readonly mostWaitMs?: number;
  /** Milliseconds since 1970, UTC; this machine's clock if not given. */
  readonly clock?: () => number;
}

/**
 * Waits for the partner's row lease and does work under it. The lease lasts half as long as the caller's own hold: when
 * a worker takes over the run of a dead process, the rows are free already. Throws session_busy if they do not become
 * free in time.
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
    // Late groups come first: a run's open rows are written without those that a confirmed group holds.
    await settleGroups(store, { tenant, partner }, { at: clock(), under: held });
    for (const session of await store.sessions.unmaterialised({ tenant, partner }, held)) {
      rows.check();
      if (session.runId !== runId) await finish(session, rows);
    }
    const done = await work(rows);
    await release();
    return done;
  } catch (error) {
    // A write that the store did not answer may still arrive. So the lease is not given back but left to lapse, which
    // the next holder is told.
    if (!(error instanceof TieoutError && error.code === 'store_unavailable')) await release();
    throw error;
  } finally {
    hold.stop();
  }
}

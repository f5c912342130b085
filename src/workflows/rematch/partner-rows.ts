// The partner's row lease for work other than runs: a decision, an ad hoc document. A caller waits half a minute for
// it, and is then told to come back. Work of the queue waits only a moment: then it is given back, and its worker does
// other work.

import { TieoutError } from '../../core/errors.ts';
import { type Fenced, rowLease } from '../../ports/leases.ts';
import type { Store } from '../../ports/store.ts';
import { type FinishCommitted, type HeldRows, holdingRows } from '../upkeep/row-lease.ts';

export interface RowsDependencies {
  readonly store: Store;
  /** Finishes what runs of the partner committed and did not write yet. */
  readonly finish: FinishCommitted;
  readonly leaseMs: number;
  /** How long to wait while another holder has the rows; half a minute by default. */
  readonly mostWaitMs?: number;
}

const MOST_WAIT_MS = 30_000;
/** For work that is retried: most holders are done sooner. */
export const WORK_WAITS_MS = 500;

/** Throws session_busy if another holder keeps the rows that long; then nothing was changed. */
export function withPartnerRows<T>(
  { store, finish, leaseMs, mostWaitMs = MOST_WAIT_MS }: RowsDependencies,
  key: { readonly tenant: string; readonly partner: string },
  work: (rows: HeldRows) => Promise<T>,
): Promise<T> {
  const ofRun = { leaseMs, check: () => {} };
  return holdingRows(store, { key, ofRun, runId: null, finish, mostWaitMs }, work);
}

/**
 * Runs under the lease that a caller in another process holds and names, which must be the partner's; else under its
 * own.
 */
export async function underLease<T>(
  deps: RowsDependencies,
  key: { readonly tenant: string; readonly partner: string },
  { lease, work }: { readonly lease: Fenced | null; readonly work: (under: Fenced) => Promise<T> },
): Promise<T> {
  if (lease === null) return withPartnerRows(deps, key, ({ under }) => work(under));
  if (lease.name === rowLease(key)) return work(lease);
  throw new TieoutError('session_busy', 'The lease that was named is not that of the partner’s rows.');
}

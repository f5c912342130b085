// Suspends a pattern whose decisions people take back, or whose class departs from what it was: it decides nothing until
// it is resumed or taught again. It is suspended before anything is reopened, and a sweep that has begun is waited for;
// otherwise the next sweep would approve again what was just reopened.

import { TieoutError } from '../../core/errors.ts';
import { suspendedPattern } from '../../core/patterns/suspension.ts';
import type { PatternKey } from '../../core/records/documents/patterns.ts';
import type { Store } from '../../ports/store.ts';
import { whenLeased, whileLeased } from '../upkeep/hold.ts';

/** How long a sweep keeps others from the pattern after its process has died. */
const HOLD_MS = 12_000;
const MOST_WAIT_MS = 30_000;

interface SuspendDependencies {
  readonly store: Pick<Store, 'patterns' | 'leases'>;
  readonly clock: () => number;
}

/**
 * `why`: a departure (core/drift); left out where people reopened what it decided. Throws session_busy if a sweep of
 * the pattern takes too long; the pattern is suspended even then.
 */
export async function suspendPattern(
  { store, clock }: SuspendDependencies,
  key: PatternKey,
  why?: string,
): Promise<void> {
  for (;;) {
    const known = await store.patterns.get(key);
    if (known === null) return;
    const suspended = suspendedPattern(known, why ?? null, clock());
    if (suspended === known || (await store.patterns.put(suspended))) break;
  }
  const late = () => new TieoutError('session_busy', 'The pattern is deciding: try again.');
  await whenLeased(store.leases, { ...sweepLease(key), mostWaitMs: MOST_WAIT_MS, late }, async () => undefined);
}

/**
 * Holds the pattern from reading whether it may decide to the last write, so that one sweep runs at a time; null while
 * another sweep runs.
 */
export const whileSweeping = <T>(
  { store: { leases } }: { readonly store: Pick<Store, 'leases'> },
  key: PatternKey,
  work: () => Promise<T>,
): Promise<T | null> => whileLeased(leases, sweepLease(key), work);

const sweepLease = ({ tenant, partner, domain, type }: PatternKey) => ({
  name: JSON.stringify(['sweep', tenant, partner, domain, type]),
  leaseMs: HOLD_MS,
});

// Suspends a pattern whose decisions people take back, or whose class departs from what it was: it decides nothing until
// it is resumed or taught again. It is suspended before anything is reopened, and a sweep that has begun is waited for;
// otherwise the next sweep would approve again what was just reopened.

import { TieoutError } from '../../core/errors.ts';
import { suspendedPattern } from '../../core/patterns/suspension.ts';
import type { PatternKey } from '../../core/records/documents/patterns.ts';
import type { Store } from '../../ports/store.ts';
import { whileLeased } from '../upkeep/hold.ts';

/** How long a sweep keeps others from the pattern after its process has died. */
const HOLD_MS = 12_000;
const LOOK_EVERY_MS = 50;
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
  for (let waited = 0; ; waited += LOOK_EVERY_MS) {
    if ((await whileSweeping({ store }, key, async () => true)) !== null) return;
    if (waited >= MOST_WAIT_MS) throw new TieoutError('session_busy', 'The pattern is deciding: try again.');
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
}

/**
 * Holds the pattern from reading whether it may decide to the last write, so that one sweep runs at a time; null while
 * another sweep runs.
 */
export const whileSweeping = <T>(
  { store: { leases } }: { readonly store: Pick<Store, 'leases'> },
  { tenant, partner, domain, type }: PatternKey,
  work: () => Promise<T>,
): Promise<T | null> =>
  whileLeased(leases, { name: JSON.stringify(['sweep', tenant, partner, domain, type]), leaseMs: HOLD_MS }, work);

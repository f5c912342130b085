// Holding an operation while something is done for it, as a worker holds its run: the hold is renewed, and every write
// names it. Whoever is gone, or stood still for longer than the hold, has lost the operation to whoever takes it next.

import { TieoutError } from '../../core/errors.ts';
import type { Operation } from '../../core/records/documents/decisions.ts';
import type { HeldOperation, Taking } from '../../ports/decisions.ts';
import type { Store } from '../../ports/store.ts';
import { ClaimLost, keep } from '../upkeep/hold.ts';
import { type QueueDependencies, queueAfterwards } from './queue-afterwards.ts';

/** How long a decision waits for whoever brings it to its end once its process is gone. */
export const OPERATION_HOLD_MS = 12_000;

/** Renews the hold until the work ends. What fails gives the operation up, to whoever takes it next. */
export async function whileHeld<T>(
  { decisions }: Pick<Store, 'decisions'>,
  held: HeldOperation,
  work: () => Promise<T>,
): Promise<T> {
  const hold = keep(OPERATION_HOLD_MS, {
    renew: () => decisions.renew(held, OPERATION_HOLD_MS),
    lost: () => new ClaimLost(),
  });
  try {
    return await work();
  } catch (error) {
    // What the store did not answer may still be written: the hold lapses then.
    const isUnanswered = error instanceof TieoutError && error.code === 'store_unavailable';
    if (!isUnanswered) await decisions.release(held, { isDecided: false }).catch(() => {});
    throw error;
  } finally {
    hold.stop();
  }
}

/**
 * Puts what follows into the queue. `isDecided`: the call wrote all that it had to; else what follows completes it.
 */
export async function handOver(
  deps: QueueDependencies & { readonly store: Pick<Store, 'decisions'> },
  operation: Operation,
  { held, isDecided }: { readonly held: HeldOperation; readonly isDecided: boolean },
): Promise<void> {
  // Given up first: whoever takes up the work finds the operation free.
  await deps.store.decisions.release(held, { isDecided });
  await queueAfterwards(deps, operation);
}

/** A request from the bus is work of the queue, which makes its call again until it ends. */
export const takingOf = ({ requestDigest }: Operation): Taking => ({
  leaseMs: OPERATION_HOLD_MS,
  isQueued: requestDigest !== undefined,
});

export const inOtherHands = ({ requestId }: Operation) =>
  new TieoutError('session_busy', `Request ${requestId} is being carried out by another process.`);

// Holds an operation while work is done for it, as a worker holds its run: the hold is renewed, and every write names
// it. A process that has died, or stood still for longer than the hold, has lost the operation to the next one that
// takes it.

import { TieoutError } from '../../core/errors.ts';
import type { Operation } from '../../core/records/documents/decisions.ts';
import type { HeldOperation, Taking } from '../../ports/decisions.ts';
import { decisionTaken } from '../../ports/every-store/failures.ts';
import type { Store } from '../../ports/store.ts';
import { ClaimLost, keep } from '../upkeep/hold.ts';
import { type QueueDependencies, queueAfterwards } from './queue-afterwards.ts';

/** How long a decision waits, after its process has died, for another one to finish it. */
export const OPERATION_HOLD_MS = 12_000;

/** Renews the hold until the work ends. A failure gives the operation up, for the next caller to take. */
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
    // A write that the store did not answer may still arrive: the hold is left to lapse.
    const isUnanswered = error instanceof TieoutError && error.code === 'store_unavailable';
    if (!isUnanswered) await decisions.release(held, { isDecided: false }).catch(() => {});
    throw error;
  } finally {
    hold.stop();
  }
}

/**
 * Queues what follows. `isDecided`: the call wrote the change and the audit; otherwise the queued work completes them.
 */
export async function handOver(
  deps: QueueDependencies & { readonly store: Pick<Store, 'decisions'> },
  operation: Operation,
  { held, isDecided }: { readonly held: HeldOperation; readonly isDecided: boolean },
): Promise<void> {
  // Given up first, so that the worker finds the operation free.
  await deps.store.decisions.release(held, { isDecided });
  await queueAfterwards(deps, operation);
}

/** Before a write that names no hold: a caller that stood still must not write for an operation that others finished. */
export async function requireHold({ decisions }: Pick<Store, 'decisions'>, held: HeldOperation): Promise<void> {
  if (!(await decisions.renew(held, OPERATION_HOLD_MS))) throw decisionTaken();
}

/** A request from the bus is work of the queue, which repeats its call until it ends. */
export const takingOf = ({ requestDigest }: Operation): Taking => ({
  leaseMs: OPERATION_HOLD_MS,
  isQueued: requestDigest !== undefined,
});

export const inOtherHands = ({ requestId }: Operation) =>
  new TieoutError('session_busy', `Request ${requestId} is being carried out by another process.`);

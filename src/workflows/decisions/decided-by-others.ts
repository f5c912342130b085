// The answer of a call that stood still while another process finished its decision: the audit says what it approved. A
// call that decided something must never answer that it did nothing.

import { TieoutError } from '../../core/errors.ts';
import type { DecidedCluster, Operation } from '../../core/records/documents/decisions.ts';
import type { Store } from '../../ports/store.ts';
import { decidedBy } from './publish-decision.ts';

/** A cluster that ended approved by the call. */
export interface Resolution {
  readonly cluster: Pick<DecidedCluster, 'clusterId' | 'session' | 'type' | 'domain' | 'branchId' | 'after'>;
  readonly method: Operation['method'];
  readonly autoResolved: boolean;
  readonly matchedRecordIds: readonly string[];
}

/** Errors of a lost operation, or of the lost row lease that it was made under. */
const TAKEN: ReadonlySet<string> = new Set(['decision_taken', 'session_busy']);
const LOOK_EVERY_MS = 250;
/** The process that took the decision writes some ten thousand rows a second. */
const MOST_WAIT_MS = 30_000;

/** Null for any other failure, or if the decision is not finished in time. */
export async function decidedByOthers(
  { store }: { readonly store: Pick<Store, 'audit' | 'decisions' | 'lateGroups'> },
  operation: Operation,
  failure: unknown,
): Promise<Resolution[] | null> {
  // Work that the queue repeats finds out by itself.
  const isTaken = failure instanceof TieoutError && TAKEN.has(failure.code) && operation.requestDigest === undefined;
  if (!isTaken) return null;
  for (let waited = 0; waited <= MOST_WAIT_MS; waited += LOOK_EVERY_MS) {
    const known = await store.decisions.get(operation.operationId);
    // The operation was removed, or it waited for rows and had changed nothing.
    if (known === null) return null;
    const isWaiting = failure.code === 'session_busy' && !known.isFinished;
    if (isWaiting && (await store.decisions.changedBy(operation)).length === 0) return null;
    if (known.isFinished) {
      const { approved } = await decidedBy({ store }, known.operation);
      return approved.map(({ method, matchedRecordIds, ...cluster }) => ({
        cluster: { ...cluster, after: 'approved' },
        method,
        autoResolved: operation.autoResolved,
        matchedRecordIds,
      }));
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
  return null;
}

// A person's act on a thing that lasts, as an operation of its own: stored, added under the next version, audited, and
// handed over to the work that follows, which completes it if its call did not.

import { type ActSubject, actBatch } from '../../core/exceptions/audit-rows.ts';
import type { Act } from '../../core/people/act.ts';
import type { Operation } from '../../core/records/documents/decisions.ts';
import type { Digest } from '../../core/records/rows/identity.ts';
import type { Store } from '../../ports/store.ts';
import { handOver, inOtherHands, requireHold, takingOf, whileHeld } from './hold-operation.ts';
import type { QueueDependencies } from './queue-afterwards.ts';

export interface ActDependencies extends QueueDependencies {
  readonly store: Pick<Store, 'decisions' | 'work' | 'acts' | 'audit'>;
  readonly digest: Digest;
}

interface ActOnThing {
  readonly operation: Operation;
  readonly act: Act;
  readonly subject: ActSubject;
  /** False where the work that follows does more than to complete the audit. */
  readonly isDecided: boolean;
  /** Done before the act is handed over: if its process dies before, the work that follows knows. */
  readonly settle?: () => Promise<void>;
}

/** False: another caller added this version meanwhile, and nothing was changed. Throws session_busy. */
export async function actOnThing(
  deps: ActDependencies,
  { operation, act, subject, isDecided, settle }: ActOnThing,
): Promise<boolean> {
  const { store, digest } = deps;
  const held = await store.decisions.begin(operation, takingOf(operation));
  if (held === null) throw inOtherHands(operation);
  return whileHeld(store, held, async () => {
    await requireHold(store, held);
    if (!(await store.acts.add(operation, act))) {
      await store.decisions.withdraw(held);
      return false;
    }
    await store.audit.insertIfAbsent(actBatch(operation, [subject], digest), held);
    await settle?.();
    await handOver(deps, operation, { held, isDecided });
    return true;
  });
}

// Whether the store can be used: that is, written to. A server whose user may only read, or whose disk is full, answers
// every question and takes no run. What is written is a lease that is over at once, and all who ask while it is written
// share one answer.

import type { Store } from '../../ports/store.ts';

const LEASE = 'probe';

/** The probe throws what the store throws. */
export function storeProbe({ leases }: Pick<Store, 'leases'>): () => Promise<null> {
  let asked: Promise<null> | null = null;
  return () => {
    asked ??= leases
      .take(LEASE, 0)
      .then(() => null)
      .finally(() => {
        asked = null;
      });
    return asked;
  };
}

// Whether the store can be used, that is written to. A server whose user may only read, or whose disk is full, answers
// every query and takes no run. The probe writes a lease that ends at once; all who ask during the write share one
// answer.

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

// Settles a partner's proposed late groups, some thousands at a time, so that other calls to the store, above all the
// renewal of its lease, do not wait for all of them.

import type { PartnerScope } from '../../core/records/session-key.ts';
import type { Settled } from '../../ports/late-groups.ts';
import type { Fenced } from '../../ports/leases.ts';
import type { Store } from '../../ports/store.ts';

/** Groups proposed or settled by one call. */
export const GROUPS_AT_ONCE = 2_000;

export async function settleGroups(
  { lateGroups }: Pick<Store, 'lateGroups'>,
  scope: PartnerScope,
  of: { readonly at: number; readonly under: Fenced },
): Promise<Settled> {
  const [confirmed, refused]: [string[], string[]] = [[], []];
  for (;;) {
    const settled = await lateGroups.settle(scope, { ...of, most: GROUPS_AT_ONCE });
    if (settled.confirmed.length + settled.refused.length === 0) return { confirmed, refused };
    confirmed.push(...settled.confirmed);
    refused.push(...settled.refused);
  }
}

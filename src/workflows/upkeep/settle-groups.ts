// Settling what late groups of a partner are proposed, some thousands at a time: whoever else asks the store meanwhile,
// the renewal of the lease that it is done under first of all, does not wait for all of them.

import type { PartnerScope } from '../../core/records/late/late-groups.ts';
import type { Settled } from '../../ports/late-groups.ts';
import type { Fenced } from '../../ports/leases.ts';
import type { Store } from '../../ports/store.ts';

/** Groups that are proposed or settled by one call. */
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

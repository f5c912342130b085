// The policy of a partner that counts now.

import { NO_POLICY, type Policy, policyFromJson } from '../../core/people/policy.ts';
import type { PartnerScope } from '../../core/records/session-key.ts';
import type { Store } from '../../ports/store.ts';
import { termsInForce } from './terms-in-force.ts';

export async function policyInForce(
  store: Pick<Store, 'partnerTerms'>,
  { tenant, partner }: PartnerScope,
): Promise<Policy> {
  const set = await termsInForce(store, { tenant, partner, name: 'policy' }, null);
  return set === null ? NO_POLICY : policyFromJson(set.terms);
}

// The policy of a partner that counts now: its own, or else its tenant's.

import { NO_POLICY, type Policy, policyFromJson } from '../../core/people/policy.ts';
import type { PartnerTerms } from '../../core/records/partner-terms.ts';
import type { PartnerScope } from '../../core/records/session-key.ts';
import type { Store } from '../../ports/store.ts';
import { termsInForce } from './terms-in-force.ts';

/** Stands for the partner in the policy of a tenant. */
export const OF_TENANT = '';

/** Null: neither the partner nor the tenant has one. `version`: of the partner's own; null: the latest. */
export async function setPolicy(
  store: Pick<Store, 'partnerTerms'>,
  { tenant, partner }: PartnerScope,
  version: number | null,
): Promise<PartnerTerms | null> {
  const own = await termsInForce(store, { tenant, partner, name: 'policy' }, version);
  if (own !== null || partner === OF_TENANT) return own;
  return termsInForce(store, { tenant, partner: OF_TENANT, name: 'policy' }, null);
}

export async function policyInForce(store: Pick<Store, 'partnerTerms'>, scope: PartnerScope): Promise<Policy> {
  const set = await setPolicy(store, scope, null);
  return set === null ? NO_POLICY : policyFromJson(set.terms);
}

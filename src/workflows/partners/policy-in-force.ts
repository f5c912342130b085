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

/**
 * The policies that hold a caller, the one in force first: where the caller set that one, the last that somebody else
 * set holds too, or else that there was none. So nobody lifts a rule or a limit, acts, and puts it back. Nobody (null)
 * is held by what is in force.
 */
export async function policiesOver(
  store: Pick<Store, 'partnerTerms'>,
  { tenant, partner }: PartnerScope,
  by: string | null,
): Promise<readonly Policy[]> {
  const inForce = await setPolicy(store, { tenant, partner }, null);
  if (inForce === null) return [NO_POLICY];
  const policy = policyFromJson(inForce.terms);
  if (by === null || inForce.setBy !== by) return [policy];
  let last: PartnerTerms | null = inForce;
  while (last?.setBy === by) last = await before(store, last);
  return [policy, last === null ? NO_POLICY : policyFromJson(last.terms)];
}

/** The policies that hold a pattern: whoever set the one in force, the last of somebody else holds too. */
export async function policiesOverPatterns(
  store: Pick<Store, 'partnerTerms'>,
  { tenant, partner }: PartnerScope,
): Promise<readonly Policy[]> {
  const inForce = await setPolicy(store, { tenant, partner }, null);
  return policiesOver(store, { tenant, partner }, inForce?.setBy ?? null);
}

/** The policy that counted before a version; null: there was none. */
function before(
  store: Pick<Store, 'partnerTerms'>,
  { tenant, partner, name, version }: PartnerTerms,
): Promise<PartnerTerms | null> {
  if (version > 1) return store.partnerTerms.ofVersion({ tenant, partner, name }, version - 1);
  return partner === OF_TENANT ? Promise.resolve(null) : setPolicy(store, { tenant, partner: OF_TENANT }, null);
}

// The map of accounts that counts for a partner's banking runs.

import { TieoutError } from '../../core/errors.ts';
import { accountMapJson, accountMapOf, type GivenAccounts } from '../../core/records/account-map.ts';
import type { PartnerTerms } from '../../core/records/partner-terms.ts';
import type { AccountMap } from '../../core/records/rows/accounts.ts';
import type { PartnerScope } from '../../core/records/session-key.ts';
import type { Store } from '../../ports/store.ts';
import { setTerms, termsInForce } from './terms-in-force.ts';

/** The latest map; null if the partner has none. */
export async function accountsInForce(
  store: Pick<Store, 'partnerTerms'>,
  { tenant, partner }: PartnerScope,
): Promise<GivenAccounts | null> {
  const found = await termsInForce(store, { tenant, partner, name: 'accounts' }, null);
  if (found === null) return null;
  const { version, terms } = found;
  const damaged = (sentence: string) =>
    new TieoutError('store_damaged', `Version ${version} of the accounts of partner ${partner}: ${sentence}`);
  const map = accountMapOf(terms, damaged);
  // A map without entries takes back the one before.
  return map.length === 0 ? null : { map, version };
}

/** Keeps the map as the one that counts from now on. */
export const setAccounts = (
  store: Pick<Store, 'partnerTerms'>,
  { tenant, partner }: PartnerScope,
  { map, ...set }: { readonly map: AccountMap } & Pick<PartnerTerms, 'setAt' | 'setBy'>,
): Promise<PartnerTerms> => setTerms(store, { tenant, partner, name: 'accounts', terms: accountMapJson(map), ...set });

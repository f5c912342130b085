// A partner's terms: the version that counts, and a new one. Terms that equal the latest add no version, so a call that
// is repeated changes nothing.

import { TieoutError } from '../../core/errors.ts';
import type { JsonObject } from '../../core/records/documents/json.ts';
import type { PartnerTerms, PartnerTermsKey } from '../../core/records/partner-terms.ts';
import type { Store } from '../../ports/store.ts';

/** `version`: null for the latest. Null if the partner never had any. Throws not_found for an unknown version. */
export async function termsInForce(
  { partnerTerms }: Pick<Store, 'partnerTerms'>,
  key: PartnerTermsKey,
  version: number | null,
): Promise<PartnerTerms | null> {
  const latest = await partnerTerms.latest(key);
  if (version === null || latest?.version === version) return latest;
  const found = await partnerTerms.ofVersion(key, version);
  if (found !== null) return found;
  const known = latest === null ? 'there is none yet' : `the latest is ${latest.version}`;
  throw new TieoutError('not_found', `Version ${version} is unknown: ${known}.`);
}

type SetBy = PartnerTermsKey & Pick<PartnerTerms, 'setAt' | 'setBy'>;

/** Answers the terms that count from now on. Of two callers at one moment the later one's count. */
export const setTerms = (
  store: Pick<Store, 'partnerTerms'>,
  { terms, ...set }: SetBy & Pick<PartnerTerms, 'terms'>,
): Promise<PartnerTerms> => changeTerms(store, set, () => terms);

/** The same of terms that are made of the latest ones, which are null if there are none. */
export async function changeTerms(
  { partnerTerms }: Pick<Store, 'partnerTerms'>,
  { tenant, partner, name, setAt, setBy }: SetBy,
  change: (latest: PartnerTerms | null) => JsonObject,
): Promise<PartnerTerms> {
  const key = { tenant, partner, name };
  for (;;) {
    const latest = await partnerTerms.latest(key);
    const terms = change(latest);
    // A policy that another caller sets again is theirs too: who set it decides whom it holds (policiesOver).
    const isTheirs = name !== 'policy' || latest?.setBy === setBy;
    if (latest !== null && isTheirs && JSON.stringify(latest.terms) === JSON.stringify(terms)) return latest;
    const next = { ...key, setAt, setBy, terms, version: (latest?.version ?? 0) + 1 };
    // If another writer added this version meanwhile, its terms are the latest now.
    if (await partnerTerms.add(next)) return next;
  }
}

// A partner's terms: the version that counts, and a new one. Terms that equal the latest add no version, so a call that
// is repeated changes nothing.

import { TieoutError } from '../../core/errors.ts';
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

/** Answers the terms that count from now on. Of two callers at one moment the later one's count. */
export async function setTerms(
  { partnerTerms }: Pick<Store, 'partnerTerms'>,
  given: Omit<PartnerTerms, 'version'>,
): Promise<PartnerTerms> {
  for (;;) {
    const latest = await partnerTerms.latest(given);
    if (latest !== null && JSON.stringify(latest.terms) === JSON.stringify(given.terms)) return latest;
    const next = { ...given, version: (latest?.version ?? 0) + 1 };
    if (await partnerTerms.add(next)) return next;
  }
}

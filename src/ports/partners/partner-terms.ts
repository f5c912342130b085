// Terms that hold for all runs of a partner, in versions that are only ever added. The latest one counts.

import type { PartnerTerms, PartnerTermsKey } from '../../core/records/partner-terms.ts';

/** Every operation may throw store_unavailable or store_damaged. */
export interface PartnersTerms {
  latest(key: PartnerTermsKey): Promise<PartnerTerms | null>;

  ofVersion(key: PartnerTermsKey, version: number): Promise<PartnerTerms | null>;

  /** Adds a version, the latest one's plus one. False if the version is there already: then nothing is stored. */
  add(terms: PartnerTerms): Promise<boolean>;
}

// What a partner's people set for all of its runs: a chart of accounts, which ledger account is which bank account, what
// charges are called, what people may decide alone. Each change is a new version and no version is ever changed, so that a run can name the one that
// it went by.

import type { JsonObject } from './documents/json.ts';

export const PARTNER_TERMS = ['chart', 'accounts', 'charge_words', 'policy'] as const;
export type PartnerTermsName = (typeof PARTNER_TERMS)[number];

export interface PartnerTermsKey {
  readonly tenant: string;
  readonly partner: string;
  readonly name: PartnerTermsName;
}

export interface PartnerTerms extends PartnerTermsKey {
  /** From 1 on, without gaps. */
  readonly version: number;
  readonly terms: JsonObject;
  /** Milliseconds since 1970. */
  readonly setAt: number;
  /** The caller's id; null where callers have no names. */
  readonly setBy: string | null;
}

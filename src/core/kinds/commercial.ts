// The kinds of commercial runs: instant transfers when the service is nip, ATM and card for any other (spec/1). Each has its
// rules, what the reader looks for, how its rows come together by their own identifiers, and which files it refuses.

import type { BothColumns, KeyedRows } from '../matching/by-keys/keyed-rows.ts';
import type { MatchOutcome } from '../matching/outcome/outcome.ts';
import type { MatchParameters } from '../matching/parameters.ts';
import type { KindReading } from '../reading/kinds/kind-reading.ts';
import { CARD_KIND, cardReading } from './card/card.ts';
import { comparedCardKeys } from './card/compared-keys.ts';
import { matchCard } from './card/match-card.ts';
import type { KindKeys } from './kind-keys.ts';
import type { KindRules } from './kind-rules.ts';
import { matchByMethod } from './match-by-method.ts';
import { matchNip } from './nip/match-nip.ts';
import { NIP_KIND, nipReading } from './nip/nip.ts';
import { comparedNipKeys } from './nip/nip-keys.ts';

export const FLOWS = ['inward', 'outward'] as const;
export type Flow = (typeof FLOWS)[number];

export const COMMERCIAL_KINDS = ['nip', 'atm'] as const;
export type CommercialKind = (typeof COMMERCIAL_KINDS)[number];

interface CommercialDefinition {
  readonly rules: KindRules;
  /** `ours`: codes and names of the partner's institution, for where nobody says the flow. */
  readonly reading: (flow: Flow | null, ours?: readonly string[]) => KindReading;
  /** Matches by the kind's identifiers; with a method that goes by sums alone it describes what is open, and matches nothing. */
  readonly match: (columns: BothColumns, parameters: MatchParameters) => MatchOutcome;
  /** What its rows are compared by, for explanations. */
  readonly keysOf: (rows: KeyedRows) => KindKeys;
}

/** What money does where nobody says it: transfers and withdrawals leave. */
export const USUAL_FLOW: Flow = 'outward';

export const COMMERCIAL: Readonly<Record<CommercialKind, CommercialDefinition>> = {
  nip: {
    rules: NIP_KIND,
    reading: (flow, ours = []) => nipReading(flow ?? USUAL_FLOW, flow === null ? { ours } : null),
    match: matchNip,
    keysOf: comparedNipKeys,
  },
  atm: {
    rules: CARD_KIND,
    reading: (flow) => cardReading(flow ?? USUAL_FLOW),
    match: matchCard,
    keysOf: comparedCardKeys,
  },
};

export const kindOfService = (service: string | null): CommercialKind => (service === 'nip' ? 'nip' : 'atm');

/** In a compute thread. */
export function matchByKeys({
  kind,
  gl,
  bank,
  parameters,
}: BothColumns & { readonly kind: CommercialKind; readonly parameters: MatchParameters }): MatchOutcome {
  return matchByMethod(COMMERCIAL[kind].match, { gl, bank }, parameters);
}

// The kinds of commercial runs: instant transfers when the service is nip, ATM and card for any other. Each
// has its rules, its columns for the reader, its matcher by identifiers, and the files that it refuses.

import type { BothColumns, KeyedRows } from '../matching/keyed-rows.ts';
import type { MatchOutcome } from '../matching/outcome/outcome.ts';
import type { MatchParameters } from '../matching/parameters.ts';
import type { KindReading } from '../reading/kinds/kind-reading.ts';
import { CARD_KIND, cardReading } from './card/card.ts';
import { comparedCardKeys } from './card/compared-keys.ts';
import { matchCard } from './card/match-card.ts';
import type { KindKeys } from './kind-keys.ts';
import type { KindRules } from './kind-rules.ts';
import { matchNip } from './nip/match-nip.ts';
import { NIP_KIND, nipReading } from './nip/nip.ts';
import { comparedNipKeys } from './nip/nip-keys.ts';

export const FLOWS = ['inward', 'outward'] as const;
export type Flow = (typeof FLOWS)[number];

export const COMMERCIAL_KINDS = ['nip', 'atm'] as const;
export type CommercialKind = (typeof COMMERCIAL_KINDS)[number];

interface CommercialDefinition {
  readonly rules: KindRules;
  /** `ours`: codes and names of the partner's institution, to find the flow if it is not given. */
  readonly reading: (flow: Flow | null, ours?: readonly string[]) => KindReading;
  /** Matches by the kind's identifiers and by sums, as the method asks, and describes the open rows. */
  readonly match: (columns: BothColumns, parameters: MatchParameters) => MatchOutcome;
  /** The keys by which its rows are compared, for explanations. */
  readonly keysOf: (rows: KeyedRows) => KindKeys;
}

/** The flow if none is given: transfers and withdrawals are money out. */
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

/** Matches by the kind's identifiers in a compute thread. */
export function matchByKeys({
  kind,
  gl,
  bank,
  parameters,
}: BothColumns & { readonly kind: CommercialKind; readonly parameters: MatchParameters }): MatchOutcome {
  return COMMERCIAL[kind].match({ gl, bank }, parameters);
}

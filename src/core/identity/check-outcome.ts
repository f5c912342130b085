// The outcome of a check, in the words of the contract. Nothing is verified by default: each check must say so, or give
// the reasons against it.

import type { CheckState, CheckStatus, Reason } from '../records/documents/check.ts';
import type { ImpossibleBirth } from '../screening/birth-dates.ts';

export type FieldVerdict = 'exact' | 'partial' | 'none' | 'unavailable';

export interface CheckSource {
  readonly provider?: string;
  readonly list?: string;
  readonly version: string;
}

export interface CheckOutcome {
  readonly status: CheckStatus;
  /** 'complete' if absent. */
  readonly state?: CheckState;
  readonly score?: number | undefined;
  readonly reasons: readonly Reason[];
  readonly warnings?: readonly string[];
  readonly source: CheckSource;
}

export interface FieldMatch {
  readonly field: string;
  readonly verdict: FieldVerdict;
  readonly score?: number;
  readonly reason?: string;
}

const IMPOSSIBLE: Readonly<Record<ImpossibleBirth, string>> = {
  in_future: 'The day of birth lies ahead.',
  too_long_ago: 'The day of birth is more than 130 years ago.',
};

/** The reason for an impossible day of birth. */
export const impossibleBirthReason = (found: ImpossibleBirth): Reason => ({
  code: `date_of_birth_${found}`,
  detail: IMPOSSIBLE[found],
});

/** The source of Tieout's own computations, with the version of their rules. */
export const OWN_SOURCE: CheckSource = { provider: 'tieout', version: '1' };

/** Statuses from worst to best. */
const WORST_FIRST: readonly CheckStatus[] = ['error', 'not_verified', 'review', 'partial', 'verified'];

export const worstOf = (statuses: readonly CheckStatus[]): CheckStatus =>
  WORST_FIRST.find((status) => statuses.includes(status)) ?? 'error';

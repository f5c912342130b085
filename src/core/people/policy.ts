// What a partner's people may decide alone.

import type { JsonObject } from '../records/documents/json.ts';
import type { ReviewRule } from './review.ts';

export interface Policy {
  /** The greatest difference that may be written off, in minor units, by currency; without one, nothing may. */
  readonly writeOffLimits: Readonly<Record<string, number>>;
  /** Whether a session is reviewed by another caller than the one who prepared it. */
  readonly signOffByTwo: boolean;
  /** The least precision of a pattern's back-test for it to sweep, 0 to 1; null: none is asked for. */
  readonly leastSweepPrecision: number | null;
  /** Whether patterns of a class are suspended where a session departs in it from those before. */
  readonly suspendOnDrift: boolean;
  /** What another caller must accept. */
  readonly needsReview: readonly ReviewRule[];
}

export const NO_POLICY: Policy = {
  writeOffLimits: {},
  signOffByTwo: false,
  leastSweepPrecision: null,
  suspendOnDrift: false,
  needsReview: [],
};

export const policyJson = (policy: Policy): JsonObject => ({ ...policy }) as unknown as JsonObject;

/** Reads what policyJson wrote; what an older version did not know counts as not asked for. */
export const policyFromJson = (terms: JsonObject): Policy => ({ ...NO_POLICY, ...(terms as Partial<Policy>) });

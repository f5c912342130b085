// What a partner's people may decide alone.

import type { JsonObject } from '../records/documents/json.ts';

export interface Policy {
  /** The greatest difference that may be written off, in minor units, by currency; without one, nothing may. */
  readonly writeOffLimits: Readonly<Record<string, number>>;
  /** Whether a session is reviewed by another caller than the one who prepared it. */
  readonly signOffByTwo: boolean;
  /** The least precision of a pattern's back-test for it to sweep, 0 to 1; null: none is asked for. */
  readonly leastSweepPrecision: number | null;
}

export const NO_POLICY: Policy = { writeOffLimits: {}, signOffByTwo: false, leastSweepPrecision: null };

export const policyJson = ({ writeOffLimits, ...others }: Policy): JsonObject => ({
  writeOffLimits: { ...writeOffLimits },
  ...others,
});

/** Reads what policyJson wrote; what an older version did not know counts as not asked for. */
export const policyFromJson = (terms: JsonObject): Policy => ({ ...NO_POLICY, ...(terms as Partial<Policy>) });

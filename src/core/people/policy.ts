// What a partner's people may decide alone.

import type { JsonObject } from '../records/documents/json.ts';

export interface Policy {
  /** The greatest difference that may be written off, in minor units, by currency; without one, nothing may. */
  readonly writeOffLimits: Readonly<Record<string, number>>;
  /** Whether a session is reviewed by another caller than the one who prepared it. */
  readonly signOffByTwo: boolean;
}

export const NO_POLICY: Policy = { writeOffLimits: {}, signOffByTwo: false };

export const policyJson = ({ writeOffLimits, signOffByTwo }: Policy): JsonObject => ({
  writeOffLimits: { ...writeOffLimits },
  signOffByTwo,
});

/** Reads what policyJson wrote; what an older version did not know counts as not asked for. */
export const policyFromJson = (terms: JsonObject): Policy => ({ ...NO_POLICY, ...(terms as Partial<Policy>) });

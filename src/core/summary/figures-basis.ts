// The basis of a session's figures: its run, and the late groups that hold rows of it. Summaries with one basis have
// the same matched and open rows; with the same carried rows too they have the same proofs, and only decisions on
// clusters may differ.

import type { CarriedRow } from '../records/late/late-groups.ts';
import type { Digest } from '../records/rows/identity.ts';

interface FiguresMadeOf {
  readonly runId: string;
  /** Ids of late groups. */
  readonly late: readonly string[];
}

/** A digest of the basis; the order of the groups has no effect. */
export function figuresBasis({ runId, late }: FiguresMadeOf, digest: Digest): string {
  return digest(JSON.stringify(['figures', runId, [...late].sort()])).slice(0, 32);
}

/** A digest of rows that earlier sessions left open, and of where their exceptions place them; undefined for none. */
export function carriedBasis(carried: readonly CarriedRow[], digest: Digest): string | undefined {
  if (carried.length === 0) return undefined;
  const parts = carried.map(({ recordId, exception }) => {
    const likely = (exception?.likely ?? []).map(({ side, fingerprint }) => `${side} ${fingerprint.join(' ')}`);
    return [recordId, exception?.type, exception?.ground, ...likely.sort()].join(' ');
  });
  return digest(JSON.stringify(['carried', parts.sort()])).slice(0, 32);
}

// The basis of a session's figures: its run, and the late groups that hold rows of it. Summaries with one basis have
// the same matched and open rows and the same proofs; only decisions on clusters may differ.

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

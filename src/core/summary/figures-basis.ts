// What a session's figures follow from: its run, and the late groups that hold rows of it. Two summaries of one basis
// have the same rows matched and open and the same proofs; between them only decisions on clusters can differ.

import type { Digest } from '../records/rows/identity.ts';

interface FiguresMadeOf {
  readonly runId: string;
  /** Ids of late groups. */
  readonly late: readonly string[];
}

/** One text for one basis, in whichever order the groups come. */
export function figuresBasis({ runId, late }: FiguresMadeOf, digest: Digest): string {
  return digest(JSON.stringify(['figures', runId, [...late].sort()])).slice(0, 32);
}

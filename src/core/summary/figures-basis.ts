// What a session's figures follow from: its run, and the late groups that hold rows of it. Two summaries of one basis
// have the same rows matched and open and the same proofs; between them only decisions on clusters can differ.

import type { LateGroup } from '../records/documents/late-groups.ts';
import type { Digest } from '../records/rows/identity.ts';

interface FiguresMadeOf {
  readonly runId: string;
  readonly late: readonly Pick<LateGroup, 'groupId'>[];
}

/** One text for one basis, in whichever order the groups come. */
export function figuresBasis({ runId, late }: FiguresMadeOf, digest: Digest): string {
  const ids = late.map(({ groupId }) => groupId).sort();
  return digest(JSON.stringify(['figures', runId, ids])).slice(0, 32);
}

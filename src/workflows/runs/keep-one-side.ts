// Rows of one side only: they are stored and their session names them; the run that brings the other side reconciles
// them. The commit names no run, so that the run before goes on counting.

import { RUN_STAGES } from '../../core/records/documents/run.ts';
import type { Session, SessionNature } from '../../core/records/documents/session.ts';
import { SIDES, type Side } from '../../core/records/rows/columns.ts';
import { type AssembledSide, assembleSide, ingestionIds } from '../preparing/assemble-session.ts';
import type { SessionFile } from '../rows/session-files.ts';
import type { RunAtWork } from '../stored-runs/kind-of-run.ts';
import { commit, type StoreDependencies, storeRows } from '../stored-runs/store-run.ts';
import { holdingRows } from '../upkeep/row-lease.ts';

interface OneSide {
  readonly files: readonly SessionFile[];
  /** The session before, null if there is none. */
  readonly session: Session | null;
  readonly nature: SessionNature;
}

/** The side without files; null if both have some, or neither. */
export function missingSide(files: readonly SessionFile[]): Side | null {
  const missing = SIDES.filter((side) => !files.some((file) => file.side === side));
  return missing.length === 1 ? missing[0] : null;
}

/** Throws side_empty if no row could be read, version_conflict if the session was changed meanwhile. */
export async function keepOneSide(
  deps: StoreDependencies,
  work: RunAtWork,
  { files, session, nature }: OneSide,
): Promise<void> {
  const { run, hold, stages, finish } = work;
  const { key } = run;
  const missing = missingSide(files)!;
  const side = assembleSide(missing === 'gl' ? 'bank' : 'gl', files);
  const nothing: Pick<AssembledSide, 'files' | 'parts'> = { files: [], parts: [] };
  const ids = ingestionIds(key, side, deps.digest);
  const sides = missing === 'gl' ? { gl: nothing, bank: side } : { gl: side, bank: nothing };
  const onStored = (rows: number) => stages.progress('records_create', rows, side.columns.count);
  const storing = () => storeRows(deps, { key, sides, ids: { gl: ids, bank: ids }, onStored });
  await stages.time('records_create', storing, () => side.columns.count);
  await work.wanted();
  await holdingRows(deps.store, { key, ofRun: hold, runId: run.runId, finish }, async ({ under }) => {
    await commit(deps, { key, expectVersion: session?.version ?? 0, ingestions: ids, claim: null, nature, under });
  });
  const name = missing === 'gl' ? 'ledger' : 'bank';
  const why = `The session holds no row of the ${name} side yet: its rows are reconciled when those come.`;
  for (const stage of RUN_STAGES.slice(RUN_STAGES.indexOf('reconciliation'))) stages.skip(stage, why);
}

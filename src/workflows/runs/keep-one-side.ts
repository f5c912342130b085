// Rows of one side only: they are stored and their session names them; the run that brings the other side reconciles
// them. The commit names no run, so that the run before goes on counting.

import { RUN_STAGES } from '../../core/records/documents/run.ts';
import type { Session, SessionNature } from '../../core/records/documents/session.ts';
import { SIDES, type Side } from '../../core/records/rows/columns.ts';
import { assembleSide, ingestionIds } from '../preparing/assemble-session.ts';
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
  const missing = SIDES.filter((side) => !files.some((file) => file.side === side && !file.isOpening));
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
  // The side without rows may have opening items.
  const sides = { gl: assembleSide('gl', files), bank: assembleSide('bank', files) };
  const ids = { gl: ingestionIds(key, sides.gl, deps.digest), bank: ingestionIds(key, sides.bank, deps.digest) };
  const rows = sides.gl.columns.count + sides.bank.columns.count;
  const onStored = (done: number) => stages.progress('records_create', done, rows);
  const storing = () => storeRows(deps, { key, sides, ids, onStored });
  await stages.time('records_create', storing, () => rows);
  await work.wanted();
  await holdingRows(deps.store, { key, ofRun: hold, runId: run.runId, finish }, async ({ under }) => {
    const ingestions = [...ids.gl, ...ids.bank];
    await commit(deps, { key, expectVersion: session?.version ?? 0, ingestions, claim: null, nature, under });
  });
  const name = missing === 'gl' ? 'ledger' : 'bank';
  const why = `The session holds no row of the ${name} side yet: its rows are reconciled when those come.`;
  for (const stage of RUN_STAGES.slice(RUN_STAGES.indexOf('reconciliation'))) stages.skip(stage, why);
}

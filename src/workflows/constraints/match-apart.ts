// Matches a run so that rows which people set apart stay apart.

import type { MatchOutcome } from '../../core/matching/outcome/outcome.ts';
import { planSession } from '../../core/matching/plan.ts';
import {
  type Apart,
  type ApartRows,
  ledgerRowsTogether,
  withOpenLedgerRows,
  withoutRowsOf,
} from '../../core/people/set-apart.ts';
import type { LateRow } from '../../core/records/late/late-groups.ts';
import { rowsById } from '../../core/records/late/late-matches.ts';
import { SIDES, type Side } from '../../core/records/rows/columns.ts';
import type { Progress } from '../../ports/compute.ts';
import type { PreparedRun } from '../preparing/prepare-run.ts';
import type { Matches } from '../stored-runs/run-terms.ts';
import type { StoreDependencies } from '../stored-runs/store-run.ts';
import { apartInForce } from './apart-in-force.ts';

export async function matchApart(
  { store, compute }: Pick<StoreDependencies, 'store' | 'compute'>,
  prepared: PreparedRun,
  {
    kind,
    progress,
    apart: given,
  }: {
    readonly kind: Matches;
    readonly progress: Progress;
    /** Rows that stay apart; left out: those that people set apart. */
    readonly apart?: readonly Apart[];
  },
): Promise<MatchOutcome> {
  const apart = apartRowsOf(given ?? (await apartInForce(store, prepared.scope.key)), prepared);
  let hidden: readonly number[] = [];
  for (;;) {
    const gl = hidden.length === 0 ? prepared.columns.gl : withoutRowsOf(prepared.columns.gl, hidden);
    const columns = { gl, bank: prepared.columns.bank };
    const plan = planSession(columns.gl, columns.bank, prepared.accounts);
    const outcome = await kind.match(compute, { ...prepared, columns }, { plan, progress });
    const together = ledgerRowsTogether(outcome, apart);
    if (together.length === 0) return hidden.length === 0 ? outcome : withOpenLedgerRows(outcome, hidden);
    // A row that is hidden is in no group, so each round hides others.
    hidden = [...hidden, ...together].sort((a, b) => a - b);
  }
}

function apartRowsOf(apart: readonly Apart[], { scope, columns, plainCounter }: PreparedRun): readonly ApartRows[] {
  if (apart.length === 0) return [];
  const rowOf = Object.fromEntries(
    SIDES.map((side) => {
      const wanted = apart.flatMap(({ rows }) => rows[side]);
      return [side, rowsById(scope, { side, columns: columns[side], plainCounter: plainCounter[side] }, wanted)];
    }),
  ) as Record<Side, ReadonlyMap<string, number>>;
  const numbers = (side: Side, rows: readonly LateRow[]): number[] =>
    rows.flatMap(({ recordId }) => rowOf[side].get(recordId) ?? []);
  return apart
    .map(({ rows }) => ({ gl: numbers('gl', rows.gl), bank: numbers('bank', rows.bank) }))
    .filter(({ gl, bank }) => gl.length > 0 && bank.length > 0);
}

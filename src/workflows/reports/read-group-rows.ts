// Reads the rows of stored groups back. Groups name rows by their positions; reports want them by their place in
// columns, with their record ids.

import { type GroupColumns, NO_POSITION } from '../../core/records/groups/groups.ts';
import type { RowColumns, Side } from '../../core/records/rows/columns.ts';
import type { SessionKey } from '../../core/records/session-key.ts';
import { type ReadingDependencies, readStoredRows, type StoredSide } from '../rows/read-stored-rows.ts';
import { type ReportRow, reportRow } from './report-row.ts';

/** Groups from <= g < to. */
export interface GroupRange {
  readonly groups: GroupColumns;
  readonly from: number;
  readonly to: number;
}

export interface GroupRows {
  /** The groups' rows, their twins and the runner-ups. */
  readonly columns: Readonly<Record<Side, RowColumns>>;
  /** Rows of group g on a side, as places in that side's columns. */
  of(side: Side, g: number): readonly number[];
  report(side: Side, row: number): ReportRow;
  /** Record id of the second-best bank row; null if there is none. */
  runnerUp(g: number): string | null;
}

/** Throws store_damaged if a group names a row that is missing. */
export async function readGroupRows(deps: ReadingDependencies, key: SessionKey, range: GroupRange): Promise<GroupRows> {
  const { groups } = range;
  const sides = await readStoredRows(deps, key, wantedRows(range));
  const rowAt = (side: Side, positions: Uint32Array, k: number): number =>
    sides[side].rowOf(groups.ingestions[positions[2 * k]], positions[2 * k + 1]);
  const recordId = ({ recordIds }: StoredSide, row: number): string => recordIds[row];
  return {
    columns: { gl: sides.gl.columns, bank: sides.bank.columns },
    of(side, g) {
      const { offsets, positions } = groups[side];
      const members = Array.from({ length: offsets[g + 1] - offsets[g] }, (_, k) => offsets[g] + k);
      return members.map((k) => rowAt(side, positions, k));
    },
    report: (side, row) => reportRow(side, { rows: sides[side].columns, row, recordId: recordId(sides[side], row) }),
    runnerUp: (g) =>
      groups.runnerUp[2 * g] === NO_POSITION ? null : recordId(sides.bank, rowAt('bank', groups.runnerUp, g)),
  };
}

function wantedRows({ groups, from, to }: GroupRange): Map<string, Set<number>> {
  const wanted = new Map<string, Set<number>>();
  const want = (positions: Uint32Array, k: number): void => {
    if (positions[2 * k] === NO_POSITION) return;
    const id = groups.ingestions[positions[2 * k]];
    const known = wanted.get(id);
    if (known === undefined) wanted.set(id, new Set([positions[2 * k + 1]]));
    else known.add(positions[2 * k + 1]);
  };
  for (const { offsets, positions } of [groups.gl, groups.bank]) {
    for (let k = offsets[from]; k < offsets[to]; k++) want(positions, k);
  }
  for (let g = from; g < to; g++) want(groups.runnerUp, g);
  return wanted;
}

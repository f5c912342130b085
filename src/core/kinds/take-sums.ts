// Matches rows of a kind with identifiers of its own by sums, as every kind is (matching/sums): all of them if the
// method has no single rows, else one total of the rows that identifiers left. Account by account.

import { type KeyedRows, localRows } from '../matching/keyed-rows.ts';
import { matchSession } from '../matching/match-session.ts';
import { isByLine } from '../matching/method.ts';
import { membersOf } from '../matching/outcome/match-groups.ts';
import { MATCHED_AFTER_NETTING, OPEN } from '../matching/side-numbers.ts';
import { ROW_MATCHED_LATE, type RowColumns, SIDES, type Side } from '../records/rows/columns.ts';

export function takeSums(rows: KeyedRows): void {
  const { method } = rows.parameters;
  if (method === 'line_by_line') return;
  const parameters = { ...rows.parameters, method: isByLine(method) ? ('lump_sum' as const) : method };
  const { groups, notes } = matchSession({ gl: openOf(rows, 'gl'), bank: openOf(rows, 'bank'), parameters });
  const local = { gl: localRows(rows.gl), bank: localRows(rows.bank) };
  for (let g = 0; g < groups.count; g++) {
    const of = (side: Side) => Array.from(membersOf(groups[side], g), (row) => local[side][row]);
    const group = { gl: of('gl'), bank: of('bank') };
    for (const side of SIDES) for (const row of group[side]) rows[side].state[row] = MATCHED_AFTER_NETTING;
    const { tier, days, textScore, feeBasis } = groups;
    rows.groups.push({ ...group, tier: tier[g], days: days[g], textScore: textScore[g], feeBasis: feeBasis[g] });
  }
  for (const note of notes) rows.notes.add(note);
}

/** The columns of a side, in which only its open rows take part. */
function openOf({ columns, ...rows }: KeyedRows, side: Side): RowColumns {
  const { row, state } = rows[side];
  const flags = columns[side].flags.slice();
  for (let i = 0; i < row.length; i++) if (state[i] !== OPEN) flags[row[i]] |= ROW_MATCHED_LATE;
  return { ...columns[side], flags };
}

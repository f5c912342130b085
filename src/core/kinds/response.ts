// Sets the flags of rows by the answer of the switch or the core banking system. A row succeeded, is undecided until a
// later report, or moved no money because it failed or repeats another. Undecided rows are pending, failed ones
// declined; neither takes part in matching. Codes: core/reading/cells/response-codes.ts.

import { everyRow, textReader } from '../matching/keyed-rows.ts';
import { responseState } from '../reading/cells/response-codes.ts';
import { ROW_DECLINED, ROW_PENDING, type RowColumns } from '../records/rows/columns.ts';

/** The columns with the flags by their answers. A row without an answer, or with an unknown one, took place. */
export function withAnswers(columns: RowColumns): RowColumns {
  if (!columns.named?.some(({ name }) => name === 'response_code')) return columns;
  const text = textReader(columns, 'response_code', everyRow(columns));
  const known = new Map<string, number>();
  const flags = columns.flags.slice();
  for (let row = 0; row < columns.count; row++) {
    const cell = text(row);
    const flag = known.get(cell) ?? flagOf(cell);
    known.set(cell, flag);
    flags[row] |= flag;
  }
  return { ...columns, flags };
}

function flagOf(cell: string): number {
  const state = responseState(cell);
  return state === 'never' ? ROW_DECLINED : state === 'pending' ? ROW_PENDING : 0;
}

// Ledger rows just outside the period whose transfer or card payment lies in it: the switch's day ends at midnight, and
// the ledger posts a minute later, on the next day. Such a row takes part if a row of the report within the period has
// its session id, or its retrieval reference, and no row of the ledger within the period has. Others take no part: they
// are another period's.

import { everyRow, textReader } from '../../core/matching/keyed-rows.ts';
import { daysOfSide, withinPeriod } from '../../core/records/documents/period.ts';
import { sharedUint8 } from '../../core/records/rows/allocate.ts';
import { ROW_OUT_OF_PERIOD, type RowColumns, textsAt } from '../../core/records/rows/columns.ts';
import type { PreparedRun } from '../preparing/prepare-run.ts';

export function withLatePostings(prepared: PreparedRun): PreparedRun {
  const { columns, period, parameters } = prepared;
  if (period === null) return prepared;
  const margin = withinPeriod(prepared.sides.gl.columns, daysOfSide('bank', period, parameters));
  const isOut = ({ flags }: RowColumns, row: number): boolean => (flags[row] & ROW_OUT_OF_PERIOD) !== 0;
  const rowsOf = ({ count }: RowColumns) => Array.from({ length: count }, (_, row) => row);
  const beside = rowsOf(margin).filter((row) => isOut(columns.gl, row) && !isOut(margin, row));
  if (beside.length === 0) return prepared;
  const report = withinPeriod(prepared.sides.bank.columns, period);
  const [ledgerName, reportName] = [namesIn(columns.gl), namesIn(report)];
  const reported = new Set(rowsOf(report).flatMap((row) => (isOut(report, row) ? [] : reportName(row))));
  const posted = new Set(rowsOf(columns.gl).flatMap((row) => (isOut(columns.gl, row) ? [] : ledgerName(row))));
  const late = beside.filter((row) => ledgerName(row).some((name) => reported.has(name) && !posted.has(name)));
  if (late.length === 0) return prepared;
  const flags = sharedUint8(columns.gl.count);
  flags.set(columns.gl.flags);
  for (const row of late) flags[row] &= ~ROW_OUT_OF_PERIOD;
  return { ...prepared, columns: { ...columns, gl: { ...columns.gl, flags } } };
}

/** Names that a switch gave a row: at most two. */
function namesIn(columns: RowColumns): (row: number) => readonly string[] {
  const session = textsAt(columns.settlementSession, everyRow(columns));
  const retrieval = textReader(columns, 'rrn', everyRow(columns));
  return (row) => {
    const [id, rrn] = [session(row), retrieval(row)];
    return [...(id === '' ? [] : [`session ${id}`]), ...(rrn === '' ? [] : [`rrn ${rrn}`])];
  };
}

// Why two rows are a match or not, for --explain: the lines to print, by the kind of rows.

import type { RowPair } from '../../core/matching/outcome/obstacle.ts';
import type { Side } from '../../core/records/rows/columns.ts';
import type { Reconciliation } from '../../workflows/runs/reconciliation.ts';
import type { Style } from '../terminal.ts';
import { explainerOf, explanationJson, explanationLines, rowOnLine } from './explain-lines.ts';
import { explainPosition, positionJson, positionLines } from './explain-position.ts';

interface RowsAsked {
  /** Line numbers in the first file of each side. */
  readonly lines: Readonly<Record<Side, number>>;
  readonly firstFile: Readonly<Record<Side, string>>;
}

/** `style`: null for JSON. Throws `usage` if no row begins on a line. */
export function explanationOf(result: Reconciliation, { lines, firstFile }: RowsAsked, style: Style | null): string[] {
  const rowOf = (side: Side): number => rowOnLine(result.columns[side], { file: firstFile[side], line: lines[side] });
  const rows: RowPair = { gl: rowOf('gl'), bank: rowOf('bank') };
  if (result.subject === 'holdings') {
    const explained = explainPosition(result, rows);
    return style === null ? [JSON.stringify(positionJson(result, explained))] : positionLines(result, explained, style);
  }
  const explained = { rows, explanation: explainerOf(result)(rows) };
  return style === null
    ? [JSON.stringify(explanationJson(result, explained))]
    : explanationLines(result, explained, style);
}

// truth.csv: which rows of a made-up month belong together, and why. It has a line for each row. Rows of one group
// belong together; a group of one row stands alone. `line` is the line number as in an editor.

import { TieoutError } from '../core/errors.ts';
import { formatDay } from '../core/money/calendar.ts';
import { type RowColumns, type Side, textAt } from '../core/records/rows/columns.ts';
import { type Cause, isCause } from './causes.ts';

export const TRUTH_HEADER = 'group,cause,side,file,line,source_id\n';

/** A row by its file and line. */
export interface RowPlace {
  readonly side: Side;
  readonly file: string;
  readonly line: number;
}

export interface TruthRow extends RowPlace {
  readonly group: string;
  readonly cause: Cause;
  readonly sourceId: string;
}

/** A row's line of truth.csv, with its line end. */
export function truthLine(group: { id: number; cause: Cause }, row: RowPlace & { sourceId: string }): string {
  return `G${String(group.id).padStart(7, '0')},${group.cause},${row.side},${row.file},${row.line},${row.sourceId}\n`;
}

/** The rows of a truth.csv as generateMonth writes it. */
export function parseTruth(text: string): TruthRow[] {
  const rows: TruthRow[] = [];
  const lines = text.split('\n');
  for (let i = 1; i < lines.length; i++) {
    if (lines[i] === '') continue;
    const [group = '', cause = '', side, file = '', line, sourceId = ''] = lines[i].split(',');
    if (!isCause(cause) || (side !== 'gl' && side !== 'bank')) {
      throw new TieoutError('file_not_understood', `${cause} of ${side} is no line of a truth file.`, { line: i + 1 });
    }
    rows.push({ group, cause, side, file, line: Number(line), sourceId });
  }
  return rows;
}

/** The content of row i without its own id. Rows of one side with equal content are interchangeable. */
export function contentOf(rows: RowColumns, i: number): string {
  return [
    rows.accounts[rows.account[i]],
    rows.currencies[rows.currency[i]],
    rows.amount[i],
    formatDay(rows.bookingDay[i]),
    formatDay(rows.valueDay[i]),
    textAt(rows.reference, i),
    textAt(rows.settlementSession, i),
    textAt(rows.narration, i),
  ].join('\u001f');
}

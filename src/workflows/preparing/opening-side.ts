// The opening rows of a run beside those of its period. A row of the period among them takes no part, and a warning
// names its line: in most cases the file of the period has it too. If no row is of before the period, the file is
// another one than was meant, and the run is refused.

import { counted, lineWords, listed } from '../../core/classification/wording.ts';
import { withOpening } from '../../core/cross-month/opening-rows.ts';
import { TieoutError } from '../../core/errors.ts';
import { formatDay } from '../../core/money/calendar.ts';
import type { Period } from '../../core/records/documents/period.ts';
import { type RowColumns, SIDES, type Side } from '../../core/records/rows/columns.ts';
import type { AssembledSide } from './assemble-session.ts';

interface OfPeriod {
  /** The rows of the period's own files, flagged. */
  readonly columns: Readonly<Record<Side, RowColumns>>;
  readonly period: Period | null;
}

interface WithOpening {
  readonly columns: Readonly<Record<Side, RowColumns>>;
  readonly warnings: readonly string[];
}

/** Throws side_empty. */
export function withOpeningRows(
  sides: Readonly<Record<Side, AssembledSide>>,
  { columns, period }: OfPeriod,
): WithOpening {
  const warnings: string[] = [];
  const flagged = (side: Side): RowColumns => {
    const { columns: whole, own, files } = sides[side];
    if (whole.count === own.count) return columns[side];
    const names = files.flatMap(({ isOpening, name }) => (isOpening ? [name] : []));
    if (period === null)
      throw new TieoutError(
        'side_empty',
        `Name the period’s first day: the rows of ${listed(names)} are of before it.`,
      );
    const found = withOpening({ own: columns[side], whole, period });
    const { late } = found;
    if (late.length === whole.count - own.count) {
      const sentence = `No row of the opening items is dated before ${formatDay(period.start)}, the period’s first day: check the period and the file.`;
      throw new TieoutError('side_empty', sentence, { file: listed(names) });
    }
    for (const [file, rows] of Map.groupBy(late, (row) => whole.files[whole.file[row]])) {
      const lines = rows.map((row) => whole.line[row]);
      warnings.push(lateWords(file, lines));
    }
    return found.columns;
  };
  const [gl, bank] = SIDES.map(flagged);
  return { columns: { gl: gl!, bank: bank! }, warnings };
}

function lateWords(file: string, lines: readonly number[]): string {
  const [are, they] = lines.length === 1 ? ['is', 'it takes'] : ['are', 'they take'];
  return `${file}: ${counted(lines.length, 'row')} (${lineWords(lines)}) ${are} not dated before the period: opening items are, so ${they} no part.`;
}

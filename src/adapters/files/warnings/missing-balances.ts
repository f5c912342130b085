// Warns of rows without a running balance where nearly all others have one: if a cell of such a row is missing, the
// others moved one place, and what was read as its amount is something else.

import { ROW_PENDING } from '../../../core/records/rows/columns.ts';
import type { RowsReport } from '../scan/rows-report.ts';

/** The bank gives balances for some rows alone if at least this share of the rows has none. */
const MANY = 0.1;
/** Fewest rows with a balance. */
const LEAST_ROWS = 2;

export function missingBalances({ columns, running }: RowsReport, say: (sentence: string) => void): void {
  const { count, flags, line } = columns;
  let [withBalance, without, first] = [0, 0, 0];
  for (let row = 0; row < count; row++) {
    if ((flags[row] & ROW_PENDING) !== 0) continue;
    if (!Number.isNaN(running[row])) withBalance++;
    else if (without++ === 0) first = line[row];
  }
  if (without === 0 || withBalance < LEAST_ROWS || (without > 1 && without >= MANY * (withBalance + without))) return;
  say(
    `${without === 1 ? `The row on line ${first} has` : `${without} rows, the first on line ${first}, have`} no balance, ` +
      'and the others have one: is a cell missing there?',
  );
}

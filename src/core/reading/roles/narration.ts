// Which columns contain the entry's narration: all with such titles, joined; without a plain title, the texts of
// columns whose titles say nothing.

import type { Assignment } from '../table/assignment.ts';
import type { Table } from '../table/table.ts';

/** The weight of a title that is enough alone. */
export const PLAINLY = 4;

/**
 * Takes the narration's columns. `spokenMarks`: a column whose words are the file's only marks, -1 if there is none.
 */
export function takeNarration(assignment: Assignment, spokenMarks: number): void {
  const { table } = assignment;
  if (assignment.hasNamed('narration')) return;
  const columns = table.titled('narration', (p, i) => p.filled > 0 && assignment.isFree(i));
  for (const column of columns) {
    const also = column === spokenMarks ? '; its words are the only marks of debit and credit' : '';
    assignment.take(column, 'narration', `${table.quoted(column)}, joined into the narration${also}`);
  }
  for (const column of columns) takeUnderSameTitle(assignment, column);
  // A plain title is enough: further joined columns must not depend on the rows of one export, or the same entry would
  // read differently in the next.
  if (columns.some((column) => table.weight(column, 'narration') >= PLAINLY)) return;
  for (const column of assignment.free())
    if (table.saysNothing(column) && isNarrated(table, column))
      assignment.take(column, 'narration', 'values are texts');
}

/** Columns without a title to the right of a narration: its title stands above them too, as in Tally’s ledgers. */
function takeUnderSameTitle(assignment: Assignment, column: number): void {
  const { table, fields } = assignment;
  for (let next = column + 1; next < table.titles.length; next++) {
    if (fields[next] !== null || table.titles[next].trim() !== '' || !isNarrated(table, next)) return;
    assignment.take(next, 'narration', `no title, texts beside ${table.quoted(column)}`);
  }
}

/** Texts that differ, and no days or currencies. */
function isNarrated(table: Table, column: number): boolean {
  const p = table.profiles[column];
  const isText = p.lettered > p.filled * 0.5 && (p.distinct > 1 || table.rows.length <= 2) && p.currencies < p.filled;
  return p.filled > 0 && isText && p.days < p.filled * 0.5;
}

// Remarks on columns beside their roles: why one is not needed, which of two alike is read, whose signs were turned.

import type { GivenMarks } from './cells/directions.ts';
import type { Assignment } from './table/assignment.ts';
import type { FieldName } from './titles/target-fields.ts';
import { plainTitle } from './words/plain-title.ts';

/** `kinds`: the column that says what kind each entry is. */
export const sayTurned = ({ table, warnings }: Assignment, kinds: number): number =>
  warnings.push(
    `${table.name(kinds)} says charges where amounts are positive and payments where they have a minus, as a card’s list does; all signs were turned.`,
  );

/** The reason for a column of marks that only the running balance explains. */
export const saysOfMarks = (marks: GivenMarks): string =>
  `by the running balance ${Object.entries(marks)
    .map(([mark, way]) => `“${mark}” is money ${way}`)
    .join(' and ')}`;

/** Warns if several columns have one title, each contains money or days, and only one of them is read. */
export function sayDoubleTitles(assignment: Assignment): void {
  const { table } = assignment;
  const plain = table.titles.map(plainTitle);
  const isLike = (i: number, field: FieldName) =>
    field.endsWith('_date') ? table.profiles[i].days > 0 : table.profiles[i].money > 0;
  for (const [column, field] of assignment.fields.entries()) {
    if (field === null || !DOUBTFUL_TWICE.has(field) || plain[column] === '') continue;
    const others = assignment.free().filter((i) => plain[i] === plain[column] && isLike(i, field));
    if (others.length === 0) continue;
    const all = [column, ...others].sort((a, b) => a - b).map((i) => i + 1);
    assignment.warnings.push(
      `${table.quoted(column).replace('title ', '')} is the title of columns ${all.slice(0, -1).join(', ')} and ${all.at(-1)}; only column ${column + 1} is read, as ${field.replace('_', ' ')}.`,
    );
  }
}

/** Fields for which a second column of the same title may have been meant. */
const DOUBTFUL_TWICE: ReadonlySet<FieldName> = new Set(['booking_date', 'amount', 'debit', 'credit', 'balance']);

/** Gives a reason to every column that no field uses and that has none yet. */
export function explainRest(assignment: Assignment): void {
  const { table, reasons } = assignment;
  for (const column of assignment.free().filter((i) => reasons[i] === '')) {
    const [meaning] = table.meanings[column];
    reasons[column] =
      table.profiles[column].filled === 0
        ? 'empty'
        : meaning
          ? `${table.quoted(column)} says ${meaning.field}, which another column carries or its values do not fit`
          : 'not needed';
  }
}

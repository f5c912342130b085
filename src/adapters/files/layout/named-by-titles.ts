// The columns of a table without entries, by their titles alone: there are no values to weigh. A month in which nothing
// was booked is a month, and its file may still state balances.

import { titleMeanings } from '../../../core/reading/titles/header-synonyms.ts';
import type { FieldName } from '../../../core/reading/titles/target-fields.ts';
import { PLAIN } from '../../../core/reading/titles/title-phrases.ts';
import type { Side } from '../../../core/records/rows/columns.ts';

/** The fields that a table without entries needs: dates, money, and whose balance it states. */
const NEEDED: ReadonlySet<FieldName> = new Set([
  'booking_date',
  'value_date',
  'amount',
  'debit',
  'credit',
  'balance',
  'account',
  'currency',
]);

/** The reason for a column of a table without entries. */
export const BY_TITLE_ALONE = 'by its title; there is no row';

/** The column of each needed field whose title means it plainly, the best first; `named` by a mapping come first. */
export function namedByTitles(
  titles: readonly string[],
  side: Side,
  named: ReadonlyMap<number, FieldName> = new Map(),
): ReadonlyMap<number, FieldName> {
  const taken = new Map(named);
  const fields = new Set(named.values());
  const claims = titles
    .flatMap((title, column) => titleMeanings(title, side).map(({ field, weight }) => ({ column, field, weight })))
    .filter(({ field, weight }) => NEEDED.has(field) && weight >= PLAIN)
    .sort((a, b) => b.weight - a.weight || a.column - b.column);
  for (const { column, field } of claims) {
    if (taken.has(column) || fields.has(field)) continue;
    taken.set(column, field);
    fields.add(field);
  }
  return taken;
}

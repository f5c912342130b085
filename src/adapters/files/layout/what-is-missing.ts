// Finds what a table lacks at some delimiter: rows, a date column, an amount column. The sentence names the titles, or
// the values of a column that has the right title and does not read as it should.

import { readsAsDay, readsAsMoney } from '../../../core/reading/cells/cell-profile.ts';
import type { ColumnProposal } from '../../../core/reading/column-proposal.ts';
import { titleMeanings } from '../../../core/reading/titles/header-synonyms.ts';
import { rowWords } from '../../../core/reading/titles/row-words.ts';
import type { Header, SampleRow } from './find-header.ts';

/** Whether a row ends a list, states a balance or says that there is nothing: "No transactions found". */
export const isNoEntry = ({ cells }: SampleRow): boolean =>
  cells.some((cell) => rowWords(cell) !== null) || cells.filter((cell) => /[\p{L}\p{N}]/u.test(cell)).length <= 1;

const DATE_FIELDS: ReadonlySet<string> = new Set(['booking_date', 'value_date']);
const MONEY_FIELDS: ReadonlySet<string> = new Set(['amount', 'debit', 'credit']);
/** Whether a cell is an amount. Twelve digits, or digits behind zeros, may be an account or a reference. */
const isAmount = (cell: string): boolean => readsAsMoney(cell) && !/^(0\d{3,}|\d{12,})$/.test(cell.trim());

/** A phrase that names columns with the usual title and the first value that does not read; null if there are none. */
function notUnderstoodAs(
  what: string,
  fields: ReadonlySet<string>,
  reads: (cell: string) => boolean,
  { titles, body, proposal }: { titles: readonly string[]; body: readonly SampleRow[]; proposal: ColumnProposal },
): string | null {
  const titled = titles.flatMap((title, i) =>
    proposal.fields[i] === null && titleMeanings(title).some((m) => fields.has(m.field)) ? [i] : [],
  );
  const unread = (i: number) =>
    body.map(({ cells }) => cells[i] ?? '').find((cell) => cell.trim() !== '' && !reads(cell));
  const columns = titled.filter((i) => unread(i) !== undefined);
  if (columns.length === 0) return null;
  const value = unread(columns[0])!.trim();
  const shown = value.length > 40 ? `${value.slice(0, 40)}…` : value;
  return `the values of ${columns.map((i) => `“${titles[i].trim()}”`).join(', ')} are not understood as ${what} (“${shown}”)`;
}

const HEADER_ALONE = 'the file has a header and no rows.';

/** A sentence about what prevents reading the rows; '' for nothing. */
export function whatIsMissing(found: {
  body: readonly SampleRow[];
  header: Header | null;
  hasDate: boolean;
  hasMoney: boolean;
  titles: readonly string[];
  proposal: ColumnProposal;
}): string {
  if (found.hasDate && found.hasMoney) return '';
  if (found.header !== null && found.body.every(isNoEntry)) return HEADER_ALONE;
  const dates = found.hasDate ? null : notUnderstoodAs('dates', DATE_FIELDS, readsAsDay, found);
  const amounts = found.hasMoney ? null : notUnderstoodAs('amounts', MONEY_FIELDS, isAmount, found);
  if ((found.hasDate || dates !== null) && (found.hasMoney || amounts !== null))
    return `${[dates, amounts].filter((part) => part !== null).join(', and ')}.`;
  const what =
    !found.hasDate && !found.hasMoney ? 'date and amount columns' : found.hasDate ? 'amount column' : 'date column';
  if (found.header === null) {
    return `no ${what} ${what.endsWith('s') ? 'were' : 'was'} found: the file has no line of titles that are known, and its values do not show which columns they are; put a line of titles above them.`;
  }
  const titles = found.titles
    .filter((t) => t !== '')
    .map((t) => `“${t}”`)
    .slice(0, 20)
    .join(', ');
  const there = titles === '' ? '' : `; the columns are ${titles}`;
  // Runs of the service have no options: this wording suits both.
  return what.endsWith('s')
    ? `no ${what} were found${there}; give them their usual titles, or name them in a column mapping.`
    : `no ${what} was found${there}; give it its usual title, or name it in a column mapping.`;
}

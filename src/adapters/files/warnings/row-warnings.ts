// Warnings about rows: continued narrations, rows inside quotes, joined cells, headings between entries, identifiers
// that a spreadsheet damaged, states that exclude a row, and accounts that seem to be other parties'. One sentence for
// each, with the number of rows and the line of the first.

import { NAMED } from '../../../core/reading/table/table.ts';
import type { RowsReport } from '../scan/rows-report.ts';

/** A number with the words for one or for several. */
const counted = (n: number, one: string, many: string) => (n === 1 ? `1 ${one}` : `${n} ${many}`);

export function rowWarnings(report: RowsReport, say: (sentence: string) => void): void {
  const { continuations, undated, joined, swallowed, headings, enteredBalances: entered } = report.odd;
  for (const sentence of report.layout.cutWarnings) say(sentence);
  if (continuations.rows > 0) {
    say(
      `${counted(continuations.rows, 'line continues', 'lines continue')} the narration above, the first on line ${continuations.firstLine}.`,
    );
  }
  if (undated.rows > 0)
    say(
      `${counted(undated.rows, 'row has', 'rows have')} no date and the day of the row above, as the running balance proves, the first on line ${undated.firstLine}.`,
    );
  if (swallowed.rows > 0) {
    say(
      `${counted(swallowed.rows, 'line that reads', 'lines that read')} as a row of its own ${swallowed.rows === 1 ? 'stands' : 'stand'} within the quotes of a text that begins on line ${swallowed.firstLine}; is a quote there too many?`,
    );
  }
  if (joined.rows > 0)
    say(
      `${counted(joined.rows, 'row has', 'rows have')} more cells than the header; the running balance proves how to join them, the first on line ${joined.firstLine}.`,
    );
  if (headings.length > 0) {
    const text = headings[0].text.slice(0, 40);
    say(
      `${counted(headings.length, 'row was', 'rows were')} taken for a heading between entries, the first on line ${headings[0].line}: “${text}”.`,
    );
  }
  const [first] = entered;
  if (first !== undefined) {
    say(
      entered.length === 1
        ? `Line ${first.line} reads “${first.text}” and nothing proves it to be a balance; taken for an entry.`
        : `${entered.length} rows read as balances and nothing proves it, the first on line ${first.line}, “${first.text}”; taken for entries.`,
    );
  }
  const { rows: count, first: example, firstLine } = report.damaged;
  if (count > 0) {
    say(
      `${counted(count, 'identifier was', 'identifiers were')} turned into a float by a spreadsheet, ${count > 1 ? 'the first ' : ''}“${example}” on line ${firstLine}; kept as text of the narration, never a key.`,
    );
  }
  for (const sentence of report.statesMet) say(sentence);
  accountsWarning(report, say);
}

/** A file with at least this number of accounts is checked for other parties' accounts. */
const MANY_ACCOUNTS = 4;

/** A column whose account differs in nearly every row: payers and payees rather than own accounts. */
function accountsWarning(
  { columns: { accounts: found }, layout, tally: { counts } }: RowsReport,
  say: (sentence: string) => void,
): void {
  const { columns, reasons } = layout.proposal;
  const accounts = found.length;
  if (columns.account < 0 || reasons[columns.account] === NAMED) return;
  if (accounts < MANY_ACCOUNTS || accounts * 2 <= counts.entries) return;
  const title = layout.titles[columns.account].trim();
  say(
    `“${title}” holds ${accounts} accounts in ${counts.entries} rows, each taken for an account of its own; if they are those of payers and payees, name the column among those of the narration in a column mapping.`,
  );
}

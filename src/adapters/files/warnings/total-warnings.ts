// Warnings about totals that a file states: a sum that is not that of the entries above, another number of entries than
// was read, and rows that read like a total or a balance and were taken for entries.

import { mayMeanBalance } from '../../../core/reading/titles/row-words.ts';
import { textAt } from '../../../core/records/rows/columns.ts';
import { wrongTotals } from '../odd/control-totals.ts';
import type { RowsReport } from '../scan/rows-report.ts';

/**
 * The last stated total, and every one with a date, must be the sum of all rows above, or of those since an earlier
 * total.
 */
export function totalWarnings(report: RowsReport, say: (sentence: string) => void): void {
  const { side, layout, signs, stated, tally } = report;
  countWarning(report, say);
  // A single column of signed amounts leaves open which of them are debits.
  const isSigned = layout.proposal.columns.amount >= 0 && signs.bookkeeping === 0;
  const all = { ...stated.all, others: tally.rejected.length + tally.counts.balances };
  for (const sentence of wrongTotals(stated.controls, all, { side, isSigned })) say(sentence);
  const sums = stated.totals.filter((t) => t.debit !== null || t.credit !== null || t.amount !== null);
  const wrong = sums.filter((total) => (total.isDated || total === sums.at(-1)) && !total.agrees);
  const [first] = wrong;
  if (first !== undefined) {
    const others = wrong.length === 1 ? '' : `, nor are those of ${wrong.length - 1} more`;
    say(`The totals on line ${first.line} are not the sums of the entries above it${others}.`);
  }
  balanceWordsWarning(report, say);
  for (const { rows, firstLine, text, isSum } of report.odd.enteredTotals) {
    if (rows === 0) continue;
    const which = rows === 1 ? `Line ${firstLine} reads` : `${rows} rows read, the first on line ${firstLine},`;
    const has = rows === 1 ? 'has' : 'have';
    const reason = isSum
      ? `and ${has} the sum of rows above, which does not prove it`
      : 'without being the sum of rows above';
    say(`${which} “${text}” ${reason}; taken for ${rows === 1 ? 'an entry' : 'entries'}.`);
  }
}

/** The last stated number of entries must count all so far, or those since the number before it. */
function countWarning(
  { stated: { totals }, tally: { rejected, counts } }: RowsReport,
  say: (sentence: string) => void,
): void {
  const stated = totals.filter(({ count }) => count !== null);
  const last = stated.at(-1);
  if (!last) return;
  const since = last.entries - (stated.at(-2)?.entries ?? 0);
  // Rows that were left out, and balances that the bank counts as entries, may be included.
  const leftOut = rejected.length;
  const most = last.entries + leftOut + counts.balances;
  const right = [last.entries, since, last.entries + leftOut, most];
  if (right.includes(last.count!)) return;
  say(`Line ${last.line} states ${last.count} entries, but ${last.entries} were read above it.`);
}

/**
 * A first or last entry that reads like a balance. If it has a running balance, that is its very amount: an entry would
 * have moved the balance from another figure.
 */
function balanceWordsWarning({ columns, running }: RowsReport, say: (sentence: string) => void): void {
  const { count, amount, narration, line } = columns;
  for (const i of new Set([0, count - 1])) {
    if (i < 0 || (!Number.isNaN(running[i]) && Math.abs(running[i]) !== Math.abs(amount[i]))) continue;
    const text = textAt(narration, i);
    if (mayMeanBalance(text))
      say(`Line ${line[i]} reads “${text.slice(0, 40)}”, as a balance may; taken for an entry.`);
  }
}

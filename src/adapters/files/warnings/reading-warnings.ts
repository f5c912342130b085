// All warnings about how a file was read, in order: guesses, odd rows, sums that do not agree. Each subject has a file
// that words its sentences.

import type { FileLayout } from '../../../core/reading/columns/file-layout.ts';
import type { AccountBalance } from '../../../core/reading/proof/balance-proof.ts';
import { missingPages } from '../../../core/reading/proof/missing-pages.ts';
import type { Side } from '../../../core/records/rows/columns.ts';
import type { Decisions } from '../layout/decisions.ts';
import type { RowsReport } from '../scan/rows-report.ts';
import { amountWarnings } from './amount-warnings.ts';
import { balanceWarnings } from './balance-warnings.ts';
import { cutOffWarning } from './cut-off-warning.ts';
import { dayOrderWarnings, oddDayWarnings } from './date-warnings.ts';
import { missingBalances } from './missing-balances.ts';
import { rowWarnings } from './row-warnings.ts';
import { signWarnings } from './sign-warnings.ts';
import { totalWarnings } from './total-warnings.ts';

interface Reading {
  readonly report: RowsReport;
  readonly decisions: Decisions;
  readonly layout: FileLayout;
  /** Those to warn about. */
  readonly balances: readonly AccountBalance[];
  readonly side: Side;
  /** Whether the kind of run gives the direction of amounts that have neither sign nor mark. */
  readonly isDirectionGiven: boolean;
}

export function readingWarnings(read: Reading): string[] {
  const { report, decisions, layout, balances, side } = read;
  const warnings: string[] = [];
  const say = (sentence: string) => warnings.push(sentence);
  if (layout.headerLine === null) say('No line of titles was found; the columns were recognised by their values.');
  dayOrderWarnings(report, layout, say);
  amountWarnings(report, say);
  if (layout.encoding.includes('guess'))
    say('The encoding of the file is not known: texts that are not ASCII may be wrong; save it as UTF-8.');
  if (layout.encoding.includes('broken')) say('The file is UTF-8 with broken bytes; these were replaced.');
  oddDayWarnings(report, say);
  rowWarnings(report, say);
  cutOffWarning(report, say);
  missingBalances(report, say);
  if (decisions.reversed)
    say('The running balance falls by positive amounts; the sign of the amount column was turned round.');
  signWarnings(read, say);
  const { accounts, currencies } = report.columns;
  const { flowTitles } = report.layout.proposal;
  for (const sentence of missingPages(report.odd.pages, report.columns.bookingDay.subarray(0, report.columns.count)))
    say(sentence);
  balanceWarnings(balances, { side, flowTitles, accounts, currencies, pageGaps: report.stated.pageGaps }, say);
  totalWarnings(report, say);
  return warnings;
}

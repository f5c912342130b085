// The result of one pass over a file's rows, as plain data: judging, wording and finishing it need no reader.

import type { StatedBalance } from '../../../core/reading/proof/balance-proof.ts';
import type { SignsGiven } from '../../../core/reading/proof/balance-signs.ts';
import type { NumberedPage } from '../../../core/reading/proof/missing-pages.ts';
import type { RowColumns, Side, TextColumn } from '../../../core/records/rows/columns.ts';
import type { CashEffect } from '../columns/cash-effect.ts';
import type { Layout } from '../layout/table-layout.ts';
import type { ControlTotal, ReadSoFar } from '../odd/control-totals.ts';
import type { TotalsEntered } from '../odd/dated-totals.ts';
import type { PageGap } from '../odd/noted-balances.ts';
import type { PendingSection } from '../odd/pending-sections.ts';
import type { DoubtfulCurrency } from '../odd/stated-figures.ts';
import type { EnteredBalance } from '../odd/sum-rows.ts';
import type { StatedTotal } from '../odd/total-figures.ts';
import type { RowTally } from '../request/row-tally.ts';

/** A number of rows, and the line of the first. */
interface CountedRows {
  readonly rows: number;
  readonly firstLine: number;
}

export interface RowsReport {
  readonly side: Side;
  readonly layout: Layout;
  /** The entries, without fingerprints, and the running balance of each in minor units, NaN if it has none. */
  readonly columns: RowColumns;
  readonly running: Float64Array;
  /** Cells in the columns of the kind of run, in the order of the proposal. */
  readonly ofKind: readonly TextColumn[];
  readonly tally: RowTally;
  readonly pending: number;
  /** Whether no booking date shows the order of day and month; and the number of days that no month has. */
  readonly isDayOrderOpen: boolean;
  readonly clampedDays: number;
  readonly currency: {
    /** Currency of rows that name none. */
    readonly own: string;
    /** That currency, if only signs beside some amounts name it; else ''. */
    readonly bySigns: string;
    /** That currency, if only a code beside a label that is not known names it; else null. */
    readonly doubtful: DoubtfulCurrency | null;
    /** Index of the currency of rows whose cell is empty; -1 if there are none. */
    readonly unnamed: number;
    /** Amounts whose cells name another currency. */
    readonly others: CountedRows & { readonly codes: ReadonlySet<string> };
  };
  /** How a point before three digits was read that nothing decides; null if there is none. */
  readonly openPoint: 'thousands' | 'decimals' | null;
  readonly signs: Pick<CashEffect, 'signs' | 'marks' | 'bookkeeping' | 'creditSign'> & {
    /** Result of the running balance for rows without any other direction. */
    readonly given: SignsGiven | null;
  };
  /** The last row, if the file ends without a line end. */
  readonly unended: { readonly line: number; readonly cells: readonly string[] } | null;
  /** Identifiers that a spreadsheet damaged, with the first. */
  readonly damaged: CountedRows & { readonly first: string };
  /** Warnings about states that exclude rows, or are unknown. */
  readonly statesMet: readonly string[];
  readonly odd: {
    /** Texts of the lines above the header. */
    readonly above: readonly string[];
    readonly headings: readonly { readonly line: number; readonly text: string }[];
    readonly pages: readonly NumberedPage[];
    readonly continuations: CountedRows;
    /** Entries without a day that have the one above. */
    readonly undated: CountedRows;
    /** Rows with more cells than the header that were joined, and rows found inside a quoted text. */
    readonly joined: CountedRows;
    readonly swallowed: CountedRows;
    readonly sections: readonly PendingSection[];
    readonly enteredBalances: readonly EnteredBalance[];
    readonly enteredTotals: readonly TotalsEntered[];
  };
  /** The file's statements about itself. */
  readonly stated: {
    readonly balances: readonly StatedBalance[];
    /** Balances that end a page and are not those that begin the next. */
    readonly pageGaps: readonly PageGap[];
    readonly totals: readonly StatedTotal[];
    readonly controls: readonly ControlTotal[];
    /** Sums of all entries, with which the control totals are compared. */
    readonly all: Omit<ReadSoFar, 'others'>;
  };
}

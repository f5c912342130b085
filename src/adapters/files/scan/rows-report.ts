// The result of one pass over a file's rows, as plain data: judging, wording and finishing it need no reader, and a
// format that reads rows in another way can make the same.

import type { StatedBalance } from '../../../core/reading/proof/balance-proof.ts';
import type { SignsGiven } from '../../../core/reading/proof/balance-signs.ts';
import type { RowColumns, Side, TextColumn } from '../../../core/records/rows/columns.ts';
import type { CashEffect } from '../columns/cash-effect.ts';
import type { Layout } from '../layout/table-layout.ts';
import type { ControlTotal, ReadSoFar } from '../odd/control-totals.ts';
import type { TotalsEntered } from '../odd/dated-totals.ts';
import type { PendingSection } from '../odd/pending-sections.ts';
import type { EnteredBalance } from '../odd/sum-rows.ts';
import type { StatedTotal } from '../odd/total-figures.ts';
import type { RowTally } from '../request/row-tally.ts';

/** Rows of a kind, and the line of the first. */
export interface Met {
  readonly rows: number;
  readonly firstLine: number;
}

export interface RowsReport {
  readonly side: Side;
  readonly layout: Layout;
  /** The entries, without fingerprints, and the running balance of each in minor units, NaN where it has none. */
  readonly columns: RowColumns;
  readonly running: Float64Array;
  /** Cells of the columns of the kind, in the order of the proposal's. */
  readonly ofKind: readonly TextColumn[];
  readonly tally: RowTally;
  readonly pending: number;
  /** No value of the booking dates says which order day and month have; days that no month has. */
  readonly isDayOrderOpen: boolean;
  readonly clampedDays: number;
  readonly currency: {
    /** That of rows that name none. */
    readonly own: string;
    /** That currency, where only the signs beside some amounts name it; '' elsewhere. */
    readonly bySigns: string;
    /** Index of the currency that rows have only because their cell is empty; -1 where there is none. */
    readonly unnamed: number;
    /** Amounts whose cells name another. */
    readonly others: Met & { readonly codes: ReadonlySet<string> };
  };
  /** How a point before three digits was read that nothing decides; null where there is none. */
  readonly openPoint: 'thousands' | 'decimals' | null;
  readonly signs: Pick<CashEffect, 'signs' | 'marks' | 'bookkeeping' | 'creditWay'> & {
    /** Results of the running balance for rows whose direction nothing else tells. */
    readonly given: SignsGiven | null;
  };
  /** The last row, where the file ends without a line end behind it. */
  readonly unended: { readonly line: number; readonly cells: readonly string[] } | null;
  /** Identifiers that a spreadsheet damaged, and the first of them. */
  readonly damaged: Met & { readonly first: string };
  /** Warnings about states that keep rows out, or are unknown. */
  readonly statesMet: readonly string[];
  readonly odd: {
    /** Lines above the header, in words. */
    readonly above: readonly string[];
    readonly headings: readonly { readonly line: number; readonly text: string }[];
    readonly continuations: Met;
    /** Rows with more cells than the header that were joined, and rows within the quotes of a text. */
    readonly joined: Met;
    readonly swallowed: Met;
    readonly sections: readonly PendingSection[];
    readonly enteredBalances: readonly EnteredBalance[];
    readonly enteredTotals: readonly TotalsEntered[];
  };
  /** What the file states of itself. */
  readonly stated: {
    readonly balances: readonly StatedBalance[];
    readonly totals: readonly StatedTotal[];
    readonly controls: readonly ControlTotal[];
    /** Sums of all entries, which the controls are compared with. */
    readonly all: Omit<ReadSoFar, 'others'>;
  };
}

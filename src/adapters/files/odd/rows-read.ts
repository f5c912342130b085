// The part of a reading that rows other than plain entries need: how they are recognised, and where they go. RowReader
// (../scan/read-rows.ts) implements it.

import type { EntryState } from '../../../core/reading/cells/entry-states.ts';
import type { Side } from '../../../core/records/rows/columns.ts';
import type { CashEffect } from '../columns/cash-effect.ts';
import type { ColumnBuilder } from '../columns/column-builder.ts';
import type { RowLabels } from '../columns/row-labels.ts';
import type { Decisions } from '../layout/decisions.ts';
import type { Layout } from '../layout/table-layout.ts';
import type { Rejected, RowCounts } from '../request/row-tally.ts';
import type { Rows } from '../rows/rows.ts';

export interface RowsRead {
  readonly layout: Layout;
  readonly decisions: Decisions;
  readonly side: Side;
  readonly file: string;
  readonly builder: ColumnBuilder;
  readonly counts: RowCounts;
  readonly rejected: readonly Rejected[];
  readonly labels: RowLabels;
  readonly cash: CashEffect;
  stateOf(rows: Rows): EntryState;
  /** Takes the row as an entry of that day; NO_DAY for a pending one without a day. */
  entry(rows: Rows, day: number): void;
  /** Removes the row as one that was never booked. */
  setAside(rows: Rows): void;
  /** Removes the row on this line as one that is no entry. */
  setLineAside(line: number, reason: string): void;
  reject(rows: Rows, reason: string): void;
  rejectLine(line: number, reason: string): void;
}

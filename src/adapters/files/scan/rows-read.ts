// What the rows that are no plain entries are told by, and where they go: the reading that they are part of, as those
// who decide on them see it (odd/, container/cut-cells.ts). RowReader, which owns them, is one.

import type { EntryState } from '../../../core/reading/cells/entry-states.ts';
import type { Side } from '../../../core/records/rows/columns.ts';
import type { DelimitedRows } from '../container/delimited-rows.ts';
import type { Decisions } from '../layout/decisions.ts';
import type { Layout } from '../layout/detect-layout.ts';
import type { CashEffect } from './cash-effect.ts';
import type { ColumnBuilder } from './column-builder.ts';
import type { Rejected, RowCounts } from './row-counts.ts';
import type { RowLabels } from './row-labels.ts';

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
  stateOf(rows: DelimitedRows): EntryState;
  /** Takes the row as an entry of that day, NO_DAY for a pending one without. */
  entry(rows: DelimitedRows, day: number): void;
  /** Takes the row out as one that was never booked. */
  setAside(rows: DelimitedRows): void;
  reject(rows: DelimitedRows, reason: string): void;
  rejectLine(line: number, reason: string): void;
}

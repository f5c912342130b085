// A stored summary. Rows never change; the latest counts.

import type { JsonObject } from './json.ts';

export interface SummaryRow {
  /** From 1 in each session. */
  readonly recalculationCount: number;
  /** The run or operation that made it; one row for each. */
  readonly cause: string;
  readonly createdAt: number;
  readonly summary: JsonObject;
}

// A summary as it is stored. Rows are never changed; the latest counts.

import type { JsonObject } from './json.ts';

export interface SummaryRow {
  /** 1 for the first of its session. */
  readonly recalculationCount: number;
  /** The run or operation that made it; one row for each. */
  readonly cause: string;
  readonly createdAt: number;
  readonly summary: JsonObject;
}

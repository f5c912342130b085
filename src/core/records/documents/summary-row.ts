// A summary as it is stored: never changed, one row after another, the latest counts.

import type { JsonObject } from './json.ts';

export interface SummaryRow {
  /** 1 for the first of its session. */
  readonly recalculationCount: number;
  /** What made it, once for each: a run or an operation. */
  readonly cause: string;
  readonly createdAt: number;
  readonly summary: JsonObject;
}

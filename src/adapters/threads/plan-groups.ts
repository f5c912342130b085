// Plans the groups of a run for storing, and how they are cut into blocks. It runs in a compute thread, while the
// calling thread classifies the same outcome.

import { BLOCK_ROWS } from '../../core/limits.ts';
import { groupColumns, planGroupBlocks } from '../../core/matching/outcome/group-columns.ts';
import type { MatchOutcome } from '../../core/matching/outcome/outcome.ts';
import type { GroupAmount, GroupColumns } from '../../core/records/groups/groups.ts';
import type { RowColumns, Side } from '../../core/records/rows/columns.ts';
import { positionsOf } from '../../core/records/rows/positions.ts';
import type { Range } from '../../core/records/rows/range.ts';

export interface MatchedRun {
  readonly outcome: MatchOutcome;
  readonly columns: Readonly<Record<Side, RowColumns>>;
  /** The ingestion of each file of a side. */
  readonly ids: Readonly<Record<Side, readonly string[]>>;
}

export interface GroupBlockPlan {
  readonly range: Range;
  readonly amounts: readonly GroupAmount[];
}

export interface PlannedGroups {
  readonly groups: GroupColumns;
  readonly plan: readonly GroupBlockPlan[];
}

export function planGroups({ outcome, columns, ids }: MatchedRun): PlannedGroups {
  const groups = groupColumns(outcome, positionsOf(columns, ids), columns);
  return { groups, plan: planGroupBlocks(outcome, { groups, columns, most: BLOCK_ROWS }) };
}

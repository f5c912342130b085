// What a compute thread can be asked, by name. Values cross by structured cloning: columns lie on shared memory and are
// not copied.

import type { AccountRows } from '../../core/matching/account.ts';
import { accountOutcome } from '../../core/matching/account-outcome.ts';
import { CALIBRATION } from '../../core/matching/calibration.ts';
import { matchAccount } from '../../core/matching/match-account.ts';
import type { MatchOutcome } from '../../core/matching/outcome.ts';
import type { MatchParameters } from '../../core/matching/parameters.ts';
import type { RowColumns } from '../../core/records/columns.ts';
import type { GroupColumns, PackedGroupBlock } from '../../core/records/groups.ts';
import type { Range } from '../../core/records/range.ts';
import type { PackedRowBlock, PartialPackedRowBlock } from '../../core/records/row-block.ts';
import type { FileRequest, GroupBlockPlan, Progress, StatementFile } from '../../ports/compute.ts';
import { packGroupBlock, unpackGroupBlocks } from '../block-packing/group-blocks.ts';
import { packRowBlock, unpackRowBlocks } from '../block-packing/row-blocks.ts';
import { readStatementFile } from '../files/read-statement.ts';

export interface AccountTask {
  readonly gl: RowColumns;
  readonly bank: RowColumns;
  readonly rows: AccountRows;
  readonly parameters: MatchParameters;
}

export const TASKS = {
  readFile: (request: FileRequest, progress: Progress): StatementFile => readStatementFile({ ...request, progress }),
  matchAccount: (task: AccountTask): MatchOutcome =>
    accountOutcome(matchAccount({ ...task, calibration: CALIBRATION }), task.gl),
  packRows: ({ columns, ranges }: { columns: RowColumns; ranges: readonly Range[] }): PackedRowBlock[] =>
    ranges.map((range) => packRowBlock(columns, range)),
  unpackRows: (blocks: readonly PartialPackedRowBlock[]): RowColumns => unpackRowBlocks(blocks),
  packGroups: ({ groups, plan }: { groups: GroupColumns; plan: readonly GroupBlockPlan[] }): PackedGroupBlock[] =>
    plan.map((block) => packGroupBlock(groups, block)),
  unpackGroups: (blocks: readonly PackedGroupBlock[]): GroupColumns => unpackGroupBlocks(blocks),
};

export type TaskName = keyof typeof TASKS;
export type TaskInput<N extends TaskName> = Parameters<(typeof TASKS)[N]>[0];
export type TaskOutput<N extends TaskName> = ReturnType<(typeof TASKS)[N]>;

/** To the thread. */
export interface TaskMessage {
  readonly id: number;
  readonly name: TaskName;
  readonly input: unknown;
}

/** From the thread. */
export type TaskAnswer =
  | { readonly id: number; readonly progress: readonly [number, number] }
  | { readonly id: number; readonly output: unknown }
  | { readonly id: number; readonly failure: import('../../core/errors.ts').ErrorRecord };

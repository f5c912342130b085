// The tasks of a compute thread, by name. Values are passed by structured cloning; columns are shared memory and not
// copied. A task loads its modules at its first request, so a thread that only reads a file does not load the matching.

import type { StoredOpenRows } from '../../core/classification/open-block.ts';
import type { MappingSuggestion, SuggestionTerms } from '../../core/mapping/suggest-mapping.ts';
import type { AccountColumns, AccountRows } from '../../core/matching/account-source.ts';
import type { HoldingsToMatch } from '../../core/matching/holdings/match-holdings.ts';
import type { MatchOutcome } from '../../core/matching/outcome/outcome.ts';
import type { PackedRowBlock, PartialPackedRowBlock } from '../../core/records/blocks/row-block.ts';
import type { GroupColumns, PackedGroupBlock } from '../../core/records/groups/groups.ts';
import type { RowColumns } from '../../core/records/rows/columns.ts';
import type { Range } from '../../core/records/rows/range.ts';
import type {
  Compute,
  DescribedFiles,
  FileRequest,
  FileToDescribe,
  FileToInspect,
  InspectedFile,
  Progress,
  StatementFile,
  ToldFile,
  WindowFound,
} from '../../ports/compute.ts';
import type { AccountTask } from './account-task.ts';
import type { GroupBlockPlan, MatchedRun, PlannedGroups } from './plan-groups.ts';

const reading = () => import('../files/read-statement.ts');
const readingHoldings = () => import('../files/read-holdings.ts');
const matching = () => import('./match-task.ts');
const atSight = () => import('../../core/matching/tiers/at-sight.ts');
const matchingHoldings = () => import('../../core/matching/holdings/match-holdings.ts');
const byKeys = () => import('../../core/kinds/commercial.ts');
const rowBlocks = () => import('../block-packing/row-blocks.ts');
const planning = () => import('./plan-groups.ts');
const describing = () => import('../files/describe-files.ts');
const telling = () => import('../files/tell-file.ts');
const inspecting = () => import('../files/inspect-for-answer.ts');
const suggesting = () => import('../../core/mapping/suggest-mapping.ts');
const outcome = () => import('../block-packing/outcome.ts');
const groupBlocks = () => import('../block-packing/group-blocks.ts');

export const TASKS = {
  async getReady(_: null): Promise<void> {
    await reading();
  },
  async readFile(request: FileRequest, progress: Progress): Promise<StatementFile> {
    if (request.shape === 'holdings') return (await readingHoldings()).readHoldingsFile({ ...request, progress });
    return (await reading()).readStatementFile({ ...request, progress });
  },
  async matchAccount(task: AccountTask): Promise<MatchOutcome> {
    return (await matching()).matchTask(task);
  },
  async pairsAtSight(account: AccountColumns): Promise<AccountRows> {
    return (await atSight()).pairsAtSight(account);
  },
  async matchHoldings(session: HoldingsToMatch): Promise<MatchOutcome> {
    return (await matchingHoldings()).matchHoldings(session);
  },
  async matchByKeys(session: Parameters<Compute['matchByKeys']>[0]): Promise<MatchOutcome> {
    return (await byKeys()).matchByKeys(session);
  },
  async packRows({ columns, ranges }: { columns: RowColumns; ranges: readonly Range[] }): Promise<PackedRowBlock[]> {
    const { packRowBlock } = await rowBlocks();
    return ranges.map((range) => packRowBlock(columns, range));
  },
  async unpackRows(blocks: readonly PartialPackedRowBlock[]): Promise<RowColumns> {
    return (await rowBlocks()).unpackRowBlocks(blocks);
  },
  async planGroups(run: MatchedRun): Promise<PlannedGroups> {
    return (await planning()).planGroups(run);
  },
  async packGroups({
    groups,
    plan,
  }: {
    groups: GroupColumns;
    plan: readonly GroupBlockPlan[];
  }): Promise<PackedGroupBlock[]> {
    const { packGroupBlock } = await groupBlocks();
    return plan.map((block) => packGroupBlock(groups, block));
  },
  async unpackGroups(blocks: readonly PackedGroupBlock[]): Promise<GroupColumns> {
    return (await groupBlocks()).unpackGroupBlocks(blocks);
  },
  async packOpenRows(open: StoredOpenRows): Promise<PackedGroupBlock[]> {
    return (await groupBlocks()).packOpenRows(open);
  },
  async unpackOpenRows(blocks: readonly PackedGroupBlock[]): Promise<StoredOpenRows> {
    return (await groupBlocks()).unpackOpenRows(blocks);
  },
  async packOutcome(of: WindowFound): Promise<Uint8Array[]> {
    return (await outcome()).packOutcome(of);
  },
  async unpackOutcome(pieces: readonly Uint8Array[]): Promise<WindowFound> {
    return (await outcome()).unpackOutcome(pieces);
  },
  async tellFile(file: { readonly path: string; readonly name: string }): Promise<ToldFile> {
    return (await telling()).tellFile(file);
  },
  async describeFiles(files: readonly FileToDescribe[]): Promise<DescribedFiles> {
    return (await describing()).describeFiles(files);
  },
  async inspectFile(file: FileToInspect): Promise<InspectedFile> {
    return (await inspecting()).inspectForAnswer(file);
  },
  async suggestMapping(terms: SuggestionTerms): Promise<MappingSuggestion> {
    return (await suggesting()).suggestMapping(terms);
  },
};

export type TaskName = keyof typeof TASKS;
export type TaskInput<N extends TaskName> = Parameters<(typeof TASKS)[N]>[0];
export type TaskOutput<N extends TaskName> = Awaited<ReturnType<(typeof TASKS)[N]>>;

/** A message to the thread. */
export interface TaskMessage {
  readonly id: number;
  readonly name: TaskName;
  readonly input: unknown;
}

/** A message from the thread. */
export type TaskAnswer =
  | { readonly id: number; readonly progress: readonly [number, number] }
  | { readonly id: number; readonly output: unknown }
  | { readonly id: number; readonly failure: import('../../core/errors.ts').ErrorRecord };

// Match groups of a run as columns: which rows belong together, by which tier, and the explanation. A row is named by
// its position, the ingestion and its ordinal, which finds it without an index. Ordinals count the rows of an ingestion
// from 0 in the order of its blocks.

import type { Range } from '../rows/range.ts';

/** Tier of a match by hand; only in late groups. */
export const TIER_MANUAL = 0;

/** Tier of an original and its reversal on one side. */
export const TIER_REVERSAL = 10;

/** Tier of a block of the run's open rows (core/classification/open-block.ts); only in headers. */
export const TIER_OPEN = 11;

/** First word of a position that names no row. */
export const NO_POSITION = 0xffffffff;

/** textScore and runnerUpGap of groups that were not decided by score. */
export const NO_SCORE = -1;

/** Rows of one side: group g has rows offsets[g] <= k < offsets[g + 1]. */
export interface GroupMembers {
  /** Length groups + 1. */
  readonly offsets: Uint32Array;
  /** Two words for each row: index into ingestions, ordinal. */
  readonly positions: Uint32Array;
}

/**
 * Names of the evidence of a group, 16 bits each. probability, runnerUpProbability and nobodyProbability are
 * ten-thousandths, 0 if evidence did not decide. textEvidence, dayEvidence and amountEvidence are sixteenths of a bit.
 * wordsInCommon is a number of words, rarestWordRows the number of rows with the rarest of them, dayShare the
 * percentage of clear pairs that are as many days apart. Blocks store these names: new ones go to the end, and none
 * changes its meaning.
 */
export const WEIGHED_COLUMNS = [
  'probability',
  'runnerUpProbability',
  'nobodyProbability',
  'textEvidence',
  'dayEvidence',
  'amountEvidence',
  'wordsInCommon',
  'rarestWordRows',
  'dayShare',
] as const;
export type WeighedColumn = (typeof WEIGHED_COLUMNS)[number];

/** A missing column is all zeros. */
export type WeighedColumns = Readonly<Partial<Record<WeighedColumn, Int16Array>>>;

/** The names of columns that any of the parts has. */
export const weighedNames = (parts: readonly WeighedColumns[]): readonly WeighedColumn[] =>
  WEIGHED_COLUMNS.filter((name) => parts.some((part) => part[name] !== undefined));

/** The evidence of group g. */
export const weighedAt = (weighed: WeighedColumns, g: number): Partial<Record<WeighedColumn, number>> =>
  Object.fromEntries(weighedNames([weighed]).map((name) => [name, weighed[name]![g]!]));

/** Groups in canonical order, tier by tier, which is the order of lists of matches. */
export interface GroupColumns {
  readonly count: number;
  /** 1 to 9, or TIER_REVERSAL. */
  readonly tier: Uint8Array;
  /** In hundredths. */
  readonly confidence: Uint8Array;
  /** Sum of ledger amounts minus sum of bank amounts, signed minor units. */
  readonly difference: Float64Array;
  /** Bank date minus ledger date, by the nearer of booking and value date. */
  readonly days: Int32Array;
  /** 0 to 10,000; negative if texts were not compared (matching/tiers/pair-list.ts). */
  readonly textScore: Int16Array;
  /** A FEE_ value (fee-basis.ts). */
  readonly feeBasis: Uint8Array;
  /** 1 if the rows carry the same key. */
  readonly byKey: Uint8Array;
  /** Position of the second best bank row, two words for each group; NO_POSITION twice if there is none. */
  readonly runnerUp: Uint32Array;
  /** Difference between the best score and the runner-up's, or NO_SCORE. */
  readonly runnerUpGap: Int32Array;
  readonly gl: GroupMembers;
  readonly bank: GroupMembers;
  /** Number of earlier groups of this tier with rows of equal content; part of the group's id (group-ids.ts). */
  readonly twin: Uint32Array;
  readonly weighed: WeighedColumns;
  /** Ids to which positions refer. */
  readonly ingestions: readonly string[];
}

/** Sums of the groups of a block in one currency; signed cash effect. */
export interface GroupAmount {
  readonly currency: string;
  readonly glAmountMinor: bigint;
  readonly bankAmountMinor: bigint;
}

/**
 * The format of written blocks. It increases when an older reader would misread them; a new column needs none, because
 * the header names it. The first format has no `format`.
 */
export const GROUP_BLOCK_FORMAT = 2;

export interface GroupBlockHeader {
  readonly format?: number;
  /** Names of the evidence columns, in order; absent in the first format. */
  readonly weighed?: readonly string[];
  readonly tier: number;
  readonly groups: number;
  readonly glRows: number;
  readonly bankRows: number;
  /** In hundredths. */
  readonly leastConfidence: number;
  readonly greatestConfidence: number;
  readonly amounts: readonly GroupAmount[];
  /** Ids to which the block's positions refer. */
  readonly ingestions: readonly string[];
  /** In the first block of open rows: late groups whose copies the run left out; absent if there are none. */
  readonly leftOut?: readonly string[];
  /** In the first block of open rows: late groups that the run made void; absent if there are none. */
  readonly lost?: readonly string[];
  /** In the first block of open rows: sessions whose runs matched rows that the run left out; absent if there are none. */
  readonly leansOn?: readonly string[];
}

/** A block that is encoded and not compressed. */
export interface GroupBlock {
  readonly header: GroupBlockHeader;
  readonly content: Uint8Array;
}

/** A stored block. */
export interface PackedGroupBlock {
  readonly header: GroupBlockHeader;
  readonly packed: Uint8Array;
}

/** Cuts groups in canonical order into ranges of one tier and at most `most` groups. */
export function groupBlockRanges(tier: Uint8Array, most: number): Range[] {
  const ranges: Range[] = [];
  for (let from = 0, to = 0; from < tier.length; from = to) {
    while (to < tier.length && to - from < most && tier[to] === tier[from]) to++;
    ranges.push({ from, to });
  }
  return ranges;
}

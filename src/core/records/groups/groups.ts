// Match groups that a run made, column by column: which rows belong together, by which tier, and what is kept to
// explain it. A row is named by its position, the ingestion and the ordinal within it, which finds it without an
// index. Ordinals count the rows of an ingestion from 0 in the order in which its blocks hold them.

import type { Range } from '../rows/range.ts';

/** The tier column's value for an original and its reversal on one side. */
export const TIER_REVERSAL = 10;

/** Only in headers: a block of the run's open rows (core/classification/open-block.ts). */
export const TIER_OPEN = 11;

/** First word of a position that names no row. */
export const NO_POSITION = 0xffffffff;

/** Value of textScore and runnerUpGap of groups that were not decided by score. */
export const NO_SCORE = -1;

/** Rows of one side, group by group: group g has rows offsets[g] <= k < offsets[g + 1]. */
export interface GroupMembers {
  /** Length groups + 1. */
  readonly offsets: Uint32Array;
  /** Two words a row: index into ingestions, ordinal. */
  readonly positions: Uint32Array;
}

/**
 * The evidence of a group, by name, 16 bits each. probability, runnerUpProbability and nobodyProbability in
 * ten-thousandths, 0 where evidence did not decide; textEvidence, dayEvidence and amountEvidence in sixteenths of a
 * bit; wordsInCommon a number of words, rarestWordRows how many rows carry the rarest of them, dayShare how many in a
 * hundred clear pairs lie so many days apart. A name is added at the end, and one that was stored keeps its meaning
 * (blocks name the columns that they hold).
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

/** A missing column means zeros. */
export type WeighedColumns = Readonly<Partial<Record<WeighedColumn, Int16Array>>>;

/** The columns that any of the parts has. */
export const weighedNames = (parts: readonly WeighedColumns[]): readonly WeighedColumn[] =>
  WEIGHED_COLUMNS.filter((name) => parts.some((part) => part[name] !== undefined));

/** The evidence of group g. */
export const weighedAt = (weighed: WeighedColumns, g: number): Partial<Record<WeighedColumn, number>> =>
  Object.fromEntries(weighedNames([weighed]).map((name) => [name, weighed[name]![g]!]));

/** Groups in canonical order, tier by tier: the order in which matches are listed. */
export interface GroupColumns {
  readonly count: number;
  /** 1 to 9, or TIER_REVERSAL. */
  readonly tier: Uint8Array;
  /** In hundredths. */
  readonly confidence: Uint8Array;
  /** Sum of the GL amounts - sum of the bank amounts, signed minor units. */
  readonly difference: Float64Array;
  /** Bank date - GL date, the nearer of booking and value date. */
  readonly days: Int32Array;
  /** 0 to 10,000; below 0 where texts were not compared (matching/tiers/pair-list.ts says why). */
  readonly textScore: Int16Array;
  /** FEE_* (records/groups/fee-basis.ts). */
  readonly feeBasis: Uint8Array;
  /** 1 when the rows carry the same key. */
  readonly byKey: Uint8Array;
  /** Position of the bank row that came second, two words a group; NO_POSITION twice when there is none. */
  readonly runnerUp: Uint32Array;
  /** The runner-up's score behind the best one's, or NO_SCORE. */
  readonly runnerUpGap: Int32Array;
  readonly gl: GroupMembers;
  readonly bank: GroupMembers;
  /** How many groups of its kind before it have rows of the same content: a part of its id (group-ids.ts). */
  readonly twin: Uint32Array;
  readonly weighed: WeighedColumns;
  /** Ids that positions refer to. */
  readonly ingestions: readonly string[];
}

/** Groups of one currency in a block; sums of the signed cash effect. */
export interface GroupAmount {
  readonly currency: string;
  readonly glAmountMinor: bigint;
  readonly bankAmountMinor: bigint;
}

/**
 * The format that blocks are written in. It goes up when an older reader would misread what a newer one writes; a
 * further column needs no new one, for the header names it. Blocks before the second have no `format`.
 */
export const GROUP_BLOCK_FORMAT = 2;

export interface GroupBlockHeader {
  readonly format?: number;
  /** The evidence columns that the block holds, in order; absent in the first format. */
  readonly weighed?: readonly string[];
  readonly tier: number;
  readonly groups: number;
  readonly glRows: number;
  readonly bankRows: number;
  /** Least and greatest confidence, in hundredths. */
  readonly leastConfidence: number;
  readonly greatestConfidence: number;
  readonly amounts: readonly GroupAmount[];
  /** The ids that the block's own positions refer to. */
  readonly ingestions: readonly string[];
  /** In the first block of open rows: the late groups for whose rows the run left out its copies; absent for none. */
  readonly leftOut?: readonly string[];
}

/** Encoded, not compressed. */
export interface GroupBlock {
  readonly header: GroupBlockHeader;
  readonly content: Uint8Array;
}

/** As it is stored. */
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

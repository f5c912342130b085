// The outcome of matching a session, as typed arrays on shared memory: the groups, the netted reversals, and the
// findings about each open row. Row numbers index the side's RowColumns. Everything is in canonical order, so that the
// same rows give the same bytes whatever their order was.

import type { WeighedColumns } from '../../records/groups/groups.ts';
import type { Side } from '../../records/rows/columns.ts';

/** Tier numbers and their confidence in hundredths; the accuracy benchmark holds them true. */
export const CONFIDENCE: Readonly<Record<number, number>> = {
  1: 100,
  2: 95,
  3: 90,
  4: 80,
  5: 75,
  6: 60,
  7: 85,
  8: 70,
  9: 50,
};

/** The last tier; lists go from tier 1 to it. */
export const LAST_TIER = 9;

/** The rows of one side, group by group, in canonical order within a group. */
export interface RowMembers {
  readonly rows: Uint32Array;
  /** Group g has rows offsets[g] <= k < offsets[g + 1]; null where every group has one row, which is rows[g]. */
  readonly offsets: Uint32Array | null;
}

/**
 * Groups of both sides, tier by tier, within a tier in the canonical order of their first ledger rows. A group has one
 * row of each side at least, and is nearly always one to one: a session whose groups all are pays for no offsets.
 */
export interface MatchGroups {
  readonly count: number;
  readonly gl: RowMembers;
  readonly bank: RowMembers;
  readonly tier: Uint8Array;
  /** Sum of the GL amounts - sum of the bank amounts, signed minor units. */
  readonly difference: Float64Array;
  /** Bank date - GL date, the nearer of booking and value date. */
  readonly days: Int32Array;
  /** 0 to 10,000; REFERENCE_ALONE, KEY_ALONE or SUM_ALONE (pair-list.ts) where texts were not compared. */
  readonly textScore: Int16Array;
  readonly feeBasis: Uint8Array;
  /** Bank row of the GL row's second best candidate when the pair was decided by score (tiers 3 and 5), or -1. */
  readonly runnerUp: Int32Array;
  /** The runner-up's score behind the best one's, or -1. */
  readonly runnerUpGap: Int32Array;
  /** The evidence of each group, by column; no columns if no group was judged by evidence. */
  readonly weighed: WeighedColumns;
}

/** An original and its reversal on one side, netted. */
export interface Reversals {
  readonly count: number;
  readonly original: Uint32Array;
  readonly reversal: Uint32Array;
  /** 1 when both carry the same key, 0 when a marker and the text linked them. */
  readonly byKey: Uint8Array;
  /** The evidence of each reversal; no columns if none was judged by evidence. */
  readonly weighed: WeighedColumns;
}

/** Facts about an open row, as bits. */
export const FACT_KEY = 1; // it carries a key (not null, no placeholder, not too common)
export const FACT_KEY_LINKED = 2; // the other side carries the key too, matched rows included
export const FACT_KEY_OPEN_ELSEWHERE = 4; // an open row of the other side carries the key
export const FACT_REVERSAL_MARKER = 8; // REVERSAL, RVSL, VOID ... stands in its text
export const FACT_AMOUNT_CANDIDATE = 16; // an open row of the other side has its amount (or one within tolerance) in the window
export const FACT_AMOUNT_OPEN = 64; // an open row of the other side has its amount in the window, whatever references say (open-amounts.ts)
// The FACT_HOLDER_* bits say which rows of the other side carry a linked key (key-holders.ts).
export const FACT_HOLDER_OPEN = 128; // an open row carries it
export const FACT_HOLDER_MATCHED = 256; // a matched row carries it
export const FACT_HOLDER_NETTED = 512; // a netted row carries it
export const FACT_HOLDER_CUT = 1024; // keyHolder or the row itself carries only a cut form of the key
export const FACT_SEVERAL_SUMS = 2048; // rows of the other side add up to it, in more than one way
export const FACT_SEVERAL_SETTLED = 4096; // another row than chargebackOf could be meant too

export interface OpenRows {
  readonly count: number;
  readonly row: Uint32Array;
  /** FACT_* bits. */
  readonly facts: Uint16Array;
  /** A matched row of the same side with the same key and amount, or -1. */
  readonly duplicateOf: Int32Array;
  /** A row of the other side that carries its key: open before netted before matched; -1 none or not known. */
  readonly keyHolder: Int32Array;
  /** The open row of the other side that has its amount in the window; -1 where none or more than one has. */
  readonly amountHolder: Int32Array;
  // Partners are open rows of the other side, one to one; -1: none.
  /** Same key, another currency. */
  readonly currencyPartner: Int32Array;
  /** Same key and amount, opposite sign. */
  readonly directionPartner: Int32Array;
  /** Same key, currency and sign; the difference exceeds the tolerance and is no fee. */
  readonly amountPartner: Int32Array;
  /** Same key and agreeing amount, or exact amount and strong text, outside of the window. */
  readonly datePartner: Int32Array;
  /** 1 when datePartner was found by the key, 0 by amount and text. */
  readonly datePartnerByKey: Uint8Array;
  /** Rows with the same number (over both sides) are one ambiguity; -1 none. */
  readonly ambiguity: Int32Array;
  /** Rows with the same number (over both sides) carry one reference and come to different sums; -1 none. */
  readonly batch: Int32Array;
  /** Rows with the same number (over both sides) must be decided together (classification/undecided.ts); -1 none. */
  readonly undecided: Int32Array;
  // Only kinds with identifiers of their own (keyed-open-rows.ts) fill the next columns; -1: nothing was found.
  /** Partner of the same key and amount; one of the two failed. */
  readonly statusPartner: Int32Array;
  /** Partner of the same settlement session that pays another account. */
  readonly accountPartner: Int32Array;
  /** Partner of the same key; the machine paid out another amount or none. */
  readonly dispensePartner: Int32Array;
  /** The amount that dispensePartner's machine paid out too little, minor units. */
  readonly shortDispense: Float64Array;
  /** The amount of the tariff for a line that looks like a fee, minor units without a sign. */
  readonly expectedFee: Float64Array;
  /** The settled row of the same side that a chargeback takes back. */
  readonly chargebackOf: Int32Array;
}

export interface MatchOutcome {
  readonly groups: MatchGroups;
  readonly reversals: Readonly<Record<Side, Reversals>>;
  readonly open: Readonly<Record<Side, OpenRows>>;
  /** Bounds that were reached, in words, sorted; empty in an ordinary month. */
  readonly notes: readonly string[];
}

// What matching says of a session, as typed arrays on shared memory: the groups it made, the reversals it netted,
// and what it found out about each row that stays open. Row numbers index the side's RowColumns.
// Everything is in canonical order, so that the same rows give the same bytes whatever their order was.

import type { WeighedColumns } from '../../records/groups/groups.ts';
import type { Side } from '../../records/rows/columns.ts';

/** Tier numbers and their confidence in hundredths (design/matching.md); the accuracy benchmark holds them true. */
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
  /** What evidence says of each group, by column; no columns where no group was judged by evidence. */
  readonly weighed: WeighedColumns;
}

/** An original and its reversal on one side, netted. */
export interface Reversals {
  readonly count: number;
  readonly original: Uint32Array;
  readonly reversal: Uint32Array;
  /** 1 when both carry the same key, 0 when a marker and the text linked them. */
  readonly byKey: Uint8Array;
  /** What evidence says of each; no columns where none was judged by it. */
  readonly weighed: WeighedColumns;
}

/** What is known of an open row. */
export const FACT_KEY = 1; // it carries a key (not null, no placeholder, not too common)
export const FACT_KEY_LINKED = 2; // the other side carries the key too, matched rows included
export const FACT_KEY_OPEN_ELSEWHERE = 4; // an open row of the other side carries the key
export const FACT_REVERSAL_MARKER = 8; // REVERSAL, RVSL, VOID ... stands in its text
export const FACT_AMOUNT_CANDIDATE = 16; // an open row of the other side has its amount (or one within tolerance) in the window
export const FACT_AMOUNT_OPEN = 64; // the same whatever references say, and however many there are (open-amounts.ts)
// What carries a linked key on the other side (key-holders.ts):
export const FACT_HOLDER_OPEN = 128; // an open row
export const FACT_HOLDER_MATCHED = 256; // a matched one
export const FACT_HOLDER_NETTED = 512; // one that is netted against another of its side
export const FACT_HOLDER_CUT = 1024; // of keyHolder: one of the two carries a cut form of what the other does
export const FACT_SEVERAL_SUMS = 2048; // rows of the other side add up to it, in more than one way
export const FACT_SEVERAL_SETTLED = 4096; // of chargebackOf: another settled row could be meant as well

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
  /** Open rows of the other side, one to one, or -1: same key and another currency; */
  readonly currencyPartner: Int32Array;
  /** same key and amount, opposite sign; */
  readonly directionPartner: Int32Array;
  /** same key, currency and sign, a difference beyond tolerance and no fee; */
  readonly amountPartner: Int32Array;
  /** same key and agreeing amount, or exact amount and strong text, outside of the window. */
  readonly datePartner: Int32Array;
  /** 1 when datePartner was found by the key, 0 by amount and text. */
  readonly datePartnerByKey: Uint8Array;
  /** Rows with the same number (over both sides) are one ambiguity; -1 none. */
  readonly ambiguity: Int32Array;
  // What only kinds with identifiers of their own find out (matching/by-keys); -1 where nothing was found.
  /** Open rows of the other side: same key and amount, and one of the two failed; */
  readonly statusPartner: Int32Array;
  /** same settlement session and another account that is paid; */
  readonly accountPartner: Int32Array;
  /** same key, and the machine paid out another amount or none. */
  readonly dispensePartner: Int32Array;
  /** How much less it paid out, minor units. */
  readonly shortDispense: Float64Array;
  /** What a line that looks like a fee should be by the tariff, minor units without a sign. */
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

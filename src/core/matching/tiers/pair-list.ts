// The pairs made so far in one account, as columns. Rows are local; account-outcome.ts turns them into the side's.

import type { WeighedColumn } from '../../records/groups/groups.ts';

/** Text score of pairs settled at sight: the reference fields decided, texts were not compared. */
export const REFERENCE_ALONE = -1;
/** Text score of pairs settled at a glance: a key that one row a side carries decided. */
export const KEY_ALONE = -2;
/** Text score of groups that were made because their rows add up. */
export const SUM_ALONE = -3;

/** The evidence by column (records/groups/groups.ts). */
export type Weighed = Readonly<Record<WeighedColumn, number>>;

export interface PairFacts {
  readonly tier: number;
  readonly days: number;
  /** 0 to 10,000. */
  readonly textScore: number;
  readonly feeBasis: number;
  /** Local bank row of the second best candidate, or -1, and how far it lies behind. */
  readonly runnerUp: number;
  readonly runnerUpGap: number;
  /** Null where a key decided. */
  readonly weighed: Weighed | null;
}

export class PairList {
  readonly gl: Uint32Array;
  readonly bank: Uint32Array;
  readonly tier: Uint8Array;
  readonly days: Int32Array;
  readonly textScore: Int16Array;
  readonly feeBasis: Uint8Array;
  readonly runnerUp: Int32Array;
  readonly runnerUpGap: Int32Array;
  readonly weighed: (Weighed | null)[] = [];
  count = 0;

  constructor(most: number) {
    this.gl = new Uint32Array(most);
    this.bank = new Uint32Array(most);
    this.tier = new Uint8Array(most);
    this.days = new Int32Array(most);
    this.textScore = new Int16Array(most);
    this.feeBasis = new Uint8Array(most);
    this.runnerUp = new Int32Array(most);
    this.runnerUpGap = new Int32Array(most);
  }

  push(gl: number, bank: number, facts: PairFacts): void {
    const at = this.count++;
    this.gl[at] = gl;
    this.bank[at] = bank;
    this.tier[at] = facts.tier;
    this.days[at] = facts.days;
    this.textScore[at] = facts.textScore;
    this.feeBasis[at] = facts.feeBasis;
    this.runnerUp[at] = facts.runnerUp;
    this.runnerUpGap[at] = facts.runnerUpGap;
    this.weighed[at] = facts.weighed;
  }
}

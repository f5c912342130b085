// How many other rows of an account, on both sides, have the amount of a candidate: where many do, a few common words
// say little of the two; and where many of those are matched, by references and words, so does it that two rows without
// any of them are open and no third one is near.
// Rule: docs/decisions/matching-definitions.md, "Common amounts".

import { SIDES } from '../records/columns.ts';
import { type Account, type AccountSource, MATCHED } from './account.ts';
import type { CandidateSet } from './candidate-scores.ts';
import { firstRow, sizeOf } from './classes.ts';
import { GrowingUint32 } from './growing.ts';
import type { Matching } from './key-tiers.ts';

/** Which rows of the account count: all of them, or those that are matched by references or words (tiers 1 to 3). */
export type Counted = 'all' | 'matched';

/** 1 for each candidate that is asked for (all of equal amounts) and whose amount is common. */
export function commonOnes(
  matching: Matching,
  set: CandidateSet,
  { asked, counted }: { readonly asked: (e: number) => boolean; readonly counted: Counted },
): Uint8Array {
  const candidates = new GrowingUint32(1024);
  for (let e = 0; e < set.count; e++) if (asked(e)) candidates.push(e);
  const others = othersOfAmount(matching, set, { asked: candidates.view(), counted });
  const common = new Uint8Array(set.count);
  candidates.view().forEach((e, k) => {
    if (others[k]! > matching.calibration.commonAmount) common[e] = 1;
  });
  return common;
}

/** By asked candidate, one of open rows of equal amounts, how many rows there are besides those of its two classes. */
export function othersOfAmount(
  { account, source }: Pick<Matching, 'account' | 'source'>,
  set: CandidateSet,
  { asked, counted }: { readonly asked: Uint32Array; readonly counted: Counted },
): Int32Array {
  const amounts = new AskedAmounts(account);
  const slots = asked.map((e) => amounts.ask(firstRow(set.gl, set.glClass[e]!)));
  const counts = amounts.count(source);
  if (counted === 'matched') {
    amounts.leaveOut(counts);
    return Int32Array.from(asked, (_, k) => counts[slots[k]!]!);
  }
  return Int32Array.from(
    asked,
    (e, k) => counts[slots[k]!]! - sizeOf(set.gl, set.glClass[e]!) - sizeOf(set.bank, set.bankClass[e]!),
  );
}

/** Most rows of a large account are told by it not to be asked for, before any table is searched. */
const FILTER_BITS = 14;
const hashOf = (amount: number): number => Math.imul(amount | 0, 0x9e3779b1) >>> (32 - FILTER_BITS);

/** The distinct amounts of some ledger rows, with their currency; each has a slot. */
class AskedAmounts {
  private readonly account: Account;
  /** By the account's number of the currency. */
  private readonly slots: Map<number, number>[];
  private readonly filter = new Uint8Array(1 << FILTER_BITS);
  private distinct = 0;

  constructor(account: Account) {
    this.account = account;
    this.slots = account.currencies.map(() => new Map());
  }

  ask(glRow: number): number {
    const { amount, currency } = this.account.gl;
    const slots = this.slots[currency[glRow]!]!;
    const known = slots.get(amount[glRow]!);
    if (known !== undefined) return known;
    slots.set(amount[glRow]!, this.distinct);
    this.filter[hashOf(amount[glRow]!)] = 1;
    return this.distinct++;
  }

  /** By slot how many rows of the account have the amount. */
  count(source: AccountSource): Uint32Array {
    const counts = new Uint32Array(this.distinct);
    if (this.distinct === 0) return counts;
    for (const side of SIDES) {
      const { amount, currency, currencies } = source[side];
      const slots = currencies.map((code) => this.slots[this.account.currencies.indexOf(code)]);
      const rows = source.rows[side];
      for (let k = 0; k < rows.length; k++) {
        const row = rows[k]!;
        if (this.filter[hashOf(amount[row]!)] === 0) continue;
        const slot = slots[currency[row]!]?.get(amount[row]!);
        if (slot !== undefined) counts[slot]!++;
      }
    }
    return counts;
  }

  /** Takes rows that are open or netted out of the counts. */
  leaveOut(counts: Uint32Array): void {
    for (const side of SIDES) {
      const { n, state, amount, currency } = this.account[side];
      for (let i = 0; i < n; i++) {
        if (state[i] === MATCHED || this.filter[hashOf(amount[i]!)] === 0) continue;
        const slot = this.slots[currency[i]!]!.get(amount[i]!);
        if (slot !== undefined) counts[slot]!--;
      }
    }
  }
}

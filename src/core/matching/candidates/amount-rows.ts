// How many other rows of an account that have the amount of a candidate at about its time are matched, on both sides, by
// references and words: where some are, it says little that two rows without any of them are open and no third is near.
// Rule: docs/decisions/matching-definitions.md, "Common amounts".

import { NO_DAY } from '../../money/calendar.ts';
import { SIDES } from '../../records/rows/columns.ts';
import type { Account } from '../account.ts';
import type { AccountSource } from '../account-source.ts';
import { GrowingUint32 } from '../reading/growing.ts';
import { MATCHED } from '../side-numbers.ts';
import type { Matching } from '../tiers/key-tiers.ts';
import type { CandidateSet } from './candidate-scores.ts';
import { firstOfDay } from './class-index.ts';
import { firstRow } from './classes.ts';

/** 1 for each candidate that is asked for and whose ledger row's amount is common. */
export function withCommonAmount(matching: Matching, set: CandidateSet, asked: (e: number) => boolean): Uint8Array {
  const isAsked = new Uint8Array(set.gl.count);
  const candidates = new GrowingUint32(1024);
  for (let e = 0; e < set.count; e++) {
    if (!asked(e)) continue;
    candidates.push(e);
    isAsked[set.glClass[e]!] = 1;
  }
  const classes = Uint32Array.from(isAsked.keys()).filter((c) => isAsked[c] === 1);
  const rows = classes.map((c) => firstRow(set.gl, c));
  const isCommon = new Uint8Array(set.gl.count);
  matchedNear(matching, rows).forEach((matched, k) => {
    if (matched > matching.calibration.commonAmount) isCommon[classes[k]!] = 1;
  });
  const common = new Uint8Array(set.count);
  for (const e of candidates.view()) common[e] = isCommon[set.glClass[e]!]!;
  return common;
}

/**
 * By open ledger row (local number) how many rows of its amount are matched by tiers 1 to 3, no more days from it than
 * the window reaches.
 */
export function matchedNear({ account, source, parameters }: Matching, glRows: Uint32Array): Int32Array {
  const amounts = new AskedAmounts(account);
  const slots = glRows.map((g) => amounts.ask(g));
  const all = amounts.daysOfAll(source);
  const unmatched = amounts.daysOfUnmatched();
  const reach = Math.max(parameters.daysBack, parameters.daysForward);
  return Int32Array.from(glRows, (g, k) => {
    const day = account.gl.day[g]!;
    const near = (of: DaysBySlot): number => countWithin(of, slots[k]!, [day - reach, day + reach]);
    return near(all) - near(unmatched);
  });
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

  /** Days of the account's rows, settled early or not: booking days, value days of rows without one. */
  daysOfAll(source: AccountSource): DaysBySlot {
    const found = { slots: new GrowingUint32(1024), days: new GrowingUint32(1024) };
    for (const side of SIDES) {
      const { amount, currency, currencies, bookingDay, valueDay } = source[side];
      const slots = currencies.map((code) => this.slots[this.account.currencies.indexOf(code)]);
      const rows = source.rows[side];
      for (let k = 0; k < rows.length; k++) {
        const row = rows[k]!;
        if (this.filter[hashOf(amount[row]!)] === 0) continue;
        const slot = slots[currency[row]!]?.get(amount[row]!);
        if (slot === undefined) continue;
        found.slots.push(slot);
        found.days.push(bookingDay[row] === NO_DAY ? valueDay[row]! : bookingDay[row]!);
      }
    }
    return bySlot(found.slots.view(), found.days.view(), this.distinct);
  }

  daysOfUnmatched(): DaysBySlot {
    const found = { slots: new GrowingUint32(1024), days: new GrowingUint32(1024) };
    for (const side of SIDES) {
      const { n, state, amount, currency, day } = this.account[side];
      for (let i = 0; i < n; i++) {
        if (state[i] === MATCHED || this.filter[hashOf(amount[i]!)] === 0) continue;
        const slot = this.slots[currency[i]!]!.get(amount[i]!);
        if (slot === undefined) continue;
        found.slots.push(slot);
        found.days.push(day[i]!);
      }
    }
    return bySlot(found.slots.view(), found.days.view(), this.distinct);
  }
}

/** Of slot s the days of its rows, ascending: day[start[s] .. start[s + 1]). */
interface DaysBySlot {
  readonly start: Uint32Array;
  readonly day: Int32Array;
}

function bySlot(slots: Uint32Array, days: Uint32Array, distinct: number): DaysBySlot {
  const start = new Uint32Array(distinct + 2);
  for (let k = 0; k < slots.length; k++) start[slots[k]! + 2]!++;
  for (let s = 0; s < distinct; s++) start[s + 2]! += start[s + 1]!;
  const ordered = new Int32Array(days.length);
  for (let k = 0; k < slots.length; k++) ordered[start[slots[k]! + 1]!++] = days[k]!;
  for (let s = 0; s < distinct; s++) ordered.subarray(start[s]!, start[s + 1]!).sort();
  return { start: start.subarray(0, distinct + 1), day: ordered };
}

function countWithin({ start, day }: DaysBySlot, slot: number, [first, last]: readonly [number, number]): number {
  const [from, to] = [start[slot]!, start[slot + 1]!];
  return firstOfDay({ day }, from, to, last + 1) - firstOfDay({ day }, from, to, first);
}

// The running balance as proof: each balance is the one before it plus the entries between. Banks list the newest
// entry first or last, give a balance on every row or only on some, and count either way up; the reading under which
// most balances follow wins, and says the opening and closing balance of each account and whether the file foots.

import { formatMinor } from '../money.ts';
import { ROW_PENDING } from '../records/columns.ts';

export interface AccountBalance {
  /** Index into the accounts and currencies of the columns. */
  readonly account: number;
  readonly currency: number;
  /** Minor units; null when the file neither states nor implies it. */
  readonly opening: number | null;
  readonly closing: number | null;
  readonly rows: number;
  /** Signed sum in minor units of all rows that are not pending. */
  readonly amount: bigint;
  /** Whether every balance follows from the one before; null when there is nothing to check. */
  readonly foots: boolean | null;
  /** Line of the first balance that does not follow. */
  readonly brokenAt: number | null;
  /** Balances that follow when the entries count as read, and when they count the other way round; of `checks`. */
  readonly straight: number;
  readonly inverse: number;
  readonly checks: number;
}

export interface BalancedRows {
  readonly count: number;
  readonly amount: Float64Array;
  readonly account: Uint16Array;
  readonly currency: Uint8Array;
  readonly flags: Uint8Array;
  readonly bookingDay: Int32Array;
  readonly line: Uint32Array;
  /** NaN where the row has none. */
  readonly balance: Float64Array;
}

export interface StatedBalance {
  readonly kind: 'opening' | 'closing';
  readonly account: number;
  readonly currency: number;
  readonly minor: number;
  readonly line: number;
}

/** Beyond this a sum of safe integers may lose a unit: it is carried into a bigint. */
const CARRY_AT = 2 ** 52;

class Chain {
  readonly account: number;
  readonly currency: number;
  rows = 0;
  private sum = 0;
  private carried = 0n;
  checks = 0;
  /** Hits oldest first, newest first, and both with the entries the other way round. */
  forward = 0;
  backward = 0;
  forwardInverse = 0;
  backwardInverse = 0;
  private forwardMiss = 0;
  private backwardMiss = 0;
  private first = Number.NaN;
  private last = Number.NaN;
  private untilFirst = 0;
  private since = 0;
  private fromLast = 0;
  private firstDay = 0;
  private lastDay = 0;

  constructor(account: number, currency: number) {
    this.account = account;
    this.currency = currency;
  }

  add(minor: number, balance: number, day: number, line: number): void {
    if (this.rows === 0) this.firstDay = day;
    this.lastDay = day;
    this.rows++;
    this.sum += minor;
    if (this.sum > CARRY_AT || this.sum < -CARRY_AT) {
      this.carried += BigInt(this.sum);
      this.sum = 0;
    }
    this.since += minor;
    if (!Number.isNaN(balance)) {
      const last = this.last;
      if (!Number.isNaN(last)) {
        this.checks++;
        const step = balance - last;
        if (step === this.since) this.forward++;
        else {
          if (this.forwardMiss === 0) this.forwardMiss = line;
          if (step === -this.since) this.forwardInverse++;
        }
        if (step === -this.fromLast) this.backward++;
        else {
          if (this.backwardMiss === 0) this.backwardMiss = line;
          if (step === this.fromLast) this.backwardInverse++;
        }
      } else {
        this.first = balance;
        this.untilFirst = this.since;
      }
      this.last = balance;
      this.since = 0;
      this.fromLast = 0;
    }
    this.fromLast += minor;
  }

  total(): bigint {
    return this.carried + BigInt(this.sum);
  }

  settle(stated: readonly StatedBalance[]): AccountBalance {
    const straight = Math.max(this.forward, this.backward);
    const inverse = Math.max(this.forwardInverse, this.backwardInverse);
    const way = inverse > straight ? -1 : 1;
    const up = way === 1 ? this.forward : this.forwardInverse;
    const down = way === 1 ? this.backward : this.backwardInverse;
    const newestFirst = up === down ? this.firstDay > this.lastDay : down > up;
    let opening: number | null = null;
    let closing: number | null = null;
    if (!Number.isNaN(this.first)) {
      opening = newestFirst ? this.last - way * this.fromLast : this.first - way * this.untilFirst;
      // Entries listed before the first balance of a newest-first file are younger than it.
      closing = newestFirst ? this.first + way * this.beforeFirst() : this.last + way * this.since;
    }
    const hits = Math.max(up, down);
    let foots: boolean | null = this.checks > 0 ? hits === this.checks : null;
    const statedOpening = stated.find((s) => s.kind === 'opening')?.minor;
    const statedClosing = stated.findLast((s) => s.kind === 'closing')?.minor;
    if (opening !== null && statedOpening !== undefined) foots = foots !== false && opening === statedOpening;
    if (closing !== null && statedClosing !== undefined) foots = foots !== false && closing === statedClosing;
    opening = statedOpening ?? opening;
    closing = statedClosing ?? closing;
    if (this.checks === 0 && statedOpening !== undefined && statedClosing !== undefined) {
      const moved = BigInt(statedClosing) - BigInt(statedOpening);
      foots = moved === this.total() || moved === -this.total();
    }
    const miss = newestFirst ? this.backwardMiss : this.forwardMiss;
    return {
      account: this.account,
      currency: this.currency,
      opening,
      closing,
      rows: this.rows,
      amount: this.total(),
      foots,
      brokenAt: foots === false && this.checks > 0 && hits < this.checks && way === 1 ? miss : null,
      straight,
      inverse,
      checks: this.checks,
    };
  }

  private beforeFirst(): number {
    return this.untilFirst - this.firstRow;
  }

  /** Amount of the row that carries the first balance. */
  firstRow = 0;
  noteFirst(minor: number, balance: number): void {
    if (Number.isNaN(this.first) && !Number.isNaN(balance)) this.firstRow = minor;
  }
}

/** The balances of every account and currency of a file's rows, in the order in which they first come. */
export function proveBalances(rows: BalancedRows, stated: readonly StatedBalance[]): AccountBalance[] {
  const chains = new Map<number, Chain>();
  let key = -1;
  let chain = new Chain(0, 0);
  const chainOf = (account: number, currency: number) => {
    const wanted = account * 256 + currency;
    if (wanted === key) return chain;
    key = wanted;
    const found = chains.get(wanted);
    if (found) return (chain = found);
    chain = new Chain(account, currency);
    chains.set(wanted, chain);
    return chain;
  };
  const { count, amount, account, currency, flags, bookingDay, line, balance } = rows;
  for (let i = 0; i < count; i++) {
    if ((flags[i] & ROW_PENDING) !== 0) continue;
    const c = chainOf(account[i], currency[i]);
    c.noteFirst(amount[i], balance[i]);
    c.add(amount[i], balance[i], bookingDay[i], line[i]);
  }
  for (const { account: a, currency: c } of stated) chainOf(a, c);
  return [...chains.values()].map((c) =>
    c.settle(stated.filter((s) => s.account === c.account && s.currency === c.currency)),
  );
}

/** A balance for people: `1,234.50` without grouping, `none` when unknown. */
export const balanceText = (minor: number | null, exponent: number) =>
  minor === null ? 'none' : formatMinor(minor, exponent);

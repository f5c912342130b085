// The running balance as proof: each balance is the one before it plus the entries between. Banks list the newest entry
// first or last, give a balance on every row or only on some, and count in either direction. The reading under which
// most balances follow wins; it gives the opening and closing balance of each account, and whether the file foots, or
// between which balances entries are missing (balance-gaps.ts).

import { ROW_PENDING } from '../../records/rows/columns.ts';
import { type BalancedRows, type BalanceGap, gapsBetween, type RowOrder } from './balance-gaps.ts';
import { unorderedBalance } from './unordered-balance.ts';

export interface AccountBalance {
  /** Index into the accounts and currencies of the columns. */
  readonly account: number;
  readonly currency: number;
  /** Minor units, positive if the account has money; null if the file neither states nor implies it. */
  readonly opening: number | null;
  readonly closing: number | null;
  /** The file counts its balances the other way round: opening and closing have their sign turned. */
  readonly turned: boolean;
  readonly rows: number;
  /** Signed sum in minor units of all rows that are not pending. */
  readonly amount: bigint;
  /** Whether every balance is the one before and the entries between; null when there is nothing to check. */
  readonly foots: boolean | null;
  /** The places where entries are missing, by day; empty if the balances do not tell. */
  readonly gaps: readonly BalanceGap[];
  /** Balances that follow if the entries count as read, or else in the opposite direction; of `checks`. */
  readonly straight: number;
  readonly inverse: number;
  readonly checks: number;
}

export interface StatedBalance {
  readonly kind: 'opening' | 'closing';
  readonly account: number;
  readonly currency: number;
  readonly minor: number;
  readonly line: number;
}

/** Share of the balances that must count the other way round before all are turned. */
const TURNED_SHARE = 0.8;

/** A sum beyond this may lose a unit at the next safe integer: it is carried into a bigint. */
const CARRY_AT = 2 ** 52;

class Chain {
  readonly account: number;
  readonly currency: number;
  rows = 0;
  private sum = 0;
  private carried = 0n;
  checks = 0;
  /** Hits oldest first, newest first, and both with the entries turned. */
  private forward = 0;
  private backward = 0;
  private forwardInverse = 0;
  private backwardInverse = 0;
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

  /** Adds rows [from, to), all of this account and currency and none of them pending. */
  add({ amount, balance, bookingDay }: BalancedRows, from: number, to: number): void {
    if (this.rows === 0) this.firstDay = bookingDay[from];
    this.lastDay = bookingDay[to - 1];
    this.rows += to - from;
    let { sum, since, fromLast, last, checks, forward, backward } = this;
    for (let i = from; i < to; i++) {
      const minor = amount[i];
      sum += minor;
      if (sum > CARRY_AT || sum < -CARRY_AT) {
        this.carried += BigInt(sum);
        sum = 0;
      }
      since += minor;
      const now = balance[i];
      if (!Number.isNaN(now)) {
        if (Number.isNaN(last)) {
          this.first = now;
          this.firstRow = minor;
          this.untilFirst = since;
        } else {
          checks++;
          const step = now - last;
          if (step === since) forward++;
          else if (step === -since) this.forwardInverse++;
          if (step === -fromLast) backward++;
          else if (step === fromLast) this.backwardInverse++;
        }
        last = now;
        since = 0;
        fromLast = 0;
      }
      fromLast += minor;
    }
    Object.assign(this, { sum, since, fromLast, last, checks, forward, backward });
  }

  total(): bigint {
    return this.carried + BigInt(this.sum);
  }

  settle(all: BalancedRows, stated: readonly StatedBalance[]): AccountBalance {
    const { order, before, way, hits } = this.reading();
    let opening: number | null = null;
    let closing: number | null = null;
    if (!Number.isNaN(this.first)) {
      // Entries before the first and after the last balance of the file.
      const head = before ? this.untilFirst - this.firstRow : this.untilFirst;
      const tail = before ? this.fromLast : this.since;
      const headOfNewest = before ? this.untilFirst : this.untilFirst - this.firstRow;
      const tailOfNewest = before ? this.since : this.fromLast;
      opening = order === 'oldest first' ? this.first - way * head : this.last - way * tailOfNewest;
      closing = order === 'oldest first' ? this.last + way * tail : this.first + way * headOfNewest;
    }
    const follows = this.checks > 0 ? hits === this.checks : null;
    const { account, currency, rows, checks } = this;
    const amount = this.total();
    const proof = { straight: way === 1 ? hits : 0, inverse: way === 1 ? 0 : hits, checks };
    // A few balances that happen to move the other way turn nothing.
    const derived = { opening, closing, follows, amount, way: hits >= checks * TURNED_SHARE ? way : 1 } as const;
    const shown = agreed(derived, stated);
    const isPlain = shown.foots === false && way === 1 && !before;
    const gaps = isPlain ? gapsBetween(all, { account, currency, order, derived, stated: edgesOf(stated) }) : [];
    return { account, currency, rows, amount, ...proof, ...shown, gaps };
  }

  /**
   * The reading that most balances follow. A balance that moves against its entry either counts the other way round or
   * stands before its entry; the dates decide, because they tell which row is older.
   */
  private reading(): { order: RowOrder; before: boolean; way: 1 | -1; hits: number } {
    const newest = this.firstDay > this.lastDay;
    const oldest = this.firstDay < this.lastDay;
    const byDate = newest ? 'newest first' : 'oldest first';
    const after = Math.max(this.forward, this.backward);
    if (after >= Math.max(this.forwardInverse, this.backwardInverse)) {
      const order =
        this.forward === this.backward ? byDate : this.forward > this.backward ? 'oldest first' : 'newest first';
      return { order, before: false, way: 1, hits: after };
    }
    if (this.forwardInverse >= this.backwardInverse) {
      const hits = this.forwardInverse;
      return newest
        ? { order: 'newest first', before: true, way: 1, hits }
        : { order: 'oldest first', before: false, way: -1, hits };
    }
    const hits = this.backwardInverse;
    return oldest
      ? { order: 'oldest first', before: true, way: 1, hits }
      : { order: 'newest first', before: false, way: -1, hits };
  }

  /** Amount of the row that carries the first balance. */
  private firstRow = 0;
}

const edgesOf = (stated: readonly StatedBalance[]) => ({
  opening: stated.find((s) => s.kind === 'opening') ?? null,
  closing: stated.findLast((s) => s.kind === 'closing') ?? null,
});

/**
 * Derived balances beside those the file states outright: stated ones are shown, and must agree. Balances that count
 * the other way round (`way` is -1) are turned, so that opening and entries make closing in any file that foots.
 */
function agreed(
  derived: { opening: number | null; closing: number | null; follows: boolean | null; amount: bigint; way: 1 | -1 },
  stated: readonly StatedBalance[],
): { opening: number | null; closing: number | null; turned: boolean; foots: boolean | null } {
  const edges = edgesOf(stated);
  const [opening, closing] = [edges.opening?.minor ?? null, edges.closing?.minor ?? null];
  let foots = derived.follows;
  let { way } = derived;
  if (derived.opening !== null && opening !== null) foots = foots !== false && opening === derived.opening;
  if (derived.closing !== null && closing !== null) foots = foots !== false && closing === derived.closing;
  if (derived.opening === null && opening !== null && closing !== null) {
    const moved = BigInt(closing) - BigInt(opening);
    foots = moved === derived.amount || moved === -derived.amount;
    if (foots && moved !== derived.amount) way = -1;
  }
  const shown = (minor: number | null) => (minor === null || way === 1 || minor === 0 ? minor : -minor);
  return {
    opening: shown(opening ?? derived.opening),
    closing: shown(closing ?? derived.closing),
    turned: way === -1,
    foots,
  };
}

const isPending = (flags: number): boolean => (flags & ROW_PENDING) !== 0;

/** Rows added in one call: many short calls are compiled better than one long one. */
const ROWS_AT_ONCE = 4_096;

/** The end of the run of rows that begins at `from`, with one account and currency, and equally pending. */
function endOfRun({ count, account, currency, flags }: BalancedRows, from: number): number {
  const end = Math.min(count, from + ROWS_AT_ONCE);
  const [a, c, pending] = [account[from], currency[from], isPending(flags[from])];
  let to = from + 1;
  while (to < end && account[to] === a && currency[to] === c && isPending(flags[to]) === pending) to++;
  return to;
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
  for (let from = 0, to = 0; from < rows.count; from = to) {
    to = endOfRun(rows, from);
    if (!isPending(rows.flags[from])) chainOf(rows.account[from], rows.currency[from]).add(rows, from, to);
  }
  for (const { account: a, currency: c } of stated) chainOf(a, c);
  return [...chains.values()].map((c) => {
    const own = stated.filter((s) => s.account === c.account && s.currency === c.currency);
    const settled = c.settle(rows, own);
    // Balances that do not follow in file order may follow in another order.
    if (settled.foots !== false || c.checks !== c.rows - 1) return settled;
    const other = unordered(rows, settled, own);
    // If they do, and the stated ones are others, no order changes that.
    return other === null || (other.foots === false && settled.straight === c.checks) ? settled : other;
  });
}

/** The account's balance proven in any order of its rows; null if that fails too. */
function unordered(
  rows: BalancedRows,
  settled: AccountBalance,
  stated: readonly StatedBalance[],
): AccountBalance | null {
  const amounts: number[] = [];
  const balances: number[] = [];
  for (let i = 0; i < rows.count; i++) {
    if (rows.account[i] !== settled.account || rows.currency[i] !== settled.currency) continue;
    if (isPending(rows.flags[i])) continue;
    amounts.push(rows.amount[i]);
    balances.push(rows.balance[i]);
  }
  for (const way of [1, -1] as const) {
    const found = unorderedBalance({ amounts, balances }, way);
    if (!found) continue;
    const { checks, amount } = settled;
    const proof = { straight: way === 1 ? checks : 0, inverse: way === 1 ? 0 : checks, gaps: [] };
    return { ...settled, ...proof, ...agreed({ ...found, follows: true, amount, way }, stated) };
  }
  return null;
}

// The statements of a file, each with the balances that it states and the sum of its entries. Each balance is the one
// before it and the entries between; where it is not, entries are missing. The order is the file's, or the reverse.

import type { BalanceGap } from '../../../core/reading/proof/balance-gaps.ts';
import type { EntryRows } from './entry-rows.ts';

export interface BalanceOnLine {
  readonly minor: number;
  readonly currency: string;
  /** Day number, or NO_DAY. */
  readonly day: number;
  readonly line: number;
}

/** A sum beyond this may lose a unit at the next safe integer: it is carried into a bigint. */
const CARRY_AT = 2 ** 52;

class ExactSum {
  private small = 0;
  private carried = 0n;

  add(minor: number): void {
    this.small += minor;
    if (Math.abs(this.small) <= CARRY_AT) return;
    this.carried += BigInt(this.small);
    this.small = 0;
  }

  value(): bigint {
    return this.carried + BigInt(this.small);
  }
}

export class Statement {
  readonly line: number;
  account = '';
  opening: BalanceOnLine | null = null;
  closing: BalanceOnLine | null = null;
  /** Booked entries by currency, and those of them that are marked as reversals. */
  private readonly sums = new Map<string, { readonly all: ExactSum; readonly reversals: ExactSum }>();

  constructor(line: number) {
    this.line = line;
  }

  /** Counts a booked entry. */
  add(minor: number, currency: string, isReversal: boolean): void {
    const sums = this.sums.get(currency) ?? { all: new ExactSum(), reversals: new ExactSum() };
    this.sums.set(currency, sums);
    sums.all.add(minor);
    if (isReversal) sums.reversals.add(minor);
  }

  get currencies(): string[] {
    const stated = [this.opening, this.closing].flatMap((one) => (one === null ? [] : [one.currency]));
    return [...new Set([...stated, ...this.sums.keys()])];
  }

  sumOf(currency: string): bigint {
    return this.sums.get(currency)?.all.value() ?? 0n;
  }

  reversalsOf(currency: string): bigint {
    return this.sums.get(currency)?.reversals.value() ?? 0n;
  }
}

/** Reports the balances of each account, and where entries are missing between them. */
export function stateBalances(statements: readonly Statement[], rows: EntryRows): void {
  const chains = new Map<string, { account: string; currency: string; of: Statement[] }>();
  for (const one of statements) {
    for (const currency of one.currencies) {
      const key = `${currency} ${one.account}`;
      const chain = chains.get(key) ?? { account: one.account, currency, of: [] };
      chains.set(key, chain);
      chain.of.push(one);
    }
  }
  for (const { account, currency, of } of chains.values()) {
    const forward = gapsOf(of, currency);
    const backward = forward.length === 0 ? forward : gapsOf(of.toReversed(), currency);
    const isBackward = backward.length < forward.length;
    const [first, last] = isBackward ? [of[of.length - 1], of[0]] : [of[0], of[of.length - 1]];
    const named = { account, currency };
    if (first.opening?.currency === currency) rows.balance({ kind: 'opening', ...first.opening, ...named });
    if (last.closing?.currency === currency) rows.balance({ kind: 'closing', ...last.closing, ...named });
    rows.gaps({ ...named, gaps: isBackward ? backward : forward });
  }
}

/** Where the entries between two balances do not make the second of the first. */
function gapsOf(statements: readonly Statement[], currency: string): BalanceGap[] {
  const gaps: BalanceGap[] = [];
  let before: BalanceOnLine | null = null;
  let between = 0n;
  const meet = (next: BalanceOnLine | null) => {
    if (next === null || next.currency !== currency) return;
    const missing = before === null ? 0n : BigInt(next.minor) - BigInt(before.minor) - between;
    if (before !== null && missing !== 0n)
      gaps.push({ before, next, between: Number(between), missing: Number(missing) });
    before = next;
    between = 0n;
  };
  for (const one of statements) {
    meet(one.opening);
    between += one.sumOf(currency);
    meet(one.closing);
  }
  return gaps;
}

/** How the marks of entries agree with the balances: statements that foot as marked, and in other ways alone. */
interface MarksProven {
  straight: number;
  /** They foot if all marks are turned. */
  turned: number;
  /** They foot if the marks of reversals are the direction itself and not that of the entry taken back. */
  reversals: number;
  /** They foot in no way. */
  neither: number;
}

export function marksProven(statements: readonly Statement[]): MarksProven {
  const proven = { straight: 0, turned: 0, reversals: 0, neither: 0 };
  for (const one of statements) {
    const { opening, closing } = one;
    if (opening === null || closing === null || opening.currency !== closing.currency) continue;
    const sum = one.sumOf(opening.currency);
    const reversals = one.reversalsOf(opening.currency);
    if (sum === 0n && reversals === 0n) continue;
    const moved = BigInt(closing.minor) - BigInt(opening.minor);
    if (moved === sum) proven.straight++;
    else if (moved === sum - 2n * reversals) proven.reversals++;
    else if (moved === -sum) proven.turned++;
    else proven.neither++;
  }
  return proven;
}

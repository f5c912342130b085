// Decides which rows with a date and an amount leave the entries: lines of other accounts in a ledger that contains a
// whole journal, and rows whose words say that they are balances. Words (B/F, closing balance, C F) only nominate a
// row, because a person or a payment may be called so. A nominee leaves only if leaving it out satisfies a proof: a
// running balance that goes on as if it were not there, or two stated balances that differ by the entries between them.
// Nominees are judged together; those without proof stay entries, and a warning says so.

import type { RowColumns } from '../records/rows/columns.ts';
import { keepRows } from '../records/rows/join-columns.ts';
import { isWholeJournal, journalQuestion } from './evidence/whole-journal.ts';
import type { AccountBalance } from './proof/balance-proof.ts';
import type { Question } from './table/question.ts';

/** A balance that a row states, in minor units, and the number of its account's entries above it. */
interface NamedBalance {
  readonly kind: 'opening' | 'closing' | 'day' | 'at';
  readonly line: number;
  readonly minor: number;
  readonly above: number;
  /** The row has a date and an amount as entries have; other rows state a balance and nothing else. */
  readonly isNominee: boolean;
}

/** The entries of one account and currency, in file order; the balance after an entry is NaN if it has none. */
interface AccountEntries {
  readonly amounts: readonly number[];
  readonly balances: readonly number[];
}

/** Fewest entries with which two balances that differ by all of them prove each other. */
const FEWEST_ENTRIES = 3;

/** Lines of the nominees that nothing proves to be balances, in file order. */
export function withoutProof(named: readonly NamedBalance[], entries: AccountEntries): number[] {
  if (!named.some(({ isNominee }) => isNominee)) return [];
  const sums = [0];
  for (const amount of entries.amounts) sums.push(sums[sums.length - 1] + amount);
  const whole = openAndClose(named, sums);
  const proven = named.map((one, i) => whole.includes(one) || goesOn(one, entries) || isLinked(one, i, named, sums));
  // One page's balance carried forward is the next page's brought forward: the same balance with nothing between.
  for (const from of [named, [...named].reverse()]) {
    for (let i = 1; i < from.length; i++) {
      const [a, b] = [named.indexOf(from[i - 1]), named.indexOf(from[i])];
      if (proven[a] && named[a].above === named[b].above && named[a].minor === named[b].minor) proven[b] = true;
    }
  }
  return named.flatMap(({ isNominee, line }, i) => (isNominee && !proven[i] ? [line] : []));
}

/**
 * Whether the running balance beside the row equals the stated one: after the entry above, or before the entry below.
 */
function goesOn({ minor, above }: NamedBalance, { amounts, balances }: AccountEntries): boolean {
  const is = (balance: number) => !Number.isNaN(balance) && Math.abs(balance) === Math.abs(minor);
  const of = (i: number) => (i >= 0 && i < balances.length ? balances[i] : Number.NaN);
  const before = (i: number) => of(i) - (amounts[i] ?? 0);
  return is(of(above - 1)) || is(before(above)) || is(of(above)) || is(before(above - 1));
}

/** The opening and the closing balance that differ by all entries, at any place: both may stand below them. */
function openAndClose(named: readonly NamedBalance[], sums: readonly number[]): readonly NamedBalance[] {
  const [openings, closings] = (['opening', 'closing'] as const).map((kind) =>
    named.filter((one) => one.kind === kind),
  );
  const moved = sums[sums.length - 1];
  if (openings.length !== 1 || closings.length !== 1 || sums.length - 1 < FEWEST_ENTRIES || moved === 0) return [];
  return closings[0].minor - openings[0].minor === moved ? [openings[0], closings[0]] : [];
}

/** Whether another stated balance differs from this one by the entries between them. */
function isLinked(one: NamedBalance, at: number, named: readonly NamedBalance[], sums: readonly number[]): boolean {
  const others = [named[at - 1], named[at + 1], named[0], named.at(-1)];
  return others.some((other) => {
    if (other === undefined || other === one || other.above === one.above) return false;
    const moved = Math.abs(sums[one.above] - sums[other.above]);
    return (
      Math.abs(one.minor - other.minor) === moved || Math.abs(Math.abs(one.minor) - Math.abs(other.minor)) === moved
    );
  });
}

/** Fewest entries between two balances that no words nominate. */
const BETWEEN = 5;
/** Rows at the end that may state sums and the closing balance. */
const TAIL = 4;
/**
 * A last row that takes away the sum of all others is a sweep of the account: a proof also needs sums of both
 * directions beside it.
 */
const FEWEST_TAIL = 3;

interface WordlessBalances {
  readonly opening: number;
  readonly closing: number;
  /** Rows before the closing balance that state sums of money in and out. */
  readonly sums: readonly number[];
}

/**
 * The first row and one of the last that are opening and closing balance by their figures alone: the first and all
 * entries make the last, and the rows between are sums of entries. Rows by number; null if there are none.
 */
export function wordlessBalances(amounts: ArrayLike<number>): WordlessBalances | null {
  const last = amounts.length - 1;
  for (let tail = TAIL; tail >= FEWEST_TAIL && last - tail >= BETWEEN; tail--) {
    const end = amounts.length - tail;
    let [inflow, outflow] = [0, 0];
    for (let i = 1; i < end; i++) {
      if (amounts[i] > 0) inflow += amounts[i];
      else outflow -= amounts[i];
    }
    const sums = Array.from({ length: tail - 1 }, (_, i) => end + i);
    const opening = amounts[0];
    const isClosing = Math.abs(amounts[last]) === Math.abs(opening + inflow - outflow);
    const stated = sums.map((i) => Math.abs(amounts[i]));
    const areSums =
      stated.includes(inflow) && stated.includes(outflow) && stated.every((sum) => sum === inflow || sum === outflow);
    if (isClosing && areSums && amounts[last] !== 0) return { opening: 0, closing: last, sums };
  }
  return null;
}

/** The rows of an account, with its balances, and the lines that left, each with the reason. */
interface OwnRows {
  readonly columns: RowColumns;
  readonly balances: readonly AccountBalance[];
  readonly left: readonly { readonly line: number; readonly reason: string }[];
  readonly question: Question | null;
}

/**
 * The lines of the named account, in a ledger that contains a whole journal. If none was named, or one that the file
 * does not have, the file asks.
 */
export function ofOwnAccount({ columns, balances }: Pick<OwnRows, 'columns' | 'balances'>, named: string): OwnRows {
  if (!isWholeJournal(columns)) return { columns, balances, left: [], question: null };
  const { accounts, account, count, line } = columns;
  const own = accounts.indexOf(named);
  if (own < 0)
    return { columns, balances, left: [], question: journalQuestion(accounts.filter((name) => name !== '')) };
  const keep = new Uint8Array(count);
  const left: { line: number; reason: string }[] = [];
  for (let i = 0; i < count; i++) {
    if (account[i] === own) keep[i] = 1;
    else
      left.push({ line: line[i], reason: `of account ${accounts[account[i]]}, another than the one that was named` });
  }
  return {
    columns: keepRows(columns, keep),
    balances: balances.filter((one) => one.account === own),
    left,
    question: null,
  };
}

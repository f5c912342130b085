// The balance before an entry and the balance after it, both in the entry's row, as wallets and some banks give them.
// Their difference is the entry: it proves the amount's column and each row's direction, in any order of rows and with
// rows missing. Titles tell the two apart; without titles, the balance after one row is the balance before the next,
// with the days.

import { DayReader, isDay, readDayText } from '../cells/day-text.ts';
import type { Table } from '../table/table.ts';
import { isBalanceBefore } from '../titles/header-synonyms.ts';
import { speaksOfBalance } from '../titles/row-words.ts';
import { plainTitle } from '../words/plain-title.ts';
import { type Chain, isProof } from './balance-chain.ts';
import type { SampleMoney } from './sample-amounts.ts';

export interface BalancesBeside {
  readonly before: number;
  readonly after: number;
  /** The difference of the two in each row of the sample, null if one of them is missing. */
  readonly steps: readonly (number | null)[];
}

/** Share of the rows that must begin where another ended. */
const SHARE = 0.95;
const FEWEST = 3;
/** Most columns looked at, those with such titles first. */
const MOST = 8;

/**
 * The columns of balances before and after an amount, among columns of money; null if there are none. Titles alone are
 * not enough: every row may repeat the opening and closing balance of the statement.
 */
export function balancesBeside(
  table: Table,
  money: SampleMoney,
  { columns, amounts }: { readonly columns: readonly number[]; readonly amounts: readonly number[] },
): BalancesBeside | null {
  const open = [...columns]
    .sort((a, b) => Number(saysBalance(table, b)) - Number(saysBalance(table, a)))
    .slice(0, MOST);
  if (open.length < 2) return null;
  const days = directionOfDays(table);
  let best: BalancesBeside | null = null;
  let most = -1;
  for (const before of open) {
    for (const after of open) {
      const isTitled = areTitled(table, before, after);
      if (before === after || (!isTitled && days === 0)) continue;
      const [from, to] = [before, after].map((column) => money.of(column).map((one) => one?.minor ?? null));
      const steps = to!.map((minor, i) => (minor === null || from![i] === null ? null : minor - from![i]));
      if (steps.some(Number.isNaN)) continue;
      const pair = { before, after, steps };
      const between = amountsBetween(pair, amounts);
      const [rising, falling] = [goOn(from!, to!), goOn(to!, from!)];
      const isSaid = isTitled ? isProof(between) || rising || falling : days > 0 ? rising : falling;
      if (isSaid && between.hits > most) [best, most] = [pair, between.hits];
    }
  }
  return best;
}

const areTitled = (table: Table, before: number, after: number): boolean =>
  saysBalance(table, before) &&
  saysBalance(table, after) &&
  isBalanceBefore(table.titles[before]) &&
  !isBalanceBefore(table.titles[after]);

const saysBalance = (table: Table, column: number): boolean =>
  table.weight(column, 'balance') > 0 || speaksOfBalance(plainTitle(table.titles[column]));

/** 1 if the days of the sample rise, -1 if they fall, 0 if neither is known. */
export function directionOfDays(table: Table): -1 | 0 | 1 {
  for (const column of table.columns) {
    const { filled, days, order, digits } = table.profiles[column];
    if (filled === 0 || days < filled * 0.8) continue;
    const reader = new DayReader({ order, digits });
    const read = table.rows.map((row) => readDayText(reader, row[column] ?? '')).filter(isDay);
    if (read[0] !== read.at(-1)) return read[0] < read.at(-1)! ? 1 : -1;
  }
  return 0;
}

/** Whether each row begins with the balance that the row above it ended with, or reversed, newest first. */
function goOn(from: readonly (number | null)[], to: readonly (number | null)[]): boolean {
  const met = new Set<number>();
  let hits = 0;
  for (let i = 1; i < from.length; i++) {
    if (from[i] === null || to[i - 1] !== from[i]) continue;
    hits++;
    met.add(from[i]!);
  }
  return met.size >= FEWEST && hits >= (from.length - 1) * SHARE;
}

/** Rows whose amount, in either direction, is the difference of the two balances. */
export const amountsBetween = ({ steps }: BalancesBeside, amounts: readonly number[]): Chain =>
  between(steps, amounts, (step, amount) => Math.abs(step) === Math.abs(amount));

/** Rows that change the balance. */
export const movedBetween = ({ steps }: BalancesBeside, effects: readonly number[]): Chain =>
  between(steps, effects, (step, effect) => step === effect);

function between(
  steps: BalancesBeside['steps'],
  effects: readonly number[],
  isMet: (step: number, effect: number) => boolean,
): Chain {
  const links = new Set<number>();
  let [hits, checks] = [0, 0];
  for (const [i, step] of steps.entries()) {
    if (step === null || (step === 0 && effects[i] === 0)) continue;
    checks++;
    if (step === 0 || !isMet(step, effects[i])) continue;
    hits++;
    links.add(step);
  }
  return { hits, checks, links: links.size };
}

/**
 * The direction of an amount by the difference of its two balances. If the difference is the amount, it is the effect;
 * if a fee was also taken, it still tells the direction of an amount that has no other evidence. NaN if it tells
 * nothing: a fee makes no balance rise by more than the amount, nor fall by less.
 */
export function effectBetween(step: number, minor: number, isOpen: boolean): number {
  if (Math.abs(step) === Math.abs(minor)) return step;
  const isWithFee = step > 0 ? step < Math.abs(minor) : step < -Math.abs(minor);
  return isOpen && isWithFee ? Math.sign(step) * Math.abs(minor) : Number.NaN;
}

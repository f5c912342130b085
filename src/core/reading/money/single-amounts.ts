// Readings of one amount column: signed, with a mark beside it, with words as marks, or with its direction from
// balances before and after it in the same row.

import { cashSign, directionOf } from '../cells/directions.ts';
import { isProof } from '../evidence/balance-chain.ts';
import { amountsBetween, type BalancesBeside, balancesBeside, effectBetween } from '../evidence/balances-beside.ts';
import type { SampleAmount, SampleMoney } from '../evidence/sample-amounts.ts';
import { isTitledOther } from '../evidence/titles.ts';
import { areMarked, marksOfBalance, tellsNothing } from '../roles/marks.ts';
import { amountCandidates, looksLikeMoney } from '../roles/money.ts';
import { type Candidate, classOf } from '../table/candidate.ts';
import type { Table } from '../table/table.ts';
import { bestProof, type Proven } from './balance-that-proves.ts';
import { completed, type MoneyReading, type Parts } from './money-reading.ts';

export function singles(table: Table, parts: Parts & { readonly marks: readonly Candidate[] }): MoneyReading[] {
  if (table.namedFor('debit') >= 0 || table.namedFor('credit') >= 0) return [];
  const { money, balances, marks, taken, groups, hidden } = parts;
  const named = table.namedFor('amount') >= 0;
  return [...amountCandidates(table, taken), ...(named ? [] : hidden)].map((one): MoneyReading => {
    const { column: amount } = one;
    const minors = money.minors(amount);
    const isSigned = table.profiles[amount].negative > 0 || areMarked(table, amount);
    const open = balances.filter(({ column }) => column !== amount);
    const titled = open.find(({ evidence }) => classOf(evidence) !== 'weak')?.column ?? -1;
    const usable = marks.filter(({ column }) => column !== amount && column !== titled);
    const balanceMarks = marksOfBalance(table, { balance: titled, amount, marks: usable });
    const mark = usable.find(
      (m) =>
        m.column !== balanceMarks &&
        (classOf(m.evidence) === 'mapping' ||
          (classOf(m.evidence) === 'strong' && tellsNothing(table, m.column, minors) === null) ||
          (classOf(m.evidence) === 'weak' && !isSigned)),
    );
    const direction = mark?.column ?? -1;
    const ways = markedWays(table, money.of(amount), direction);
    const effects = markedEffects(money.of(amount), ways);
    const isSpoken =
      mark !== undefined && classOf(mark.evidence) === 'weak' && table.weight(direction, 'narration') > 0;
    const variants = [effects, minors, effects.map((effect) => 0 - effect)];
    const beside = besideOf(table, { money, taken, amount, minors });
    const unsigned = table.profiles[amount].negative > 0 ? null : minors;
    const proof =
      proofBeside(beside, minors) ??
      bestProof(table, {
        money,
        balances: open,
        balanceMarks,
        variants,
        unsigned,
        groups,
        isHidden: hidden.includes(one),
      });
    const stepped = effects.map((effect, i) => proof?.steps?.[i] ?? effect);
    const reasons = new Map<number, string>();
    if (mark !== undefined && !isSpoken) reasons.set(direction, mark.evidence[0].words);
    return completed(
      table,
      one.evidence,
      { amount, debit: -1, credit: -1, direction, balanceMarks, isSpoken },
      {
        proof,
        titled: beside?.after ?? titled,
        effects: beside === null ? stepped : besideEffects(beside, effects, !isSigned && direction < 0),
        reasons,
        isGuessedPair: false,
        beside,
      },
    );
  });
}

/** Balances before and after in the rows, whatever other columns there are. */
function besideOf(
  table: Table,
  of: {
    readonly money: SampleMoney;
    readonly taken: ReadonlySet<number>;
    readonly amount: number;
    readonly minors: number[];
  },
): BalancesBeside | null {
  const columns = table.columns.filter(
    (i) => i !== of.amount && !of.taken.has(i) && isOpenForBalance(table, i) && looksLikeMoney(table.profiles[i]),
  );
  return balancesBeside(table, of.money, { columns, amounts: of.minors });
}

const isOpenForBalance = (table: Table, column: number): boolean =>
  table.named.has(column) ? table.named.get(column) === 'balance' : !isTitledOther(table, column);

function proofBeside(beside: BalancesBeside | null, minors: readonly number[]): Proven | null {
  if (beside === null) return null;
  const chain = amountsBetween(beside, minors);
  const words = `the balances before and after it prove it (${chain.hits} of ${chain.checks} rows)`;
  return isProof(chain) ? { balance: beside.after, chain, words, isProof: true, steps: null, groupedBy: -1 } : null;
}

const besideEffects = ({ steps }: BalancesBeside, effects: readonly number[], isOpen: boolean): number[] =>
  effects.map((effect, i) => {
    const by = effectBetween(steps[i] ?? Number.NaN, effect, isOpen);
    return Number.isNaN(by) ? effect : by;
  });

/** The direction of each row by its mark, 0 for none. */
const markedWays = (table: Table, amounts: readonly (SampleAmount | null)[], direction: number): number[] =>
  amounts.map((amount, i) => {
    if (amount === null) return 0;
    const mark =
      amount.direction ||
      (direction < 0 ? 0 : directionOf(table.rows[i][direction] ?? '', table.profiles[direction].markWords));
    return cashSign(mark, table.side);
  });

const markedEffects = (amounts: readonly (SampleAmount | null)[], ways: readonly number[]): number[] =>
  amounts.map((amount, i) => {
    if (amount === null) return 0;
    return ways[i] === 0 ? amount.minor : ways[i] * Math.abs(amount.minor);
  });

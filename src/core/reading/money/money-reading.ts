// One reading of a file’s money: its columns, its evidence, and how its balance follows.

import { type Chain, isRefuted } from '../evidence/balance-chain.ts';
import type { BalancesBeside } from '../evidence/balances-beside.ts';
import type { RowGroups } from '../evidence/row-groups.ts';
import type { SampleMoney } from '../evidence/sample-amounts.ts';
import type { Assignment } from '../table/assignment.ts';
import { type Candidate, classOf, type Evidence, type EvidenceClass } from '../table/candidate.ts';
import type { Table } from '../table/table.ts';
import type { Proven } from './balance-that-proves.ts';

/** Columns, -1 for none. */
export interface MoneyReading {
  readonly amount: number;
  readonly debit: number;
  readonly credit: number;
  readonly balance: number;
  readonly direction: number;
  /** Column of the marks that belong to the balance. */
  readonly balanceMarks: number;
  /** The marks are words of a text column, which stays a text. */
  readonly isSpoken: boolean;
  readonly evidence: readonly Evidence[];
  readonly class: EvidenceClass;
  readonly reasons: ReadonlyMap<number, string>;
  /** Whether only the words of the rows tell which column of the pair is which. */
  readonly isGuessedPair: boolean;
  /** The balances that follow, counted; null without a balance. */
  readonly chain: Chain | null;
  readonly isProven: boolean;
  /** A few balances all follow, which is no proof yet. */
  readonly isSupported: boolean;
  /** A titled balance hardly follows from the entries. */
  readonly isRefuted: boolean;
  /** Balances before and after in one row, which tell the direction of rows without other evidence. */
  readonly beside: BalancesBeside | null;
  /** The effect on the account of each row of the sample, as the reading has it. */
  readonly effects: readonly number[];
  /** The step of the balance in each row, if nothing else gives the direction of the amounts; else null. */
  readonly steps: readonly (number | null)[] | null;
  /** The column of the accounts or currencies that have a balance each; -1 for none. */
  readonly groupedBy: number;
}

/** Those of its amounts. */
export const moneyColumns = ({ amount, debit, credit }: MoneyReading): number[] =>
  [amount, debit, credit].filter((i) => i >= 0);

/** Gives the columns of the reading their fields. */
export function takeMoney(assignment: Assignment, reading: MoneyReading): void {
  const { reasons, balanceMarks, beside, isSpoken } = reading;
  for (const field of ['amount', 'debit', 'credit', 'balance', 'direction'] as const) {
    const column = reading[field];
    if (column < 0 || assignment.table.named.has(column) || (field === 'direction' && isSpoken)) continue;
    assignment.take(column, field, reasons.get(column) ?? '');
  }
  const others = [beside?.before ?? -1, balanceMarks].filter((column) => column >= 0);
  assignment.keep(others.map((column) => [column, reasons.get(column) ?? '']));
}

export interface Parts {
  readonly money: SampleMoney;
  readonly balances: readonly Candidate[];
  readonly taken: ReadonlySet<number>;
  readonly groups: readonly RowGroups[];
  /** Columns of figures whose titles name something else: only a proof makes them money. */
  readonly hidden: readonly Candidate[];
}

/** Fewest balances of a short sample that all follow. */
const SUPPORT = 2;

type Columns = Pick<MoneyReading, 'amount' | 'debit' | 'credit' | 'direction' | 'balanceMarks' | 'isSpoken'>;

export function completed(
  table: Table,
  evidence: readonly Evidence[],
  columns: Columns,
  found: {
    readonly proof: Proven | null;
    readonly titled: number;
    readonly effects: readonly number[];
    readonly reasons: Map<number, string>;
    readonly isGuessedPair: boolean;
    readonly beside?: BalancesBeside | null;
  },
): MoneyReading {
  const { proof, titled, reasons, beside = null } = found;
  const isProven = proof?.isProof === true;
  const all: Evidence[] = isProven ? [...evidence, { class: 'proof', words: proof.words }] : [...evidence];
  // A few balances that all follow prove nothing yet; the whole file, with its stated balances, may.
  const isSupported = proof !== null && proof.chain.checks >= SUPPORT && proof.chain.hits === proof.chain.checks;
  const balance = isProven || (titled < 0 && isSupported) ? proof.balance : titled;
  if (balance >= 0 && !table.named.has(balance))
    reasons.set(balance, isProven && balance !== titled ? proof.words : table.quoted(balance));
  if (columns.balanceMarks >= 0)
    reasons.set(columns.balanceMarks, 'the debit and credit marks of the balance beside it');
  if (columns.amount >= 0 && !table.named.has(columns.amount)) {
    const own = evidence.find((one) => one.class !== 'veto')?.words ?? '';
    reasons.set(columns.amount, isProven && own === 'values are amounts' ? proof.words : own);
  }
  if (beside !== null) reasons.set(beside.before, 'the balance before each entry');
  const isRefutedHere = !isProven && proof !== null && proof.balance === titled && isRefuted(proof.chain);
  const { effects, isGuessedPair } = found;
  return {
    ...columns,
    balance,
    evidence: all,
    class: classOf(all),
    reasons,
    effects,
    isGuessedPair,
    isSupported,
    chain: proof !== null && proof.balance === balance ? proof.chain : null,
    isProven,
    isRefuted: isRefutedHere,
    beside,
    steps: isProven ? proof.steps : null,
    groupedBy: isProven ? proof.groupedBy : -1,
  };
}

// The rows of a proof's lines: those of the session's files, and copies of rows that an earlier session left open.

import type { LateRow } from '../../records/late/late-groups.ts';
import { normalised } from '../../records/rows/accounts.ts';
import { type RowColumns, type Side, textAt } from '../../records/rows/columns.ts';
import { dayOf, dayOfCopy } from '../../records/rows/row-day.ts';
import type { ItemisedLine } from '../proof/account-lines.ts';
import { TODO_SIDES } from '../proof/open-work.ts';
import type { ItemisedProof } from '../proof/session-lines.ts';
import type { WaitingItem } from '../proof/waiting.ts';
import type { Stated } from './stated.ts';

/** A row of a line. Its facts are looked up when they are asked for: a line may have a hundred thousand rows. */
export interface RowOfLine {
  /** What it adds to the line, signed minor units. */
  readonly amount: number;
  readonly facts: () => RowFacts;
}

export interface RowFacts {
  readonly side: Side;
  /** Row of the side's columns; null for a copy. */
  readonly row: number | null;
  /** The copied row; null for the session's own. */
  readonly copy: LateRow | null;
  /** Day number, NO_DAY if it has none. */
  readonly day: number;
  readonly file: string;
  readonly line: number;
  /** Its reference and narration. */
  readonly text: string;
}

/** Carried rows first. */
export const rowsOfLine = ({ columns }: Pick<Stated, 'columns'>, line: ItemisedLine | undefined): RowOfLine[] => [
  ...(line?.carried ?? []).map(({ row, amount }) => ({ amount, facts: () => factsOfCopy(row) })),
  ...(line?.items ?? []).map(({ side, row, amount }) => ({
    amount,
    facts: () => factsOfRow(side, columns[side], row),
  })),
];

/** The rows of earlier periods that this one settled, where only movements are known: effects on bank less book. */
export function broughtForward(
  { columns, late, summary: { period } }: Pick<Stated, 'columns' | 'late' | 'summary'>,
  { account, currency, basis, settled = [] }: ItemisedProof,
): RowOfLine[] {
  if (basis === 'balances') return [];
  const isOfAccount = (row: LateRow): boolean =>
    row.currency === currency &&
    (account === null || row.account === '' || normalised(row.account) === normalised(account));
  const ofOthers = late
    .flatMap(({ foreign }) => foreign)
    .filter((row) => period !== null && dayOfCopy(row) < period.start)
    .filter(isOfAccount)
    .map((row) => ({ amount: row.side === 'gl' ? row.amountMinor : -row.amountMinor, facts: () => factsOfCopy(row) }));
  const own = settled.map(({ side, row, amount }) => ({ amount, facts: () => factsOfRow(side, columns[side], row) }));
  return [...ofOthers, ...own];
}

/** The items to wait for at the bank, with their ages in days at the period's end. */
export function waitingItems(
  { columns, summary: { period } }: Pick<Stated, 'columns' | 'summary'>,
  proof: ItemisedProof,
): WaitingItem[] {
  if (period === null) return [];
  return proof.itemised
    .filter(TODO_SIDES.wait)
    .flatMap(({ items, carried = [] }) => [
      ...carried.map(({ row, amount }) => ({ days: period.end - dayOfCopy(row), amount })),
      ...items.map(({ side, row, amount }) => ({ days: Math.max(0, period.end - dayOf(columns[side], row)), amount })),
    ]);
}

const factsOfCopy = (copy: LateRow): RowFacts => ({
  side: copy.side,
  row: null,
  copy,
  day: dayOfCopy(copy),
  file: copy.file,
  line: copy.line,
  text: joined([copy.reference, copy.narration]),
});

export const factsOfRow = (side: Side, columns: RowColumns, row: number): RowFacts => ({
  side,
  row,
  copy: null,
  day: dayOf(columns, row),
  file: columns.files[columns.file[row]] ?? '',
  line: columns.line[row],
  text: joined([textAt(columns.reference, row), textAt(columns.narration, row)]),
});

const joined = (parts: readonly string[]): string => parts.filter((part) => part !== '').join(' ');

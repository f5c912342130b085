// Lines of open rows and pairs, and of rows that a person must decide together.

import { membersOf, typeOf } from '../../classification/cluster-set.ts';
import { currencyOf, type OpenItems } from '../../classification/open-session.ts';
import { mayHaveCounterpart } from '../../classification/undecided.ts';
import type { ClusterType } from '../../records/documents/cluster-type.ts';
import type { CarriedRow } from '../../records/late/late-groups.ts';
import { otherSide, SIDES, type Side } from '../../records/rows/columns.ts';
import { inTransit, isError, leavesChoice, notBooked, type OpenRow, PROOF_SIDE, sideWithMore } from './line-kinds.ts';
import type { SessionLines } from './session-lines.ts';
import { AFTER } from './when-of-row.ts';

/** A row that earlier sessions left open, with the place of its account. */
export interface CarriedOpen {
  readonly row: CarriedRow;
  readonly account: number;
}

interface OpenItemLines {
  /** The open rows whose counterpart is known: they are in no opening balance alone. */
  readonly paired: Readonly<Record<Side, ReadonlySet<number>>>;
  /** Rows, those that are decided together as one, that are on no line yet: a row that earlier sessions left open may be theirs. */
  readonly awaited: readonly (readonly OpenRow[])[];
}

/** `isLikely`: whether a row that earlier sessions left open looks like a row's counterpart. */
export function openItemLines(lines: SessionLines, isLikely: (side: Side, row: number) => boolean): OpenItemLines {
  const awaited: OpenRow[][] = [];
  const paired = { gl: new Set<number>(), bank: new Set<number>() };
  const { clusters, columns, outcome } = lines.session;
  const items: OpenItems = { columns, open: outcome.open };
  const toDecide = new Map<number, OpenRow[]>();
  const take = (side: Side, item: number, of: { readonly clusterType: ClusterType; readonly ground: string }): void => {
    const { row } = outcome.open[side];
    const open = { side, row: row[item], ...of };
    const number = outcome.open[side].undecided[item];
    const set = toDecide.get(number);
    if (number < 0 && isLikely(side, open.row) && mayHaveCounterpart(of.clusterType, of.ground)) awaited.push([open]);
    else if (number < 0) alone(lines, open);
    else if (set === undefined) toDecide.set(number, [open]);
    else set.push(open);
  };
  for (let c = 0; c < clusters.count; c++) {
    const { gl, bank } = membersOf(clusters, c);
    const clusterType = typeOf(clusters, c);
    const { rule, name: ground } = clusters.grounds[clusters.ground[c]];
    const isPair = rule.shape === 'pair' && outcome.open.gl.undecided[gl[0]] < 0;
    // Amounts of two currencies are not compared: each stays on its own account's statement.
    if (isPair && currencyOf(items, 'gl', gl[0]) === currencyOf(items, 'bank', bank[0])) {
      const members = { gl: [outcome.open.gl.row[gl[0]]], bank: [outcome.open.bank.row[bank[0]]] };
      const difference = lines.amount('bank', members.bank[0]) - lines.amount('gl', members.gl[0]);
      const short = outcome.open.gl.shortDispense[gl[0]];
      lines.both(members, { correction: 'ledger_errors', difference, clusterType });
      for (const side of SIDES) for (const row of members[side]) paired[side].add(row);
      inNoBalance(lines, { side: 'gl', row: members.gl[0], clusterType }, { members, difference, short });
    } else {
      for (const item of gl) take('gl', item, { clusterType, ground });
      for (const item of bank) take('bank', item, { clusterType, ground });
    }
  }
  for (const rows of toDecide.values()) {
    if (rows.some(({ side, row }) => isLikely(side, row))) awaited.push(rows);
    else decide(lines, rows);
  }
  for (const side of SIDES) {
    const { count, row } = outcome.open[side];
    for (let item = 0; item < count; item++) {
      if (clusters.clusterOf[side][item] < 0) alone(lines, { side, row: row[item], clusterType: null });
    }
  }
  return { paired, awaited };
}

/** An open pair that changes no balance of the period is listed all the same. */
function inNoBalance(
  lines: SessionLines,
  of: OpenRow,
  pair: {
    readonly members: Readonly<Record<Side, readonly number[]>>;
    readonly difference: number;
    /** What a machine failed to pay out, minor units; -1: not known. */
    readonly short: number;
  },
): void {
  const { members, difference, short } = pair;
  const when = SIDES.flatMap((side) => members[side].map((row) => lines.when[side][row]));
  if (when.every((one) => one === AFTER)) outside(lines, of);
  if (difference !== 0 || when.includes(AFTER)) return;
  const whole = lines.amount(of.side, of.row);
  const amount = short < 0 ? whole : Math.sign(whole) * short;
  lines.add({ kind: 'no_effect', on: null, clusterType: of.clusterType }, { ...of, amount });
}

/** An open row of a day outside the period. */
function outside(lines: SessionLines, { side, row, clusterType }: OpenRow): void {
  lines.add({ kind: 'other_periods', on: null, clusterType }, { side, row, amount: lines.amount(side, row) });
}

/**
 * The line of rows that a person must decide together: what one side has more, on the other side. Of as many rows on
 * both sides, and of rows in several accounts, the bank's amounts are taken. Each account has the net of its own rows.
 * `carried`: rows of before, of accounts whose balances are proved.
 */
export function decide(lines: SessionLines, rows: readonly OpenRow[], carried: readonly CarriedOpen[] = []): void {
  if (rows.length === 1 && carried.length === 0 && !leavesChoice(rows[0])) {
    alone(lines, rows[0]);
    return;
  }
  const counting = new Set(rows.filter((row) => lines.counts(row)));
  for (const row of rows) if (!counting.has(row)) outside(lines, row);
  const accountOf = ({ side, row }: OpenRow): number => lines.book.accountOf(side, row);
  const areInSeveral = new Set(rows.map(accountOf)).size > 1;
  if (counting.size === 0 && carried.length === 1) {
    lines.addCarried(carried[0].account, [carried[0].row]);
    return;
  }
  for (const account of new Set([...[...counting].map(accountOf), ...carried.map((one) => one.account)])) {
    const own = [...counting].filter((row) => accountOf(row) === account);
    const before = carried.filter((one) => one.account === account).map(({ row }) => row);
    const more: Side = areInSeveral
      ? 'bank'
      : sideWithMore([
          ...own.map(({ side, row }) => ({ side, amount: lines.amount(side, row) })),
          ...before.map(({ side, amountMinor: amount }) => ({ side, amount })),
        ]);
    const on = PROOF_SIDE[otherSide(more)];
    const signed = (side: Side, amount: number): number => (side === more ? amount : -amount);
    for (const { side, row } of own) {
      lines.add({ kind: 'to_decide', on }, { side, row, amount: signed(side, lines.amount(side, row)) });
    }
    for (const row of before) lines.addUndecided(account, { row, amount: signed(row.side, row.amountMinor) }, on);
  }
}

/** Line of a row that the other side lacks. Other rows from before the period are in the opening balance. */
function alone(lines: SessionLines, of: OpenRow): void {
  const { side, row, clusterType } = of;
  if (!lines.counts(of)) {
    outside(lines, of);
    return;
  }
  const amount = lines.amount(side, row);
  if (isError(of)) {
    const kind = side === 'bank' ? 'bank_errors' : 'ledger_errors';
    lines.add({ kind, on: PROOF_SIDE[side], clusterType }, { side, row, amount: -amount });
    return;
  }
  const kind = side === 'gl' ? inTransit(amount) : notBooked(amount);
  lines.add({ kind, on: PROOF_SIDE[otherSide(side)], clusterType }, { side, row, amount });
}

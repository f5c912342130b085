// Lines of open rows and pairs, and of rows that a person must decide together.

import { membersOf, typeOf } from '../../classification/cluster-set.ts';
import { currencyOf, type OpenItems } from '../../classification/open-session.ts';
import type { ClusterType } from '../../records/documents/cluster-type.ts';
import { otherSide, SIDES, type Side } from '../../records/rows/columns.ts';
import { inTransit, isError, leavesChoice, notBooked, type OpenRow, PROOF_SIDE, sideWithMore } from './line-kinds.ts';
import type { SessionLines } from './session-lines.ts';
import { AFTER } from './when-of-row.ts';

/** Answers the open rows whose counterpart is known: they are in no opening balance alone. */
export function openItemLines(lines: SessionLines): Readonly<Record<Side, ReadonlySet<number>>> {
  const paired = { gl: new Set<number>(), bank: new Set<number>() };
  const { clusters, columns, outcome } = lines.session;
  const items: OpenItems = { columns, open: outcome.open };
  const toDecide = new Map<number, OpenRow[]>();
  const take = (side: Side, item: number, of: { readonly clusterType: ClusterType; readonly ground: string }): void => {
    const { row } = outcome.open[side];
    const open = { side, row: row[item], ...of };
    const number = outcome.open[side].undecided[item];
    const set = toDecide.get(number);
    if (number < 0) alone(lines, open);
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
  for (const rows of toDecide.values()) decide(lines, rows);
  for (const side of SIDES) {
    const { count, row } = outcome.open[side];
    for (let item = 0; item < count; item++) {
      if (clusters.clusterOf[side][item] < 0) alone(lines, { side, row: row[item], clusterType: null });
    }
  }
  return paired;
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
 */
function decide(lines: SessionLines, rows: readonly OpenRow[]): void {
  if (rows.length === 1 && !leavesChoice(rows[0])) {
    alone(lines, rows[0]);
    return;
  }
  const counting = new Set(rows.filter((row) => lines.counts(row)));
  for (const row of rows) if (!counting.has(row)) outside(lines, row);
  const accountOf = ({ side, row }: OpenRow): number => lines.book.accountOf(side, row);
  const areInSeveral = new Set(rows.map(accountOf)).size > 1;
  const byAccount = Map.groupBy(counting, accountOf);
  for (const own of byAccount.values()) {
    const sized = own.map(({ side, row }) => ({ side, amount: lines.amount(side, row) }));
    const more: Side = areInSeveral ? 'bank' : sideWithMore(sized);
    for (const { side, row } of own) {
      const amount = side === more ? lines.amount(side, row) : -lines.amount(side, row);
      lines.add({ kind: 'to_decide', on: PROOF_SIDE[otherSide(more)] }, { side, row, amount });
    }
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

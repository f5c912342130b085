// A cluster names at most MAX_CLUSTER_RECORDS rows a side. A larger group is cut at its natural seams: by account, then
// by amount, then by date, each only if still needed. Rows that are equal in all three are cut by count. The members'
// order is by content, so that shuffled files are cut alike.

import { MAX_CLUSTER_RECORDS } from '../limits.ts';
import { SIDES, type Side, textAt } from '../records/rows/columns.ts';
import { amountOf, type OpenSession, rowOf } from './open-session.ts';
import type { Members } from './rule.ts';

/** The group as one cluster or several, members of each side sorted by account, amount, date and content. */
export function cutGroup(session: OpenSession, group: Members): Members[] {
  const sorted: Members = { gl: sortItems(session, 'gl', group.gl), bank: sortItems(session, 'bank', group.bank) };
  return cutAt(session, sorted, SEAMS);
}

type Seam = (session: OpenSession, side: Side, item: number) => string | number;

const SEAMS: readonly Seam[] = [
  accountOf,
  (session, side, item) => Math.abs(amountOf(session, side, item)),
  (session, side, item) => session.columns[side].bookingDay[rowOf(session, side, item)],
];

function cutAt(session: OpenSession, group: Members, seams: readonly Seam[]): Members[] {
  if (group.gl.length <= MAX_CLUSTER_RECORDS && group.bank.length <= MAX_CLUSTER_RECORDS) return [group];
  const [seam, ...finer] = seams;
  if (seam === undefined) return cutByCount(group);
  const pieces = new Map<string | number, Record<Side, number[]>>();
  for (const side of SIDES) {
    for (const item of group[side]) {
      const at = seam(session, side, item);
      const piece = pieces.get(at) ?? { gl: [], bank: [] };
      piece[side].push(item);
      pieces.set(at, piece);
    }
  }
  const inOrder = [...pieces].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return inOrder.flatMap(([, piece]) => cutAt(session, piece, finer));
}

function cutByCount({ gl, bank }: Members): Members[] {
  const pieces: Members[] = [];
  for (let from = 0; from < Math.max(gl.length, bank.length); from += MAX_CLUSTER_RECORDS) {
    const to = from + MAX_CLUSTER_RECORDS;
    pieces.push({ gl: gl.slice(from, to), bank: bank.slice(from, to) });
  }
  return pieces;
}

/** The account's label. Its number would depend on which account a file names first. */
function accountOf(session: OpenSession, side: Side, item: number): string {
  const columns = session.columns[side];
  return columns.accounts[columns.account[rowOf(session, side, item)]] ?? '';
}

function sortItems(session: OpenSession, side: Side, items: readonly number[]): number[] {
  if (items.length < 2) return [...items];
  const columns = session.columns[side];
  const account = (item: number) => accountOf(session, side, item);
  const text = (item: number) => {
    const row = rowOf(session, side, item);
    return [columns.reference, columns.settlementSession, columns.narration]
      .map((column) => textAt(column, row))
      .join('\0');
  };
  return [...items].sort((a, b) => {
    const [rowA, rowB] = [rowOf(session, side, a), rowOf(session, side, b)];
    return (
      ordered(account(a), account(b)) ||
      Math.abs(columns.amount[rowA]) - Math.abs(columns.amount[rowB]) ||
      columns.amount[rowA] - columns.amount[rowB] ||
      columns.bookingDay[rowA] - columns.bookingDay[rowB] ||
      columns.valueDay[rowA] - columns.valueDay[rowB] ||
      ordered(text(a), text(b)) ||
      a - b
    );
  });
}

const ordered = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

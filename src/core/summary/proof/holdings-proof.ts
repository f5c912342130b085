// The proof of holdings, one for each account and currency: the market values of the custodian's report and of the
// books, and between them a line for each kind of break and one for differences within the tolerances. The lines turn
// the books' value into the custodian's, if every position is in one line.

import { membersOf, typeOf } from '../../classification/cluster-set.ts';
import { NO_DAY } from '../../money/calendar.ts';
import { exactSums } from '../../money/exact-sums.ts';
import { ROW_OUT_OF_PERIOD, type RowColumns, SIDES, type Side } from '../../records/rows/columns.ts';
import { type AccountBook, accountBook } from './account-book.ts';
import { AccountLines } from './account-lines.ts';
import { proofOf, type SideOfAccount } from './proof.ts';
import type { ItemisedProof, SessionToProve } from './session-lines.ts';

/** In order of account, then currency. */
export function holdingProofs({ columns, outcome, clusters }: SessionToProve): ItemisedProof[] {
  const book = accountBook(columns, []);
  const lines = book.accounts.map(() => new AccountLines());
  const add = (key: Parameters<AccountLines['add']>[0], side: Side, row: number): void => {
    const worth = columns[side].amount[row];
    lines[book.accountOf(side, row)].add(key, { side, row, amount: side === 'bank' ? worth : -worth });
  };
  for (let c = 0; c < clusters.count; c++) {
    const clusterType = typeOf(clusters, c);
    const members = membersOf(clusters, c);
    for (const side of SIDES) {
      for (const item of members[side]) {
        add({ kind: 'holding_breaks', side: 'book', clusterType }, side, outcome.open[side].row[item]);
      }
    }
  }
  for (const side of SIDES) {
    const { row } = outcome.open[side];
    clusters.clusterOf[side].forEach((cluster, item) => {
      if (cluster < 0) add({ kind: 'holding_breaks', side: 'book', clusterType: null }, side, row[item]);
    });
  }
  const { groups } = outcome;
  for (let g = 0; g < groups.count; g++) {
    const row = groups.bank.rows[groups.bank.offsets?.[g] ?? g];
    const item = { side: 'bank', row, amount: -groups.difference[g] } as const;
    lines[book.accountOf('bank', row)].add({ kind: 'small_differences', side: 'book', clusterType: null }, item);
  }
  const sides = { gl: sidesOf(columns.gl, 'gl', book), bank: sidesOf(columns.bank, 'bank', book) };
  return book.accounts.map(({ account, currency }, a) => {
    const itemised = lines[a].lines();
    const plain = itemised.map(({ items: _, ...line }) => line);
    const of = { bank: sides.bank[a], book: sides.gl[a], lines: plain, settledOfBefore: 0n };
    return { ...proofOf({ account, currency, ...of }), itemised };
  });
}

/** Market values by account, without positions of other days. */
function sidesOf({ count, amount, flags, bookingDay }: RowColumns, side: Side, book: AccountBook): SideOfAccount[] {
  const sums = exactSums(book.accounts.length);
  const lastDay = new Int32Array(book.accounts.length).fill(NO_DAY);
  for (let row = 0; row < count; row++) {
    if ((flags[row] & ROW_OUT_OF_PERIOD) !== 0) continue;
    const a = book.accountOf(side, row);
    sums.add(a, amount[row]);
    lastDay[a] = Math.max(lastDay[a], bookingDay[row]);
  }
  return book.accounts.map((_, a) => ({
    statedOpening: null,
    statedClosing: null,
    before: 0n,
    within: sums.sum(a),
    after: 0n,
    laterRows: 0,
    lastDay: lastDay[a] === NO_DAY ? null : lastDay[a],
  }));
}

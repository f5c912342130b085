// The lines of all accounts of a session while its proofs are made, and what its rows settle of the opening balances.

import type { ClusterSet } from '../../classification/cluster-set.ts';
import type { MatchOutcome } from '../../matching/outcome/outcome.ts';
import { NO_DAY } from '../../money/calendar.ts';
import type { ClusterType } from '../../records/documents/cluster-type.ts';
import type { Period } from '../../records/documents/period.ts';
import type { CarriedRow } from '../../records/late/late-groups.ts';
import type { LateMatch } from '../../records/late/late-matches.ts';
import type { AlignedAccounts } from '../../records/rows/accounts.ts';
import { type RowColumns, SIDES, type Side } from '../../records/rows/columns.ts';
import type { AccountBalance } from '../facts.ts';
import { type AccountBook, accountBook } from './account-book.ts';
import { AccountLines, type CarriedItem, type ItemisedLine, type ProofItem } from './account-lines.ts';
import { carriedOnLines, listedCarried } from './carried-lines.ts';
import { inTransit, type OpenRow } from './line-kinds.ts';
import { type AccountProof, type ProofKind, type ProofSide, proofOf } from './proof.ts';
import type { RestingAccount } from './resting.ts';
import { sideSums } from './side-sums.ts';
import { AFTER, BEFORE, WITHIN, whenOf } from './when-of-row.ts';

export interface SessionToProve {
  readonly columns: Readonly<Record<Side, RowColumns>>;
  /** Left out: accounts are one by equal numbers alone. */
  readonly accounts?: AlignedAccounts | undefined;
  readonly outcome: MatchOutcome;
  readonly clusters: ClusterSet;
  /** Rows that late groups hold, with the copies of their counterparts. */
  readonly late?: readonly LateMatch[];
  /** Rows of before the period that earlier sessions had open at its end. */
  readonly carried?: readonly CarriedRow[];
  /** Accounts that only such rows are of. */
  readonly resting?: readonly RestingAccount[] | undefined;
  /** Null when no row has a day: then all rows lie within. */
  readonly period: Period | null;
  readonly balances: readonly AccountBalance[];
  /** How many rows of each side are of the period's own files: the rows after them are opening rows; left out: all. */
  readonly ownRows?: Readonly<Record<Side, number>> | undefined;
}

export interface ItemisedProof extends AccountProof {
  readonly itemised: readonly ItemisedLine[];
  /** Rows of before the period that the run settled: their effects on bank less book. */
  readonly settled?: readonly ProofItem[];
}

export class SessionLines {
  readonly session: SessionToProve;
  readonly book: AccountBook;
  /** BEFORE, WITHIN or AFTER of each row. */
  readonly when: Readonly<Record<Side, Uint8Array>>;
  readonly #lines: AccountLines[];
  readonly #settled: bigint[];
  readonly #settledRows: ProofItem[][];

  constructor(session: SessionToProve) {
    this.session = session;
    this.book = accountBook(session.columns, session.balances, session.accounts, session.resting);
    this.#lines = this.book.accounts.map(() => new AccountLines());
    this.#settled = this.book.accounts.map(() => 0n);
    this.#settledRows = this.book.accounts.map(() => []);
    const { columns, period } = session;
    this.when = { gl: whenOf(columns.gl, period), bank: whenOf(columns.bank, period) };
  }

  /** In order of account, then currency. */
  proofs(): ItemisedProof[] {
    const { columns } = this.session;
    const { ownRows = { gl: columns.gl.count, bank: columns.bank.count } } = this.session;
    const sumsOf = (side: Side) =>
      sideSums(side, { ...columns[side], count: ownRows[side] }, this.when[side], this.book);
    const sides = { gl: sumsOf('gl'), bank: sumsOf('bank') };
    return this.book.accounts.map(({ account, ledgerAccounts, currency, balancesOf }, a) => {
      const itemised = this.#lines[a].lines();
      const lines = itemised.map(({ items: _, carried: __, ...line }) => line);
      const settledOfBefore = this.#settled[a];
      const of = { account, ledgerAccounts, currency, bank: sides.bank[a], book: sides.gl[a], lines, settledOfBefore };
      const proof = { ...proofOf(of), ...(balancesOf !== undefined && { balancesOf }) };
      return { ...proof, itemised, settled: this.#settledRows[a] };
    });
  }

  amount(side: Side, row: number): number {
    return this.session.columns[side].amount[row];
  }

  add(
    of: { readonly kind: ProofKind; readonly on: ProofSide | null; readonly clusterType?: ClusterType | null },
    item: { readonly side: Side; readonly row: number; readonly amount: number },
  ): void {
    const { kind, on, clusterType = null } = of;
    this.#lines[this.book.accountOf(item.side, item.row)].add({ kind, side: on, clusterType }, item);
  }

  settle(side: Side, row: number, amount: number): void {
    this.#settled[this.book.accountOf(side, row)] += BigInt(amount);
  }

  /** Settles a row of before the period. */
  settleOwn(side: Side, row: number): void {
    const amount = side === 'bank' ? -this.amount(side, row) : this.amount(side, row);
    this.settle(side, row, amount);
    this.#settledRows[this.book.accountOf(side, row)].push({ side, row, amount });
  }

  /** Whether the row is an opening row: then its opening balance has it, and the other side's has not. */
  isOpening(side: Side, row: number): boolean {
    const { ownRows } = this.session;
    return ownRows !== undefined && row >= ownRows[side];
  }

  /** Whether an open row changes a balance: one of the period, or an opening row, which is settled against the start. */
  counts({ side, row }: OpenRow): boolean {
    if (!this.isOpening(side, row)) return this.when[side][row] === WITHIN;
    if (!this.isOfBalances(this.book.accountOf(side, row))) return false;
    this.settleOwn(side, row);
    return true;
  }

  /** Lines of rows that both sides have, brought to the bank's amount. `difference`: bank less ledger. */
  both(
    members: Readonly<Record<Side, readonly number[]>>,
    of: {
      readonly correction: ProofKind;
      readonly difference: number;
      readonly clusterType: ClusterType | null;
    },
  ): void {
    const { correction, difference, clusterType } = of;
    if (SIDES.every((side) => members[side].every((row) => this.when[side][row] === AFTER))) return;
    for (const row of members.bank) {
      const amount = this.amount('bank', row);
      const when = this.when.bank[row];
      if (when === AFTER) this.add({ kind: inTransit(amount), on: 'bank', clusterType }, { side: 'bank', row, amount });
      else if (when === BEFORE) this.settleOwn('bank', row);
    }
    for (const row of members.gl) {
      const amount = this.amount('gl', row);
      const when = this.when.gl[row];
      if (when === AFTER) this.add({ kind: 'booked_later', on: 'book', clusterType }, { side: 'gl', row, amount });
      else if (when === BEFORE) this.settleOwn('gl', row);
    }
    // Fees that the tariff leaves to the ledger's side are in no settlement: nothing must be posted.
    if (correction === 'fees_of_the_ledger') {
      const item = { side: 'gl', row: members.gl[0], amount: -difference } as const;
      this.add({ kind: correction, on: 'bank', clusterType }, item);
      return;
    }
    const item = { side: 'bank', row: members.bank[0], amount: difference } as const;
    this.add({ kind: correction, on: 'book', clusterType }, item);
  }

  isBefore(day: number): boolean {
    const { period } = this.session;
    return period !== null && day !== NO_DAY && day < period.start;
  }

  /**
   * Takes rows of one account that earlier sessions left open. They are in one opening balance alone, and stand where they
   * stood. If only movements are proved, they are in no figure, and are listed all the same.
   */
  addCarried(account: number, rows: readonly CarriedRow[]): void {
    const isProved = this.isOfBalances(account);
    const found = isProved ? carriedOnLines(rows) : rows.map(listedCarried);
    for (const { key, item } of found) this.#lines[account].addCarried(key, item);
    for (const row of isProved ? rows : []) this.#settleCarried(account, row);
  }

  /** Takes such a row that is decided together with others. */
  addUndecided(account: number, item: CarriedItem, on: ProofSide): void {
    this.#lines[account].addCarried({ kind: 'to_decide', side: on, clusterType: null }, item);
    this.#settleCarried(account, item.row);
  }

  #settleCarried(account: number, { side, amountMinor: amount }: CarriedRow): void {
    this.#settled[account] += BigInt(side === 'gl' ? amount : -amount);
  }

  /** Whether balances are proved, not only movements. */
  isOfBalances(account: number): boolean {
    return SIDES.every((side) => {
      const { opening, closing } = this.book.statedOf(side, account);
      return opening !== null || closing !== null;
    });
  }
}

// The proofs of a session, one for each account and currency that a row or a balance names: for every row it decides
// whether its side had it by the period's end. An amount that the other side lacks becomes a line on the side that must
// change.
//
// For a group or an open pair, both sides are brought to the bank's amount: rows that the bank has later are in
// transit, rows that the ledger books later are not yet booked, and the rest of the difference is an error of the
// ledger. Rows from before the period are in the opening balance, so rows of the period that settle them reduce what
// was brought forward. Rows that moved no money count nowhere. Rows of the period that the run set aside were not
// compared, so they are taken off their balance. Rows that must be decided together enter with their net alone.

import { type ClusterSet, membersOf as membersOfCluster, typeOf } from '../../classification/cluster-set.ts';
import { currencyOf, type OpenItems } from '../../classification/open-session.ts';
import { firstMember, membersOf } from '../../matching/outcome/match-groups.ts';
import { LAST_TIER, type MatchOutcome, type RowMembers } from '../../matching/outcome/outcome.ts';
import { NO_DAY } from '../../money/calendar.ts';
import type { ClusterType } from '../../records/documents/cluster-type.ts';
import type { Period } from '../../records/documents/period.ts';
import type { CarriedRow } from '../../records/late/late-groups.ts';
import type { LateMatch } from '../../records/late/late-matches.ts';
import type { AlignedAccounts } from '../../records/rows/accounts.ts';
import { otherSide, type RowColumns, SIDES, type Side } from '../../records/rows/columns.ts';
import { dayOfCopy } from '../../records/rows/row-day.ts';
import type { AccountBalance } from '../facts.ts';
import { type AccountBook, accountBook } from './account-book.ts';
import { AccountLines, type ItemisedLine, type ProofItem } from './account-lines.ts';
import { carriedOnLines, listedCarried } from './carried-lines.ts';
import {
  CORRECTIONS,
  inTransit,
  isError,
  leavesChoice,
  notBooked,
  type OpenRow,
  PROOF_SIDE,
  sideWithMore,
} from './line-kinds.ts';
import { type AccountProof, type ProofKind, type ProofSide, proofOf } from './proof.ts';
import { MOVED_NOTHING, sideSums } from './side-sums.ts';
import { AFTER, BEFORE, closedBefore, IN_LATE_GROUP, WITHIN, whenOf } from './when-of-row.ts';

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

/** In order of account, then currency. */
export function proofsOf(session: SessionToProve): ItemisedProof[] {
  return new Proving(session).proofs();
}

class Proving {
  readonly #session: SessionToProve;
  readonly #book: AccountBook;
  readonly #lines: AccountLines[];
  readonly #settled: bigint[];
  /** Open rows whose counterpart is known: they are in no opening balance alone. */
  readonly #paired: Readonly<Record<Side, Set<number>>> = { gl: new Set(), bank: new Set() };
  readonly #settledRows: ProofItem[][];
  /** BEFORE, WITHIN or AFTER of each row. */
  readonly #when: Readonly<Record<Side, Uint8Array>>;

  constructor(session: SessionToProve) {
    this.#session = session;
    this.#book = accountBook(session.columns, session.balances, session.accounts);
    this.#lines = this.#book.accounts.map(() => new AccountLines());
    this.#settled = this.#book.accounts.map(() => 0n);
    this.#settledRows = this.#book.accounts.map(() => []);
    const { columns, period } = session;
    this.#when = { gl: whenOf(columns.gl, period), bank: whenOf(columns.bank, period) };
  }

  proofs(): ItemisedProof[] {
    this.#groups();
    this.#reversals();
    this.#lateGroups();
    this.#openItems();
    this.#setAside();
    this.#carried();
    const { columns } = this.#session;
    const { ownRows = { gl: columns.gl.count, bank: columns.bank.count } } = this.#session;
    const sumsOf = (side: Side) =>
      sideSums(side, { ...columns[side], count: ownRows[side] }, this.#when[side], this.#book);
    const sides = { gl: sumsOf('gl'), bank: sumsOf('bank') };
    return this.#book.accounts.map(({ account, ledgerAccounts, currency }, a) => {
      const itemised = this.#lines[a].lines();
      const lines = itemised.map(({ items: _, carried: __, ...line }) => line);
      const settledOfBefore = this.#settled[a];
      const of = { account, ledgerAccounts, currency, bank: sides.bank[a], book: sides.gl[a], lines, settledOfBefore };
      return { ...proofOf(of), itemised, settled: this.#settledRows[a] };
    });
  }

  #amount(side: Side, row: number): number {
    return this.#session.columns[side].amount[row];
  }

  #add(
    of: { readonly kind: ProofKind; readonly on: ProofSide | null; readonly clusterType?: ClusterType | null },
    item: { readonly side: Side; readonly row: number; readonly amount: number },
  ): void {
    const { kind, on, clusterType = null } = of;
    this.#lines[this.#book.accountOf(item.side, item.row)].add({ kind, side: on, clusterType }, item);
  }

  #settle(side: Side, row: number, amount: number): void {
    this.#settled[this.#book.accountOf(side, row)] += BigInt(amount);
  }

  /** Settles a row of before the period. */
  #settleOwn(side: Side, row: number): void {
    const amount = side === 'bank' ? -this.#amount(side, row) : this.#amount(side, row);
    this.#settle(side, row, amount);
    this.#settledRows[this.#book.accountOf(side, row)].push({ side, row, amount });
  }

  /** Whether the row is an opening row: then its opening balance has it, and the other side's has not. */
  #isOpening(side: Side, row: number): boolean {
    const { ownRows } = this.#session;
    return ownRows !== undefined && row >= ownRows[side];
  }

  /** Whether an open row changes a balance: one of the period, or an opening row, which is settled against the start. */
  #counts({ side, row }: OpenRow): boolean {
    if (!this.#isOpening(side, row)) return this.#when[side][row] === WITHIN;
    if (!this.#isOfBalances(this.#book.accountOf(side, row))) return false;
    this.#settleOwn(side, row);
    return true;
  }

  #groups(): void {
    const { groups } = this.#session.outcome;
    for (let g = 0; g < groups.count; g++) {
      // Nearly every group: equal amounts within the period make no line.
      if (groups.difference[g] === 0 && this.#areWithin('gl', groups.gl, g) && this.#areWithin('bank', groups.bank, g))
        continue;
      const members = { gl: [...membersOf(groups.gl, g)], bank: [...membersOf(groups.bank, g)] };
      const correction: ProofKind = CORRECTIONS[groups.feeBasis[g]] ?? 'fees_to_post';
      this.#both(members, { correction, difference: -groups.difference[g], clusterType: null });
    }
  }

  #areWithin(side: Side, members: RowMembers, g: number): boolean {
    for (let k = firstMember(members, g), end = firstMember(members, g + 1); k < end; k++) {
      if (this.#when[side][members.rows[k]] !== WITHIN) return false;
    }
    return true;
  }

  /** Lines of rows that both sides have, brought to the bank's amount. `difference`: bank less ledger. */
  #both(
    members: Readonly<Record<Side, readonly number[]>>,
    of: {
      readonly correction: ProofKind;
      readonly difference: number;
      readonly clusterType: ClusterType | null;
    },
  ): void {
    const { correction, difference, clusterType } = of;
    if (SIDES.every((side) => members[side].every((row) => this.#when[side][row] === AFTER))) return;
    for (const row of members.bank) {
      const amount = this.#amount('bank', row);
      const when = this.#when.bank[row];
      if (when === AFTER)
        this.#add({ kind: inTransit(amount), on: 'bank', clusterType }, { side: 'bank', row, amount });
      else if (when === BEFORE) this.#settleOwn('bank', row);
    }
    for (const row of members.gl) {
      const amount = this.#amount('gl', row);
      const when = this.#when.gl[row];
      if (when === AFTER) this.#add({ kind: 'booked_later', on: 'book', clusterType }, { side: 'gl', row, amount });
      else if (when === BEFORE) this.#settleOwn('gl', row);
    }
    // Fees that the tariff leaves to the ledger's side are in no settlement: nothing must be posted.
    if (correction === 'fees_of_the_ledger') {
      const item = { side: 'gl', row: members.gl[0], amount: -difference } as const;
      this.#add({ kind: correction, on: 'bank', clusterType }, item);
      return;
    }
    const item = { side: 'bank', row: members.bank[0], amount: difference } as const;
    this.#add({ kind: correction, on: 'book', clusterType }, item);
  }

  /**
   * Lines of rows whose counterparts are in another session. Counterparts from before the period are in the opening
   * balance; this session's other side lacks those that are later or elsewhere.
   */
  #lateGroups(): void {
    for (const { group, own, foreign } of this.#session.late ?? []) {
      if (group.tier > LAST_TIER) {
        this.#nettedLate({ own, foreign });
        continue;
      }
      const first = SIDES.flatMap((side) => own[side].map((row) => ({ side, row })))[0];
      if (SIDES.every((side) => own[side].every((row) => this.#when[side][row] === AFTER))) continue;
      for (const side of SIDES) {
        for (const row of own[side]) this.#oneOfBoth({ side, row }, this.#amount(side, row), this.#when[side][row]);
      }
      for (const other of foreign) {
        const when = this.#isBefore(dayOfCopy(other)) ? BEFORE : AFTER;
        this.#oneOfBoth({ ...first, of: other.side }, other.amountMinor, when);
      }
      const correction: ProofKind = group.feeBasis === null ? 'small_differences' : 'fees_to_post';
      this.#add({ kind: correction, on: 'book' }, { ...first, amount: -group.differenceMinor });
    }
  }

  /**
   * Lines of an entry and its reversal in two sessions: if only one of them is there by the period's end, it is an
   * error of its side.
   */
  #nettedLate({ own, foreign }: Pick<LateMatch, 'own' | 'foreign'>): void {
    for (const side of SIDES) {
      for (const row of own[side]) {
        const [amount, when] = [this.#amount(side, row), this.#when[side][row]];
        if (when === BEFORE) this.#settleOwn(side, row);
        if (when !== WITHIN) continue;
        for (const other of foreign) {
          if (this.#isBefore(dayOfCopy(other)))
            this.#settle(side, row, side === 'bank' ? -other.amountMinor : other.amountMinor);
          else
            this.#add(
              { kind: side === 'bank' ? 'bank_errors' : 'ledger_errors', on: PROOF_SIDE[side] },
              { side, row, amount: -amount },
            );
        }
      }
    }
  }

  /** Lines of a row with counterparts, brought to the bank's amount on both sides. `of`: the side of its amount. */
  #oneOfBoth(
    { side, row, of }: { readonly side: Side; readonly row: number; readonly of?: Side },
    amount: number,
    when: number,
  ): void {
    if (when === BEFORE && of === undefined) this.#settleOwn(side, row);
    else if (when === BEFORE) this.#settle(side, row, of === 'bank' ? -amount : amount);
    if (when === AFTER) this.#later({ side, row }, { of: of ?? side, amount });
  }

  #later(
    { side, row }: { readonly side: Side; readonly row: number },
    { of, amount }: { readonly of: Side; readonly amount: number },
  ): void {
    const kind = of === 'bank' ? inTransit(amount) : notBooked(amount);
    this.#add({ kind, on: PROOF_SIDE[of] }, { side, row, amount });
  }

  #isBefore(day: number): boolean {
    const { period } = this.#session;
    return period !== null && day !== NO_DAY && day < period.start;
  }

  /** Netted rows show only if an end of the period lies between the two. */
  #reversals(): void {
    for (const side of SIDES) {
      const { count, original, reversal } = this.#session.outcome.reversals[side];
      for (let r = 0; r < count; r++) {
        const rows = [original[r], reversal[r]];
        const by = rows.filter((row) => this.#when[side][row] !== AFTER);
        for (const row of rows) {
          if (this.#when[side][row] !== BEFORE) continue;
          // A row within the period undoes one that is in the opening balance.
          this.#settleOwn(side, row);
        }
        if (by.length !== 1) continue;
        const amount = -this.#amount(side, by[0]);
        const kind = side === 'bank' ? 'bank_errors' : 'ledger_errors';
        this.#add({ kind, on: PROOF_SIDE[side] }, { side, row: by[0], amount });
      }
    }
  }

  #openItems(): void {
    const { clusters, columns, outcome } = this.#session;
    const items: OpenItems = { columns, open: outcome.open };
    const toDecide = new Map<number, OpenRow[]>();
    const take = (
      side: Side,
      item: number,
      of: { readonly clusterType: ClusterType; readonly ground: string },
    ): void => {
      const { row } = outcome.open[side];
      const open = { side, row: row[item], ...of };
      const number = outcome.open[side].undecided[item];
      const set = toDecide.get(number);
      if (number < 0) this.#alone(open);
      else if (set === undefined) toDecide.set(number, [open]);
      else set.push(open);
    };
    for (let c = 0; c < clusters.count; c++) {
      const { gl, bank } = membersOfCluster(clusters, c);
      const clusterType = typeOf(clusters, c);
      const { rule, name: ground } = clusters.grounds[clusters.ground[c]];
      const isPair = rule.shape === 'pair' && outcome.open.gl.undecided[gl[0]] < 0;
      // Amounts of two currencies are not compared: each stays on its own account's statement.
      if (isPair && currencyOf(items, 'gl', gl[0]) === currencyOf(items, 'bank', bank[0])) {
        const members = { gl: [outcome.open.gl.row[gl[0]]], bank: [outcome.open.bank.row[bank[0]]] };
        const difference = this.#amount('bank', members.bank[0]) - this.#amount('gl', members.gl[0]);
        const short = outcome.open.gl.shortDispense[gl[0]];
        this.#both(members, { correction: 'ledger_errors', difference, clusterType });
        for (const side of SIDES) for (const row of members[side]) this.#paired[side].add(row);
        this.#inNoBalance({ side: 'gl', row: members.gl[0], clusterType }, { members, difference, short });
      } else {
        for (const item of gl) take('gl', item, { clusterType, ground });
        for (const item of bank) take('bank', item, { clusterType, ground });
      }
    }
    for (const rows of toDecide.values()) this.#decide(rows);
    for (const side of SIDES) {
      const { count, row } = outcome.open[side];
      for (let item = 0; item < count; item++) {
        if (clusters.clusterOf[side][item] < 0) this.#alone({ side, row: row[item], clusterType: null });
      }
    }
  }

  /** An open pair that changes no balance of the period is listed all the same. */
  #inNoBalance(
    of: OpenRow,
    pair: {
      readonly members: Readonly<Record<Side, readonly number[]>>;
      readonly difference: number;
      /** What a machine failed to pay out, minor units; -1: not known. */
      readonly short: number;
    },
  ): void {
    const { members, difference, short } = pair;
    const when = SIDES.flatMap((side) => members[side].map((row) => this.#when[side][row]));
    if (when.every((one) => one === AFTER)) this.#outside(of);
    if (difference !== 0 || when.includes(AFTER)) return;
    const whole = this.#amount(of.side, of.row);
    const amount = short < 0 ? whole : Math.sign(whole) * short;
    this.#add({ kind: 'no_effect', on: null, clusterType: of.clusterType }, { ...of, amount });
  }

  /** An open row of a day outside the period. */
  #outside({ side, row, clusterType }: OpenRow): void {
    this.#add({ kind: 'other_periods', on: null, clusterType }, { side, row, amount: this.#amount(side, row) });
  }

  /**
   * The line of rows that a person must decide together: what one side has more, on the other side. Of as many rows on
   * both sides, and of rows in several accounts, the bank's amounts are taken. Each account has the net of its own rows.
   */
  #decide(rows: readonly OpenRow[]): void {
    if (rows.length === 1 && !leavesChoice(rows[0])) {
      this.#alone(rows[0]);
      return;
    }
    const counting = new Set(rows.filter((row) => this.#counts(row)));
    for (const row of rows) if (!counting.has(row)) this.#outside(row);
    const accountOf = ({ side, row }: OpenRow): number => this.#book.accountOf(side, row);
    const areInSeveral = new Set(rows.map(accountOf)).size > 1;
    const byAccount = Map.groupBy(counting, accountOf);
    for (const own of byAccount.values()) {
      const sized = own.map(({ side, row }) => ({ side, amount: this.#amount(side, row) }));
      const more: Side = areInSeveral ? 'bank' : sideWithMore(sized);
      for (const { side, row } of own) {
        const amount = side === more ? this.#amount(side, row) : -this.#amount(side, row);
        this.#add({ kind: 'to_decide', on: PROOF_SIDE[otherSide(more)] }, { side, row, amount });
      }
    }
  }

  /** Line of a row that the other side lacks. Other rows from before the period are in the opening balance. */
  #alone(of: OpenRow): void {
    const { side, row, clusterType } = of;
    if (!this.#counts(of)) {
      this.#outside(of);
      return;
    }
    const amount = this.#amount(side, row);
    if (isError(of)) {
      const kind = side === 'bank' ? 'bank_errors' : 'ledger_errors';
      this.#add({ kind, on: PROOF_SIDE[side], clusterType }, { side, row, amount: -amount });
      return;
    }
    const kind = side === 'gl' ? inTransit(amount) : notBooked(amount);
    this.#add({ kind, on: PROOF_SIDE[otherSide(side)], clusterType }, { side, row, amount });
  }

  /** Rows of the period's movement that take no part in the run: no group, reversal or open item speaks of them. */
  #setAside(): void {
    for (const side of SIDES) {
      const { count, flags } = this.#session.columns[side];
      for (let row = 0; row < count; row++) {
        const bits = flags[row];
        if (bits === 0 || (bits & (MOVED_NOTHING | IN_LATE_GROUP)) !== 0 || this.#when[side][row] !== WITHIN) continue;
        if (this.#isOpening(side, row)) continue;
        this.#add({ kind: 'set_aside', on: PROOF_SIDE[side] }, { side, row, amount: -this.#amount(side, row) });
      }
    }
  }

  /**
   * Rows that earlier sessions left open. They are in one opening balance alone, and stand where they stood. If only
   * movements are proved, they are in no figure, and are listed all the same.
   */
  #carried(): void {
    const { carried = [], columns, outcome } = this.#session;
    if (carried.length === 0) return;
    const closedOf = (side: Side) => {
      const alone = outcome.open[side].row.filter((row) => !this.#paired[side].has(row));
      return closedBefore(columns[side], this.#when[side], alone);
    };
    const closed = { gl: closedOf('gl'), bank: closedOf('bank') };
    const open = carried.filter(({ side, fingerprint }) => !closed[side].has(fingerprint.join(',')));
    const placeOf = ({ side, account: label, currency }: CarriedRow): number =>
      this.#book.placeOf(side, { label, currency });
    for (const [account, rows] of Map.groupBy(open, placeOf)) {
      if (account < 0) continue;
      const isProved = this.#isOfBalances(account);
      const found = isProved ? carriedOnLines(rows) : rows.map(listedCarried);
      for (const { key, item } of found) this.#lines[account].addCarried(key, item);
      for (const { side, amountMinor: amount } of isProved ? rows : [])
        this.#settled[account] += BigInt(side === 'gl' ? amount : -amount);
    }
  }

  #isOfBalances(account: number): boolean {
    return SIDES.every((side) => {
      const { opening, closing } = this.#book.statedOf(side, account);
      return opening !== null || closing !== null;
    });
  }
}

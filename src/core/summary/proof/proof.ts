// The bank reconciliation statement of one account in one currency, as an accountant signs it: each side's balance at
// the period's end, adjusted by the items that the other side has and it has not. Each item stands on the side that
// must change:
//
//   adjusted bank = bank closing + deposits in transit, outstanding payments - bank errors
//   adjusted book = book closing + what is not yet booked + corrections of the ledger's errors
//   difference    = adjusted bank - adjusted book = what was brought forward from before the period
//
// Equal balances show that every row was read and has a place, not that the account is reconciled: the items between
// them must still be posted, claimed or waited for. An unexplained difference means a file that does not foot, or
// rejected rows. If a side states no balance, the movements of the period are proved instead.

import type { ClusterType } from '../../records/documents/cluster-type.ts';

export type ProofSide = 'bank' | 'book';

/**
 * Kinds of lines, in the order of the statement. `to_decide` is the net of rows that a person must decide together, on
 * the side that has less of it; `booked_later` is what the run matched with entries of the ledger after the period's
 * end; `set_aside` is taken off the side that has it. `brought_forward`, exceptions that move no balance (`no_effect`)
 * and open rows of days outside the period (`other_periods`) belong to neither side.
 */
export const PROOF_KINDS = [
  'deposits_in_transit',
  'outstanding_payments',
  'bank_errors',
  'fees_of_the_ledger',
  'to_decide',
  'receipts_not_booked',
  'payments_not_booked',
  'booked_later',
  'ledger_errors',
  'fees_to_post',
  'levies_to_post',
  'exchange_differences',
  'holding_breaks',
  'small_differences',
  'written_off',
  'set_aside',
  'brought_forward',
  'no_effect',
  'other_periods',
] as const;
export type ProofKind = (typeof PROOF_KINDS)[number];

export interface ProofLine {
  readonly kind: ProofKind;
  /** The side that must change; null: neither. */
  readonly side: ProofSide | null;
  readonly clusterType: ClusterType | null;
  readonly rows: number;
  /**
   * The amount that the line adds to the side's balance, signed minor units; for `brought_forward`, to bank less book;
   * for other lines of neither side, what its rows come to.
   */
  readonly amount: bigint;
}

/**
 * stated: the balance at the period's end. less_later_entries: a later balance, less entries booked after the end.
 * carried_forward: the side has no entry, and an earlier session closed with it.
 */
export type ClosingBasis = 'stated' | 'less_later_entries' | 'opening_and_movements' | 'carried_forward';

/** One side at the ends of the period. */
export interface ProvedSide {
  /** Null where neither an opening nor a closing balance is stated. */
  readonly opening: bigint | null;
  /** False: the opening is computed from the closing balance and the entries, and proves nothing. */
  readonly openingIsStated: boolean;
  readonly closing: bigint | null;
  readonly closingBasis: ClosingBasis | null;
  /** Sum of the rows booked within the period. */
  readonly movement: bigint;
  /** Day of the last row up to the period's end, null without one. */
  readonly lastDay: number | null;
}

export interface AccountProof {
  /** Null where no file names one. */
  readonly account: string | null;
  /** The ledger's numbers of it where they are others and the session has several accounts; absent else. */
  readonly ledgerAccounts?: readonly string[] | undefined;
  /** The session whose closing balance a side has that has no entry of the account; absent: both sides have some. */
  readonly balancesOf?: string | undefined;
  readonly currency: string;
  readonly basis: 'balances' | 'movements';
  readonly bank: ProvedSide;
  readonly book: ProvedSide;
  /** Lines in the order of PROOF_KINDS, then by cluster type and side. */
  readonly lines: readonly ProofLine[];
  /** Null on the basis of movements. */
  readonly adjustedBank: bigint | null;
  readonly adjustedBook: bigint | null;
  /** Adjusted bank - adjusted book; on the basis of movements, bank movement - book movement. */
  readonly difference: bigint;
  /** The part of the difference that the lines explain. */
  readonly explained: bigint;
  readonly unexplained: bigint;
}

/** A side's balances and sums before it is proved. */
export interface SideOfAccount {
  /** Balances as the files state them; null if they do not. */
  readonly statedOpening: bigint | null;
  readonly statedClosing: bigint | null;
  /** Whether they are an earlier session's. */
  readonly isForward?: boolean | undefined;
  /** Sums of the booked rows before, within and after the period. */
  readonly before: bigint;
  readonly within: bigint;
  readonly after: bigint;
  readonly laterRows: number;
  readonly lastDay: number | null;
}

interface AccountFigures {
  readonly account: string | null;
  readonly ledgerAccounts?: readonly string[] | undefined;
  readonly currency: string;
  readonly bank: SideOfAccount;
  readonly book: SideOfAccount;
  /** Lines without brought_forward. */
  readonly lines: readonly ProofLine[];
  /** Effect on bank less book of rows in the period that settle rows from before it. */
  readonly settledOfBefore: bigint;
}

export function proofOf({
  account,
  ledgerAccounts,
  currency,
  lines,
  settledOfBefore,
  ...given
}: AccountFigures): AccountProof {
  const [bank, book] = [sideOf(given.bank), sideOf(given.book)];
  const adjustmentOf = (side: ProofSide): bigint =>
    lines.reduce((sum, line) => (line.side === side ? sum + line.amount : sum), 0n);
  const isOfBalances = bank.closing !== null && book.closing !== null;
  const reckoned = isOfBalances
    ? { bank: bank.closing, book: book.closing }
    : { bank: bank.movement, book: book.movement };
  const adjusted = {
    bank: reckoned.bank + adjustmentOf('bank'),
    book: reckoned.book + adjustmentOf('book'),
  };
  const broughtForward = settledOfBefore + (isOfBalances ? bank.opening! - book.opening! : 0n);
  const difference = adjusted.bank - adjusted.book;
  return {
    account,
    ...(ledgerAccounts && { ledgerAccounts }),
    currency,
    basis: isOfBalances ? 'balances' : 'movements',
    bank,
    book,
    lines: broughtForward === 0n ? lines : [...lines, broughtForwardLine(broughtForward)],
    adjustedBank: isOfBalances ? adjusted.bank : null,
    adjustedBook: isOfBalances ? adjusted.book : null,
    difference,
    explained: broughtForward,
    unexplained: difference - broughtForward,
  };
}

const broughtForwardLine = (amount: bigint): ProofLine => ({
  kind: 'brought_forward',
  side: null,
  clusterType: null,
  rows: 0,
  amount,
});

/** A balance that is not stated is computed from the other one and all rows of the side. */
function sideOf({
  statedOpening,
  statedClosing,
  before,
  within,
  after,
  laterRows,
  lastDay,
  isForward = false,
}: SideOfAccount): ProvedSide {
  const all = before + within + after;
  const opening = statedOpening ?? (statedClosing === null ? null : statedClosing - all);
  const closing = statedClosing ?? (statedOpening === null ? null : statedOpening + all);
  return {
    opening: opening === null ? null : opening + before,
    openingIsStated: statedOpening !== null,
    closing: closing === null ? null : closing - after,
    closingBasis:
      isForward && closing !== null ? 'carried_forward' : basisOf({ statedOpening, statedClosing, laterRows }),
    movement: within,
    lastDay,
  };
}

function basisOf({
  statedOpening,
  statedClosing,
  laterRows,
}: Pick<SideOfAccount, 'statedOpening' | 'statedClosing' | 'laterRows'>): ClosingBasis | null {
  if (statedClosing !== null) return laterRows > 0 ? 'less_later_entries' : 'stated';
  return statedOpening === null ? null : 'opening_and_movements';
}

// The entries that the book side of a proof needs, as a clerk would post them: one for each item, the bank account on
// one side and on the other the account of its purpose. They are proposals; where only a person can know the account, it
// is left to the person.

import type { FeeLeg } from '../../fees/fee-rule.ts';
import type { ConfirmedAs } from '../../records/charge-words.ts';
import type { ClusterType } from '../../records/documents/cluster-type.ts';
import type { Side } from '../../records/rows/columns.ts';
import type { ItemisedLine } from './account-lines.ts';
import { type JournalPurpose, type JournalRow, purposeOf, purposeOfLeg, suggestedName } from './journal-purposes.ts';
import { TODO_SIDES } from './open-work.ts';
import type { ProofKind } from './proof.ts';
import type { ItemisedProof } from './session-lines.ts';

export interface JournalAccount {
  /** Of a chart of accounts; null where it has none for the purpose. */
  readonly code: string | null;
  readonly name: string;
}

export interface Journal {
  readonly debit: JournalAccount;
  readonly credit: JournalAccount;
  /** Positive minor units. */
  readonly amount: number;
  readonly currency: string;
  readonly purpose: JournalPurpose;
  /** Whether the bank account is debited. */
  readonly isIn: boolean;
  /** The class for which it is proposed. */
  readonly clusterType: ClusterType | null;
  readonly side: Side;
  readonly row: number;
}

/** What the account of a purpose is chosen by. */
export interface JournalFacts extends Pick<Journal, 'purpose' | 'clusterType' | 'side' | 'row'> {
  readonly direction: 'in' | 'out';
}

export interface AccountsOfJournals {
  /** `account`: the reconciled account, null where no file names one. */
  readonly bank: (of: { readonly account: string | null; readonly currency: string }) => JournalAccount;
  readonly contra: (of: JournalFacts) => JournalAccount;
}

/** Names without codes. */
export const SUGGESTED_ACCOUNTS: AccountsOfJournals = {
  bank: ({ account }) => ({ code: null, name: account === null ? 'Bank account' : `Bank account ${account}` }),
  contra: ({ purpose }) => ({ code: null, name: suggestedName(purpose) }),
};

/** Without a class these are the ledger's own entries, which it books after the period's end. */
const BOOKED_LATER: ReadonlySet<ProofKind> = new Set(['receipts_not_booked', 'payments_not_booked']);

/** The legs (minor units) into which a template's rule splits the fee of the group that holds a bank row. */
export type FeeLegsOfRow = (bankRow: number) => readonly FeeLeg[];

export interface WordsOfJournals {
  readonly legsOf: FeeLegsOfRow;
  /** The words of interest or tax that a row is for, or null. */
  readonly taxWordsOf?: (side: Side, row: number) => string | null;
  /** Whether a row takes back an entry that the bank gave before. */
  readonly isReturn?: (side: Side, row: number) => boolean;
  /** What a person confirmed a row to be, or null. */
  readonly confirmedAs?: (side: Side, row: number) => ConfirmedAs | null;
}

/**
 * Journals in the order of the proof's lines. Entries that the ledger books after the period's end need none. A fee is
 * posted leg by leg if a rule splits it.
 */
export function journalsOf(
  proof: ItemisedProof,
  { legsOf, taxWordsOf = () => null, isReturn = () => false, confirmedAs = () => null }: WordsOfJournals,
  accounts: AccountsOfJournals = SUGGESTED_ACCOUNTS,
): Journal[] {
  const { currency } = proof;
  const bank = accounts.bank(proof);
  return proof.itemised
    .filter((line) => TODO_SIDES.post(line) && !(BOOKED_LATER.has(line.kind) && line.clusterType === null))
    .flatMap((line) =>
      line.items.flatMap(({ side, row, amount }) => {
        const words = { taxWords: taxWordsOf(side, row), isReturn: isReturn(side, row) };
        const of = { amount, ...words, confirmedAs: confirmedAs(side, row) };
        return partsOf(line, of, line.kind === 'fees_to_post' ? legsOf(row) : []).map(({ purpose, size }) => {
          const { clusterType } = line;
          const facts = { purpose, clusterType, side, row };
          const contra = accounts.contra({ ...facts, direction: amount > 0 ? 'in' : 'out' });
          const [debit, credit] = amount > 0 ? [bank, contra] : [contra, bank];
          return { debit, credit, amount: size, currency, isIn: amount > 0, ...facts };
        });
      }),
    );
}

interface JournalPart {
  readonly purpose: JournalPurpose;
  readonly size: number;
}

/** The whole item, or the legs of its fee where they come to it. */
function partsOf(line: ItemisedLine, row: JournalRow, legs: readonly FeeLeg[]): JournalPart[] {
  const size = Math.abs(row.amount);
  const isWhole = legs.length > 0 && legs.reduce((sum, leg) => sum + leg.amount, 0) === size;
  if (!isWhole || legs.some((leg) => leg.amount < 0)) return [{ purpose: purposeOf(line, row), size }];
  return legs.flatMap(({ glType, amount: of }) => (of === 0 ? [] : [{ purpose: purposeOfLeg(glType), size: of }]));
}

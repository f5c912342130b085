// Accounts that rest: no row or balance of a session, or of one side of it, is of them, and earlier sessions left items of
// them open. Each stands on the statement with the balances that the last session with entries of it closed with.

import { normalised } from '../../records/rows/accounts.ts';
import type { Side } from '../../records/rows/columns.ts';
import type { AccountProof } from './proof.ts';

export interface RestingAccount {
  /** The bank's numbers, as the statement shows them; null: its session names none. */
  readonly account: string | null;
  /** The ledger's numbers, where they are others. */
  readonly ledgerAccounts?: readonly string[] | undefined;
  readonly currency: string;
  readonly bank: { readonly closing: bigint | null };
  readonly book: { readonly closing: bigint | null };
  /** The session whose closing balances they are. */
  readonly session: string;
}

type Numbered = Pick<AccountProof, 'account' | 'ledgerAccounts'>;

/** The numbers of a proved account; none if no file names one. */
export const numbersOf = (of: Numbered, side: Side): readonly string[] => {
  const bank = of.account?.split(', ') ?? [];
  return side === 'gl' && of.ledgerAccounts !== undefined ? of.ledgerAccounts : bank;
};

/** Whether a side's number is one of the account's; rows without one are of an account that nothing names. */
export const isOfAccount = (of: Numbered, side: Side, label: string): boolean =>
  (label === '' && of.account === null) ||
  numbersOf(of, side).some((number) => normalised(number) === normalised(label));

export const asResting = (proof: AccountProof, session: string): RestingAccount => ({
  account: proof.account,
  ...(proof.ledgerAccounts && { ledgerAccounts: proof.ledgerAccounts }),
  currency: proof.currency,
  bank: { closing: proof.bank.closing },
  book: { closing: proof.book.closing },
  session: isResting(proof) ? proof.balancesOf! : session,
});

/** Whether a proof is of balances of before alone. */
export const isResting = ({ bank, book }: Pick<AccountProof, 'bank' | 'book'>): boolean =>
  bank.closingBasis === 'carried_forward' && book.closingBasis === 'carried_forward';

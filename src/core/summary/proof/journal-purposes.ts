// What a journal is for, which decides its account: the words of its class, of its row, and on which line of the proof
// it stands. Each purpose has the name of an account that is proposed where no chart gives one.

import { type TaxKind, taxKindOf } from '../../classification/purpose/tax-kind.ts';
import type { FeeLeg } from '../../fees/fee-rule.ts';
import type { ConfirmedAs } from '../../records/charge-words.ts';
import type { ClusterType } from '../../records/documents/cluster-type.ts';
import type { ProofLine } from './proof.ts';

const SUGGESTED = {
  bank_charges: 'Bank charges',
  interest_paid: 'Interest paid',
  interest_received: 'Interest received',
  vat: 'VAT on bank charges',
  withholding_tax: 'Withholding tax',
  levies: 'Levies and stamp duties',
  taxes: 'Taxes',
  interest_or_tax: 'Interest and taxes',
  fee_income: 'Fee income',
  nip_fees: 'NIP fees',
  rounding: 'Rounding differences',
  exchange_difference: 'Exchange differences',
  write_off: 'Differences written off',
  returned_deposit: 'The customer’s account of the deposit that came back',
  returned_payment: 'The account of the payment that came back',
  entry_posted_twice: 'The account of the entry that was posted twice',
  entry_reversed: 'The account of the entry that was reversed',
  wrong_amount: 'The account of the entry that was booked with another amount',
  wrong_way: 'The account of the entry that was booked the wrong way round',
  receipt_to_identify: 'Suspense: receipts to be identified',
  payment_to_identify: 'Suspense: payments to be identified',
} as const;

export type JournalPurpose = keyof typeof SUGGESTED;
export const JOURNAL_PURPOSES = Object.keys(SUGGESTED) as readonly JournalPurpose[];

export const suggestedName = (purpose: JournalPurpose): string => SUGGESTED[purpose];

const OF_CLASS: Readonly<Partial<Record<ClusterType, JournalPurpose>>> = {
  possible_bank_fee: 'bank_charges',
  possible_interest_or_tax: 'interest_or_tax',
  fee_mismatch: 'bank_charges',
  duplicate_gl: 'entry_posted_twice',
  amount_mismatch: 'wrong_amount',
  direction_mismatch: 'wrong_way',
};

const OF_TAX: Readonly<Record<TaxKind, JournalPurpose>> = {
  interest: 'interest_paid',
  vat: 'vat',
  withholding: 'withholding_tax',
  levy: 'levies',
  tax: 'taxes',
};

/** Classes whose rows may be a tax. */
const MAY_BE_TAX: ReadonlySet<ClusterType> = new Set(['possible_interest_or_tax', 'fee_mismatch']);

export const purposeOfLeg = (leg: FeeLeg['glType']): JournalPurpose => (leg === 'income' ? 'fee_income' : 'nip_fees');

/** What is known of the row of a journal. */
export interface JournalRow {
  /** Signed minor units: what it adds to the ledger's balance. */
  readonly amount: number;
  /** The words of interest or tax that it is for, or null. */
  readonly taxWords: string | null;
  /** Whether it takes back an entry that the bank gave before: a cheque that was not honoured. */
  readonly isReturn: boolean;
  /** What a person confirmed it to be, or null. */
  readonly confirmedAs: ConfirmedAs | null;
}

export function purposeOf(
  { kind, clusterType }: ProofLine,
  { amount, taxWords, isReturn, confirmedAs }: JournalRow,
): JournalPurpose {
  if (kind === 'fees_to_post') return 'bank_charges';
  if (kind === 'levies_to_post') return 'levies';
  if (kind === 'exchange_differences') return 'exchange_difference';
  if (kind === 'written_off') return 'write_off';
  if (kind === 'small_differences') return 'rounding';
  if (kind === 'ledger_errors' && clusterType === 'reversal_unmatched') return 'entry_reversed';
  if (confirmedAs === 'charge') return 'bank_charges';
  const mayBeTax = clusterType !== null && MAY_BE_TAX.has(clusterType);
  if ((mayBeTax || confirmedAs === 'interest_or_tax') && taxWords !== null) {
    const tax = taxKindOf(taxWords);
    return tax === 'interest' && amount > 0 ? 'interest_received' : OF_TAX[tax];
  }
  if (confirmedAs === 'interest_or_tax') return 'interest_or_tax';
  const known = clusterType === null ? undefined : OF_CLASS[clusterType];
  if (known !== undefined) return known;
  if (isReturn) return amount > 0 ? 'returned_payment' : 'returned_deposit';
  return amount > 0 ? 'receipt_to_identify' : 'payment_to_identify';
}

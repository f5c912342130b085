// The plain names of exception classes, shown beside the class in files and tables, on the statement and in the
// narrative. Each name is clear about sides: it names the side that lacks the row.

import type { ClusterType } from '../records/documents/cluster-type.ts';

export const CLASS_NAMES: Readonly<Record<ClusterType, string>> = {
  chargeback: 'charged back by the card holder',
  reversal_unmatched: 'reversal without its original',
  duplicate_gl: 'posted twice in the ledger',
  duplicate_bank: 'booked twice by the bank',
  currency_mismatch: 'same reference, other currency',
  direction_mismatch: 'booked the wrong way round',
  status_mismatch: 'posted here, failed at the switch, or the reverse',
  amount_mismatch: 'same reference, other amount',
  fee_mismatch: 'fee of another amount than agreed',
  date_difference: 'same entry, too many days apart',
  dispense_error: 'debited, but not dispensed in full',
  account_mismatch: 'same transfer, other account',
  possible_bank_fee: 'bank charge',
  possible_interest_or_tax: 'interest or tax',
  possible_batch: 'adds up with others in several ways',
  ambiguous_match: 'several entries fit equally well',
  missing_identifier: 'nothing to look it up by',
  not_found_gl: 'not found in the bank statement',
  not_found_bank: 'not found in the ledger',
  missing_in_custodian: 'not held by the custodian',
  missing_in_book: 'not held in the books',
  identifier_mismatch: 'same holding, other identifier',
  as_of_mismatch: 'same holding, other day',
  quantity_break: 'other quantity',
  pending_trade: 'other quantity, explained by unsettled trades',
  corporate_action: 'other quantity, explained by a corporate action',
  price_break: 'other price',
  fx_break: 'other exchange rate',
  accrued_interest_break: 'other accrued interest',
  market_value_break: 'other market value',
  cash_break: 'other cash balance',
};

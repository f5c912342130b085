// The closed set of cluster types in order of precedence (docs/decisions/classification.md), with the holdings breaks
// last. It has the types of every domain, as the contract's enumeration does; a domain's rules say which of them occur.
// A value field is the magnitude that patterns learn.

export const CLUSTER_TYPES = [
  'chargeback',
  'reversal_unmatched',
  'duplicate_gl',
  'duplicate_bank',
  'currency_mismatch',
  'direction_mismatch',
  'status_mismatch',
  'amount_mismatch',
  'fee_mismatch',
  'date_difference',
  'dispense_error',
  'account_mismatch',
  'possible_interest_or_tax',
  'possible_bank_fee',
  'possible_batch',
  'ambiguous_match',
  'missing_identifier',
  'not_found_gl',
  'not_found_bank',
  // Breaks of holdings against a custodian's report; currency_mismatch above is one of them, too.
  'missing_in_custodian',
  'missing_in_book',
  'identifier_mismatch',
  'as_of_mismatch',
  'quantity_break',
  'pending_trade',
  'corporate_action',
  'price_break',
  'fx_break',
  'accrued_interest_break',
  'market_value_break',
  'cash_break',
] as const;

export type ClusterType = (typeof CLUSTER_TYPES)[number];

/** amount_delta: unsigned minor units between the two rows. date_delta_days: unsigned days between them. */
type ValueField = 'amount_delta' | 'date_delta_days';

/** The value field of each type that has one. */
export const VALUE_FIELDS: Readonly<Partial<Record<ClusterType, ValueField>>> = {
  amount_mismatch: 'amount_delta',
  fee_mismatch: 'amount_delta',
  date_difference: 'date_delta_days',
  dispense_error: 'amount_delta',
};

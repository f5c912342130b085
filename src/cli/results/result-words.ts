// What tiers and cluster types mean, in the words of an accountant: the second column of the tables, and what
// docs/matching.md explains at length.

import type { ClusterType } from '../../core/classification/cluster-type.ts';
import type { Side } from '../../core/records/rows/columns.ts';

export const SIDE_WORDS: Readonly<Record<Side, string>> = { gl: 'ledger', bank: 'bank' };

export const TIER_WORDS: Readonly<Record<number, string>> = {
  1: 'same reference, same amount',
  2: 'same reference, amount within tolerance or a fee',
  3: 'same amount, texts agree best',
  4: 'same amount, the only candidate',
  5: 'amount within tolerance or a fee, texts agree best',
  6: 'amount within tolerance or a fee, the only candidate',
};

/** Of groups of several rows, shown where there are any. */
export const SUM_TIER_WORDS: Readonly<Record<number, string>> = {
  7: 'same reference, amounts add up',
  8: 'amounts add up in one way only',
  9: 'totals of both sides agree',
};

export const CLUSTER_WORDS: Readonly<Partial<Record<ClusterType, string>>> = {
  reversal_unmatched: 'reversals whose original was not found',
  duplicate_gl: 'posted again in the ledger',
  duplicate_bank: 'booked again by the bank',
  currency_mismatch: 'same reference, other currency',
  direction_mismatch: 'same reference and amount, other direction',
  amount_mismatch: 'same reference, other amount',
  date_difference: 'same entry, dates too far apart',
  possible_bank_fee: 'bank charges not in the ledger',
  possible_interest_or_tax: 'interest, VAT, stamp duty and the like',
  ambiguous_match: 'several equally good counterparts',
  missing_identifier: 'no reference, nothing of that amount',
  not_found_gl: 'in the ledger, not at the bank',
  not_found_bank: 'at the bank, not in the ledger',
};

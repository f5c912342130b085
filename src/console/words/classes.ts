// Names of the contract's values for people: classes, states, decisions.

import type { DescEnum } from '@bufbuild/protobuf';
import {
  type AuditedAct,
  AuditedActSchema,
  type ClusterType,
  ClusterTypeSchema,
  type DecisionStatus,
  DecisionStatusSchema,
} from '../../../gen/tieout/resolution/v1/vocabulary_pb.ts';

/** not_found_gl of NOT_FOUND_GL. */
export const nameOf = (values: DescEnum, value: number): string =>
  (values.value[value]?.localName ?? 'unknown').toLowerCase();

/** `deposits_in_transit` as `deposits in transit`. */
export const plain = (name: string): string => name.replaceAll('_', ' ');

/** The words with a capital, for a button or a title. */
export const capital = (words: string): string => `${words[0]?.toUpperCase() ?? ''}${words.slice(1)}`;

/** The classes in the words of the statement; a test holds them equal to src/core/classification/class-names.ts. */
export const CLASSES: Readonly<Record<string, string>> = {
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

export const className = (type: ClusterType): string => nameOf(ClusterTypeSchema, type);

export const classWords = (type: ClusterType | string): string => {
  const name = typeof type === 'string' ? type : className(type);
  return CLASSES[name] ?? plain(name);
};

export const statusName = (status: DecisionStatus): string => nameOf(DecisionStatusSchema, status);

/** The sign before the word of a state, so that no state is told by its colour alone. */
const MARKS: Readonly<Record<string, string>> = {
  pending: '○',
  approved: '✓',
  rejected: '✕',
  escalated: '↑',
  open: '○',
  prepared: '◐',
  reviewed: '✓',
  succeeded: '✓',
  failed: '✕',
  running: '◐',
  waiting: '○',
  cancelled: '–',
  skipped: '–',
  carried_out: '✓',
  declined: '✕',
  withdrawn: '–',
  accepted: '◐',
  cleared: '✓',
  matched: '✓',
};

export const marked = (state: string): string => `${MARKS[state] ?? '·'} ${plain(state)}`;

export const actName = (act: AuditedAct): string => nameOf(AuditedActSchema, act);

// The breaks of holdings as classification rules: matching has decided the break and the rows of each position, so each
// rule only gathers the rows of a position. Rules: core/matching/holdings/breaks.ts.

import { BREAKS, type HoldingBreak } from '../../matching/holdings/breaks.ts';
import { breakNumber } from '../../matching/holdings/link-positions.ts';
import { SIDES } from '../../records/rows/columns.ts';
import type { ClassificationRule } from '../rule.ts';
import { breakReason } from './break-reasons.ts';

/** The rule name that a cluster shows. */
const GROUNDS: Readonly<Record<HoldingBreak, string>> = {
  missing_in_custodian: 'no_position_of_the_security_at_the_custodian',
  missing_in_book: 'no_position_of_the_security_in_the_books',
  identifier_mismatch: 'same_holding_by_another_identifier_or_name_and_units',
  as_of_mismatch: 'positions_of_different_days',
  currency_mismatch: 'same_security_in_another_currency',
  quantity_break: 'units_differ',
  pending_trade: 'units_differ_by_unsettled_trades',
  corporate_action: 'units_differ_by_a_split_and_prices_with_them',
  price_break: 'prices_differ_beyond_tolerance',
  fx_break: 'exchange_rates_differ_beyond_tolerance',
  accrued_interest_break: 'accrued_interest_differs_beyond_tolerance',
  market_value_break: 'market_values_differ_beyond_tolerance',
  cash_break: 'cash_balances_differ',
};

export const HOLDING_RULES: readonly ClassificationRule[] = BREAKS.map((type) => ({
  shape: 'group',
  type,
  sides: SIDES,
  grounds: [GROUNDS[type]],
  groupOf: ({ open }, side, item) => (open[side].facts[item] === breakNumber(type) ? open[side].ambiguity[item] : -1),
  reason: (session, members) => breakReason(session, members, type),
}));

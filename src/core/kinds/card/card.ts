// The kind card: a ledger of cash machines and cards against the report of a switch or processor. It lists the columns
// of its rows (and which of them identify rows), the rules for open rows, and the columns that the reader looks for.

import type { ClassificationRule } from '../../classification/rule.ts';
import { ambiguousMatch } from '../../classification/rules/ambiguous-match.ts';
import { amountMismatch } from '../../classification/rules/amount-mismatch.ts';
import { currencyMismatch } from '../../classification/rules/currency-mismatch.ts';
import { dateDifference } from '../../classification/rules/date-difference.ts';
import { directionMismatch } from '../../classification/rules/direction-mismatch.ts';
import { dispenseError } from '../../classification/rules/dispense-error.ts';
import { duplicateBank } from '../../classification/rules/duplicate-bank.ts';
import { duplicateGl } from '../../classification/rules/duplicate-gl.ts';
import { agreedFee } from '../../classification/rules/fee-mismatch.ts';
import { missingIdentifier } from '../../classification/rules/missing-identifier.ts';
import { notFoundBank } from '../../classification/rules/not-found-bank.ts';
import { notFoundGl } from '../../classification/rules/not-found-gl.ts';
import { possibleBatch } from '../../classification/rules/possible-batch.ts';
import { reversalUnmatched } from '../../classification/rules/reversal-unmatched.ts';
import { settledChargeback } from '../../classification/rules/settled-chargeback.ts';
import { statusMismatch } from '../../classification/rules/status-mismatch.ts';
import type { KindReading } from '../../reading/kinds/kind-reading.ts';
import { kindColumns } from '../../records/rows/kind-columns.ts';
import type { KindRules } from '../kind-rules.ts';

/** Rules in the order of docs/matching.md, "Exceptions". */
const CARD_RULES: readonly ClassificationRule[] = [
  settledChargeback,
  reversalUnmatched,
  duplicateGl,
  duplicateBank,
  currencyMismatch,
  directionMismatch,
  statusMismatch,
  amountMismatch,
  agreedFee,
  dateDifference,
  dispenseError,
  possibleBatch,
  ambiguousMatch,
  missingIdentifier,
  notFoundGl,
  notFoundBank,
];

export const CARD_KIND: KindRules = {
  name: 'atm',
  domain: 'atm',
  subject: 'cash',
  rules: CARD_RULES,
  without: {},
};

const IDENTIFYING = ['rrn', 'stan', 'terminal', 'masked_card'];
const COLUMNS = kindColumns([...IDENTIFYING, 'response_code', 'channel', 'dispensed', 'second_of_day'], IDENTIFYING);

export const cardReading = (flow: 'inward' | 'outward'): KindReading => ({
  kind: 'atm',
  columns: COLUMNS,
  fields: [
    ...(['rrn', 'stan', 'terminal_id', 'masked_card', 'response_code', 'channel'] as const),
    ...(['dispensed_amount', 'transaction_time', 'transaction_type'] as const),
  ],
  isOfParties: true,
  way: flow === 'inward' ? 'in' : 'out',
  asksWay: null,
  hasChargebacks: true,
  masksCards: true,
  hasSessions: false,
});

// The kind nip: a core banking system's postings against the settlement report of instant transfers (NIP). It lists the
// columns of its rows, the rules for open rows, and the columns that the reader looks for.

import type { ClassificationRule } from '../../classification/rule.ts';
import { accountMismatch } from '../../classification/rules/account-mismatch.ts';
import { ambiguousMatch } from '../../classification/rules/ambiguous-match.ts';
import { amountMismatch } from '../../classification/rules/amount-mismatch.ts';
import { currencyMismatch } from '../../classification/rules/currency-mismatch.ts';
import { dateDifference } from '../../classification/rules/date-difference.ts';
import { directionMismatch } from '../../classification/rules/direction-mismatch.ts';
import { duplicateBank } from '../../classification/rules/duplicate-bank.ts';
import { duplicateGl } from '../../classification/rules/duplicate-gl.ts';
import { tariffFee } from '../../classification/rules/fee-mismatch.ts';
import { missingNipKeys } from '../../classification/rules/missing-nip-keys.ts';
import { notFoundBank } from '../../classification/rules/not-found-bank.ts';
import { notFoundGl } from '../../classification/rules/not-found-gl.ts';
import { reversalUnmatched } from '../../classification/rules/reversal-unmatched.ts';
import { statusMismatch } from '../../classification/rules/status-mismatch.ts';
import type { KindReading, WayAsked } from '../../reading/kinds/kind-reading.ts';
import { kindColumns } from '../../records/rows/kind-columns.ts';
import type { KindRules } from '../kind-rules.ts';
import { nipFigures } from './nip-figures.ts';

/** Rules in the order of docs/matching.md, "Exceptions". */
const NIP_RULES: readonly ClassificationRule[] = [
  reversalUnmatched,
  duplicateGl,
  duplicateBank,
  currencyMismatch,
  directionMismatch,
  statusMismatch,
  amountMismatch,
  tariffFee,
  dateDifference,
  accountMismatch,
  ambiguousMatch,
  missingNipKeys,
  notFoundGl,
  notFoundBank,
];

export const NIP_KIND: KindRules = {
  name: 'nip',
  domain: 'nip',
  subject: 'cash',
  rules: NIP_RULES,
  figures: nipFigures,
  without: { chargeback: 'Instant transfers have no chargebacks.' },
};

/**
 * No named column identifies rows: two legs of one transfer differ in amount, two transfers in session or reference.
 */
const COLUMNS = kindColumns(['response_code', 'institution', 'channel', 'beneficiary', 'second_of_day'], []);

/**
 * `flow` inward: money comes to the bank's customers. `asksWay`: the flow was not given, and the usual one is assumed.
 */
export const nipReading = (flow: 'inward' | 'outward', asksWay: WayAsked | null): KindReading => ({
  kind: 'nip',
  columns: COLUMNS,
  fields: [
    'response_code',
    'institution',
    'originator',
    'destination',
    'channel',
    'beneficiary',
    'transaction_time',
    'session_id',
    'session_tail',
    'transaction_type',
  ],
  isOfParties: true,
  way: flow === 'inward' ? 'in' : 'out',
  asksWay,
  hasChargebacks: false,
  masksCards: false,
  hasSessions: true,
});

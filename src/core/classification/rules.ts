// The banking rules in order of precedence: for each open row the first true rule wins (docs/matching.md,
// "Exceptions"). The last two are true of any row of their side, so every open row is in exactly one cluster. Cards and
// NIP have lists of their own (kinds/card/card.ts, kinds/nip/nip.ts).

import type { ClassificationRule } from './rule.ts';
import { ambiguousMatch } from './rules/ambiguous-match.ts';
import { amountMismatch } from './rules/amount-mismatch.ts';
import { currencyMismatch } from './rules/currency-mismatch.ts';
import { dateDifference } from './rules/date-difference.ts';
import { directionMismatch } from './rules/direction-mismatch.ts';
import { duplicateBank } from './rules/duplicate-bank.ts';
import { duplicateGl } from './rules/duplicate-gl.ts';
import { agreedFee } from './rules/fee-mismatch.ts';
import { missingIdentifier } from './rules/missing-identifier.ts';
import { notFoundBank } from './rules/not-found-bank.ts';
import { notFoundGl } from './rules/not-found-gl.ts';
import { possibleBankFee } from './rules/possible-bank-fee.ts';
import { possibleBatch } from './rules/possible-batch.ts';
import { possibleInterestOrTax } from './rules/possible-interest-or-tax.ts';
import { reversalUnmatched } from './rules/reversal-unmatched.ts';
import { settledChargeback } from './rules/settled-chargeback.ts';
import { wrongAccount } from './rules/wrong-account.ts';

export const BANKING_RULES: readonly ClassificationRule[] = [
  settledChargeback,
  reversalUnmatched,
  duplicateGl,
  duplicateBank,
  currencyMismatch,
  directionMismatch,
  amountMismatch,
  agreedFee,
  dateDifference,
  wrongAccount,
  possibleInterestOrTax,
  possibleBankFee,
  possibleBatch,
  ambiguousMatch,
  missingIdentifier,
  notFoundGl,
  notFoundBank,
];

// The kind asset: the holdings of a fund's books against its custodian's report, position by position.

import { HOLDING_RULES } from '../classification/holdings/holding-rules.ts';
import type { KindRules } from './kind-rules.ts';

export const ASSET_KIND: KindRules = {
  name: 'asset',
  subject: 'holdings',
  domain: 'asset',
  rules: HOLDING_RULES,
  without: {
    gl_reversal: 'Holdings have no reversals.',
    chargeback: 'Holdings have no chargebacks.',
  },
};

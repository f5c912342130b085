// The kind banking: a ledger against the bank's statements, row by row.

import { BANKING_RULES } from '../classification/rules.ts';
import type { KindReading } from '../reading/kinds/kind-reading.ts';
import { kindColumns } from '../records/rows/kind-columns.ts';
import type { KindRules } from './kind-rules.ts';

export const BANKING_KIND: KindRules = {
  name: 'banking',
  subject: 'cash',
  domain: 'mfb',
  rules: BANKING_RULES,
  without: {},
};

/**
 * The channel gives the service of a row, because fees are agreed by service; the batch says which rows are one entry of
 * their file, payments what one row has together. None is part of a row's identity.
 */
export const BANKING_READING: KindReading = {
  kind: 'banking',
  columns: kindColumns(['batch', 'channel', 'payments'], []),
  fields: ['batch', 'channel', 'payments'],
  isOfParties: false,
  way: null,
  asksWay: null,
  hasChargebacks: false,
  masksCards: false,
  hasSessions: false,
};

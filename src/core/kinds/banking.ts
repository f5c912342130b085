// A ledger against the bank's statements, row by row: the first kind of run there was.

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

/** The channel says of what service a row is: fees are agreed by service. It tells no rows apart. */
export const BANKING_READING: KindReading = {
  kind: 'banking',
  columns: kindColumns(['channel'], []),
  fields: ['channel'],
  isOfParties: false,
  way: null,
  asksWay: null,
  hasChargebacks: false,
  masksCards: false,
  hasSessions: false,
};

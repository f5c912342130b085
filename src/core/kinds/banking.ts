// A ledger against the bank's statements, row by row: the first kind of run there was.

import { BANKING_RULES } from '../classification/rules.ts';
import { MATCHING_METHODS } from '../matching/method.ts';
import type { KindRules } from './kind-rules.ts';

export const BANKING_KIND: KindRules = {
  name: 'banking',
  subject: 'cash',
  domain: 'mfb',
  methods: MATCHING_METHODS,
  rules: BANKING_RULES,
  without: {},
};

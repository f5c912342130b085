// Both sides carry the key, in different currencies. Amounts are not compared: there is no rate to do so.

import type { PairRule } from '../rule.ts';
import { describeItem } from '../wording.ts';

export const currencyMismatch: PairRule = {
  shape: 'pair',
  type: 'currency_mismatch',
  partners: (open) => open.currencyPartner,
  grounds: ['same_key_other_currency'],
  groundFor: () => 'same_key_other_currency',
  reason: (session, { gl, bank }) =>
    `The ${describeItem(session, 'gl', gl[0])} and the ${describeItem(session, 'bank', bank[0])} carry the same ` +
    'reference in different currencies.',
};

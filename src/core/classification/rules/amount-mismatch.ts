// Both sides carry the key, and the amounts differ by more than the tolerance and no fee explains it: most often a
// typing error or a part payment. The magnitude of the difference is the cluster's amount_delta.

import { amountOf, currencyOf } from '../open-session.ts';
import type { PairRule } from '../rule.ts';
import { describeItem, moneyText } from '../wording.ts';

export const amountMismatch: PairRule = {
  shape: 'pair',
  type: 'amount_mismatch',
  partners: (open) => open.amountPartner,
  grounds: ['same_key_difference_beyond_tolerance'],
  groundFor: () => 'same_key_difference_beyond_tolerance',
  reason: (session, { gl, bank }) => {
    const difference = amountOf(session, 'gl', gl[0]) - amountOf(session, 'bank', bank[0]);
    return (
      `The ${describeItem(session, 'gl', gl[0])} and the ${describeItem(session, 'bank', bank[0])} carry the same ` +
      `reference, but differ by ${moneyText(difference, currencyOf(session, 'gl', gl[0]))}, which is beyond the ` +
      'tolerance and explained by no fee.'
    );
  },
};

// Both sides have the transfer, by its session and amount, and they name two accounts that it pays.

import type { PairRule } from '../rule.ts';
import { describeItem } from '../wording.ts';

export const accountMismatch: PairRule = {
  shape: 'pair',
  type: 'account_mismatch',
  partners: (open) => open.accountPartner,
  grounds: ['same_session_other_beneficiary'],
  groundFor: () => 'same_session_other_beneficiary',
  reason: (session, { gl, bank }) =>
    `The ${describeItem(session, 'gl', gl[0])} and the ${describeItem(session, 'bank', bank[0])} are the same ` +
    'transfer by session and amount, but pay two different accounts.',
};

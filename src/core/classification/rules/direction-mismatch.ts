// Both sides carry the key and the amount, but what came in on one side went out on the other.

import type { PairRule } from '../rule.ts';
import { describeItem } from '../wording.ts';

export const directionMismatch: PairRule = {
  shape: 'pair',
  type: 'direction_mismatch',
  partners: (open) => open.directionPartner,
  grounds: ['same_key_and_amount_opposite_sign'],
  groundFor: () => 'same_key_and_amount_opposite_sign',
  reason: (session, { gl, bank }) =>
    `The ${describeItem(session, 'gl', gl[0])} and the ${describeItem(session, 'bank', bank[0])} carry the same ` +
    'reference and amount in opposite directions.',
};

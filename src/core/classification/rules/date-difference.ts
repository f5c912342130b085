// Both sides have one transaction, by its key or by exact amount and strong text, but the bank's dates lie outside of
// the search window. The days between the two are the cluster's date_delta_days.

import type { PairRule } from '../rule.ts';
import { daysApart } from '../value-fields.ts';
import { counted, describeItem } from '../wording.ts';

export const dateDifference: PairRule = {
  shape: 'pair',
  type: 'date_difference',
  partners: (open) => open.datePartner,
  grounds: ['same_key_outside_window', 'same_amount_and_text_outside_window'],
  groundFor: (session, glItem) =>
    session.open.gl.datePartnerByKey[glItem] === 1 ? 'same_key_outside_window' : 'same_amount_and_text_outside_window',
  reason: (session, { gl, bank }, ground) => {
    const { daysBack, daysForward } = session.parameters;
    const agree = ground === 'same_key_outside_window' ? 'reference and amount' : 'amount and narration';
    return (
      `The ${describeItem(session, 'gl', gl[0])} and the ${describeItem(session, 'bank', bank[0])} agree in ` +
      `${agree}, but lie ${counted(daysApart(session, gl[0], bank[0]), 'day')} apart, outside the search window of ` +
      `${counted(daysBack, 'day')} back and ${counted(daysForward, 'day')} forward.`
    );
  },
};

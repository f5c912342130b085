// Both sides have the transaction, in two accounts: one of them has it in the wrong one.

import type { OpenSession } from '../open-session.ts';
import { rowOf } from '../open-session.ts';
import type { PairRule } from '../rule.ts';
import { accountWordsOf, describeItem } from '../wording.ts';

const BY_REFERENCE = 'same_reference_other_account';
const BY_TEXTS = 'same_amount_and_texts_other_account';

export const wrongAccount: PairRule = {
  shape: 'pair',
  type: 'account_mismatch',
  partners: (open) => open.accountPartner,
  grounds: [BY_REFERENCE, BY_TEXTS],
  groundFor: ({ near, open }, item) =>
    near.elsewhere.gl[item] === open.gl.accountPartner[item] ? BY_REFERENCE : BY_TEXTS,
  reason: (session, { gl, bank }, ground) => {
    const by = ground === BY_REFERENCE ? 'reference and amount' : 'amount and texts';
    return (
      `The ${describeItem(session, 'gl', gl[0])} is booked in ${placeOf(session, 'gl', gl[0])}, and the ` +
      `${describeItem(session, 'bank', bank[0])}, which is the same by ${by}, stands in ${placeOf(session, 'bank', bank[0])}: ` +
      'one of the two is the wrong account.'
    );
  },
};

const placeOf = (session: OpenSession, side: 'gl' | 'bank', item: number): string =>
  accountWordsOf(session.columns[side], rowOf(session, side, item));

// A row without any usable key, and nothing of its amount is open on the other side within the window: there is
// nothing to look it up by.

import { FACT_AMOUNT_CANDIDATE, FACT_AMOUNT_OPEN, FACT_KEY } from '../../matching/outcome/outcome.ts';
import { otherSide, SIDES, type Side } from '../../records/rows/columns.ts';
import { hasFact, type OpenSession } from '../open-session.ts';
import type { RowRule } from '../rule.ts';
import { describeItem, sideNoun } from '../wording.ts';

export const missingIdentifier: RowRule = {
  shape: 'row',
  type: 'missing_identifier',
  sides: SIDES,
  grounds: ['no_key_and_no_amount_candidate'],
  groundFor: (session, side, item) =>
    hasFact(session, side, item, FACT_KEY | FACT_AMOUNT_CANDIDATE | FACT_AMOUNT_OPEN)
      ? null
      : 'no_key_and_no_amount_candidate',
  reason: (session, { gl, bank }) =>
    gl.length > 0 ? sentence(session, 'gl', gl[0]!) : sentence(session, 'bank', bank[0]!),
};

function sentence(session: OpenSession, side: Side, item: number): string {
  return (
    `The ${describeItem(session, side, item)} carries no usable reference, and no open ${sideNoun(otherSide(side))} ` +
    'has its amount within the search window.'
  );
}

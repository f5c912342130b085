// A row with nothing to look it up by: it has no identifier in any field or text, linked or not, and no word but those
// of the channel and the purpose (CASH DEPOSIT), and the other side has no open row of its amount. The class is rare,
// because it says that nothing can match the row later: a name alone is enough for another class.

import { FACT_AMOUNT_CANDIDATE, FACT_AMOUNT_OPEN, FACT_KEY } from '../../matching/outcome/outcome.ts';
import { SIDES, type Side } from '../../records/rows/columns.ts';
import { hasFact, type OpenSession, rowOf } from '../open-session.ts';
import { canBeLookedUp } from '../purpose/purpose-at.ts';
import type { RowRule } from '../rule.ts';
import { describeItem } from '../wording.ts';

export const missingIdentifier: RowRule = {
  shape: 'row',
  type: 'missing_identifier',
  sides: SIDES,
  grounds: ['nothing_to_look_by'],
  groundFor: (session, side, item) =>
    hasFact(session, side, item, FACT_KEY | FACT_AMOUNT_CANDIDATE | FACT_AMOUNT_OPEN) ||
    canBeLookedUp(session.columns[side], rowOf(session, side, item))
      ? null
      : 'nothing_to_look_by',
  reason: (session, { gl, bank }) =>
    gl.length > 0 ? sentence(session, 'gl', gl[0]) : sentence(session, 'bank', bank[0]),
};

function sentence(session: OpenSession, side: Side, item: number): string {
  const ask = side === 'gl' ? 'ask who posted it for its document' : 'ask the bank who paid it, and what for';
  return `The ${describeItem(session, side, item)} carries no reference, no name and nothing else to look it up by: ${ask}.`;
}

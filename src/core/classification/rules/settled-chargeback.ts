// A line that takes back a settled card transaction for its holder: marked as a chargeback or dispute, of the opposite
// direction, linked by its retrieval reference, or by trace number and terminal.

import { FACT_SEVERAL_SETTLED } from '../../matching/outcome/outcome.ts';
import { SIDES, type Side } from '../../records/rows/columns.ts';
import { fateWords } from '../fate-words.ts';
import { hasFact, type OpenSession } from '../open-session.ts';
import type { RowRule } from '../rule.ts';
import { describeItem, describeRow } from '../wording.ts';

export const settledChargeback: RowRule = {
  shape: 'row',
  type: 'chargeback',
  sides: SIDES,
  grounds: ['marked_and_linked_to_a_settled_item'],
  groundFor: ({ open }, side, item) =>
    open[side].chargebackOf[item] === -1 ? null : 'marked_and_linked_to_a_settled_item',
  reason: (session, { gl, bank }) =>
    gl.length > 0 ? sentence(session, 'gl', gl[0]) : sentence(session, 'bank', bank[0]),
};

function sentence(session: OpenSession, side: Side, item: number): string {
  const row = session.open[side].chargebackOf[item];
  const settled = `${describeRow(session, side, row)}, which is ${fateWords(session, side, row)}`;
  const takesBack = hasFact(session, side, item, FACT_SEVERAL_SETTLED)
    ? `takes back one of several settled rows that its references name, the ${settled}, among them,`
    : `takes back the ${settled},`;
  return `The ${describeItem(session, side, item)} ${takesBack} for the card holder: answer the dispute or post it.`;
}

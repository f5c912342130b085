// One side has a row that took place, and the row of the other side with the same key and amount failed: posted here
// and refused by the switch, or the reverse. The row that failed moved no money and is no member; the reason names it.

import { SIDES, type Side } from '../../records/rows/columns.ts';
import type { OpenSession } from '../open-session.ts';
import type { RowRule } from '../rule.ts';
import { describeItem, describeRow } from '../wording.ts';

export const statusMismatch: RowRule = {
  shape: 'row',
  type: 'status_mismatch',
  sides: SIDES,
  grounds: ['posted_here_failed_at_the_switch', 'succeeded_at_the_switch_failed_here'],
  groundFor: ({ open }, side, item) => {
    if (open[side].statusPartner[item] === -1) return null;
    return side === 'gl' ? 'posted_here_failed_at_the_switch' : 'succeeded_at_the_switch_failed_here';
  },
  reason: (session, { gl, bank }) =>
    gl.length > 0 ? sentence(session, 'gl', gl[0]) : sentence(session, 'bank', bank[0]),
};

function sentence(session: OpenSession, side: Side, item: number): string {
  const other = side === 'gl' ? 'bank' : 'gl';
  const failed = describeRow(session, other, session.open[side].statusPartner[item]);
  const ask =
    side === 'gl'
      ? 'the posting has to be taken back, or the switch asked whether it paid after all'
      : 'the transfer has to be posted, or the switch asked whether it paid';
  return `The ${describeItem(session, side, item)} took place, but the ${failed} with its reference and amount failed: ${ask}.`;
}

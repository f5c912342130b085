// Extra rows: the same side already has a matched (or netted) row of the same key and amount. One cluster holds all
// the extras that repeat one row; the row itself is no member, since it is settled, but the reason describes it.

import type { Side } from '../../records/rows/columns.ts';
import { fateWords } from '../fate-words.ts';
import { type OpenSession, rowOf } from '../open-session.ts';
import type { GroupRule, Members } from '../rule.ts';
import { describeRow, sideNoun } from '../wording.ts';

/** The rule of one side; duplicate_gl and duplicate_bank differ in nothing else. */
export function duplicateRule(side: Side): GroupRule {
  return {
    shape: 'group',
    type: side === 'gl' ? 'duplicate_gl' : 'duplicate_bank',
    sides: [side],
    grounds: ['same_key_and_amount_as_a_matched_row'],
    groupOf: (session, of, item) => session.open[of].duplicateOf[item],
    reason: (session, members) => sentence(session, side, members),
  };
}

function sentence(session: OpenSession, side: Side, members: Members): string {
  const items = members[side];
  const first = items[0];
  const extra = describeRow(session, side, rowOf(session, side, first));
  const subject =
    items.length === 1 ? `The ${extra} repeats` : `The ${extra} and ${items.length - 1} more like it repeat`;
  const row = session.open[side].duplicateOf[first];
  const settled = `${describeRow(session, side, row)}, a ${sideNoun(side)} with the same reference and amount`;
  return `${subject} the ${settled} that is ${fateWords(session, side, row)}.`;
}

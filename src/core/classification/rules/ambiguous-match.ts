// Rows that have two or more equally good counterparts. Tieout does not guess: one cluster holds both sides' rows of
// one ambiguity, and a person chooses.

import { SIDES } from '../../records/columns.ts';
import type { GroupRule } from '../rule.ts';
import { counted, describeItem, sideNoun } from '../wording.ts';

export const ambiguousMatch: GroupRule = {
  shape: 'group',
  type: 'ambiguous_match',
  sides: SIDES,
  grounds: ['equally_good_candidates'],
  groupOf: (session, side, item) => session.open[side].ambiguity[item]!,
  reason: (session, { gl, bank }) => {
    const first = gl.length > 0 ? describeItem(session, 'gl', gl[0]!) : describeItem(session, 'bank', bank[0]!);
    if (gl.length + bank.length === 1) {
      return `The ${first} has several equally good counterparts: a person has to choose.`;
    }
    const sizes = [
      ...(gl.length > 0 ? [counted(gl.length, sideNoun('gl'))] : []),
      ...(bank.length > 0 ? [counted(bank.length, sideNoun('bank'))] : []),
    ];
    return `${sizes.join(' and ')}, the first the ${first}, have several equally good counterparts: a person has to choose.`;
  },
};

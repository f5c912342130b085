// Rows that can be paired in more than one way, about equally well. Tieout does not guess: one cluster holds both
// sides' rows of one ambiguity, and a person chooses. Rows of the ambiguity that an earlier rule took (a duplicate, a
// charge) are in other clusters; the reason names their types, because the choice may depend on them.

import { SIDES, type Side } from '../../records/rows/columns.ts';
import { itemsOf } from '../near/numbered-items.ts';
import type { OpenSession } from '../open-session.ts';
import type { GroupRule, Members, TypeOfItem } from '../rule.ts';
import { counted, describeItem, listed, sideNoun } from '../wording.ts';

export const ambiguousMatch: GroupRule = {
  shape: 'group',
  type: 'ambiguous_match',
  sides: SIDES,
  grounds: ['equally_good_candidates'],
  groupOf: (session, side, item) => session.open[side].ambiguity[item],
  reason: (session, members, _ground, typeOf) => {
    const others = shownElsewhere(session, members, typeOf);
    const subject = listed([subjectOf(session, members), ...others]);
    const isWhole = members.gl.length > 0 && members.bank.length > 0;
    const what = isWhole ? 'a person has to choose' : 'those shown elsewhere have to be settled first';
    return `${subject} can be paired in more than one way, about equally well: ${what}.`;
  },
};

function subjectOf(session: OpenSession, { gl, bank }: Members): string {
  const first = gl.length > 0 ? describeItem(session, 'gl', gl[0]) : describeItem(session, 'bank', bank[0]);
  if (gl.length + bank.length === 1) return `The ${first}`;
  const sizes = [
    ...(gl.length > 0 ? [counted(gl.length, sideNoun('gl'))] : []),
    ...(bank.length > 0 ? [counted(bank.length, sideNoun('bank'))] : []),
  ];
  return `${listed(sizes)} (the first the ${first})`;
}

/** `2 bank lines shown as duplicate_bank` for each side and type of the ambiguity's other items. */
function shownElsewhere(session: OpenSession, members: Members, typeOf: TypeOfItem): string[] {
  const number = numberOf(session, members);
  return SIDES.flatMap((side) => {
    const own = new Set(members[side]);
    const counts = new Map<string, number>();
    for (const item of itemsOf(session.near.ambiguities[side], number)) {
      if (!own.has(item)) counts.set(typeOf(side, item), (counts.get(typeOf(side, item)) ?? 0) + 1);
    }
    const inOrder = [...counts].sort(([a], [b]) => (a < b ? -1 : 1));
    return inOrder.map(([type, count]) => `${counted(count, sideNoun(side))} shown as ${type}`);
  });
}

function numberOf({ open }: OpenSession, { gl, bank }: Members): number {
  const [side, item]: [Side, number] = gl.length > 0 ? ['gl', gl[0]] : ['bank', bank[0]];
  return open[side].ambiguity[item];
}

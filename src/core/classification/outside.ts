// What the reason of any cluster adds where a run could not see all of a row's counterparts: bank rows of the margin that
// the search days lay around the asked period, of whose day the ledger's rows took no part; and a row with the item's
// reference and amount that it was not compared with, in another account or outside the period.

import { otherSide, SIDES, type Side } from '../records/columns.ts';
import { type AskedPeriod, periodWords } from '../records/period.ts';
import { otherAccountWords, sayFate } from './fate-words.ts';
import { type OpenSession, rowOf } from './open-session.ts';
import type { Members } from './rule.ts';
import { counted, sideNoun } from './wording.ts';

/** Sentences, each with its full stop. */
export function outsideSentences(session: OpenSession, members: Members): string[] {
  return [...marginSentence(session, members), ...elsewhereSentences(session, members)];
}

function marginSentence({ columns, open, period }: OpenSession, { gl, bank }: Members): string[] {
  if (period.start === null && period.end === null) return [];
  const { bookingDay, valueDay } = columns.bank;
  const outside = bank.filter((item) => {
    const row = rowOf({ columns, open }, 'bank', item);
    return !isInside(period, bookingDay[row]!) && !isInside(period, valueDay[row]!);
  }).length;
  if (outside === 0) return [];
  const alone = gl.length + bank.length === 1;
  const subject = alone
    ? 'Its date lies'
    : `The ${outside === 1 ? 'date' : 'dates'} of ${counted(outside, sideNoun('bank'))} ${outside === 1 ? 'lies' : 'lie'}`;
  return [
    `${subject} outside the period ${periodWords(period)}, and of the ledger only rows with a date in the period took part.`,
  ];
}

const isInside = ({ start, end }: AskedPeriod, day: number): boolean =>
  (start === null || day >= start) && (end === null || day <= end);

function elsewhereSentences(session: OpenSession, members: Members): string[] {
  if (members.gl.length + members.bank.length > 1) return [];
  return SIDES.flatMap((side) => {
    const said = members[side].map((item) => answeredElsewhere(session, side, item));
    return said.flatMap((one) => (one === null ? [] : [`${one[0]!.toUpperCase()}${one.slice(1)}.`]));
  });
}

/** Where a row with the item's reference and amount stands that it was not compared with; null when there is none. */
function answeredElsewhere(session: OpenSession, side: Side, item: number): string | null {
  const row = session.near.elsewhere[side][item]!;
  if (row === -1) return null;
  const other = otherSide(side);
  const place = otherAccountWords(session, { side, item, row });
  return sayFate(session, { side: other, row, place, has: 'has its reference and amount' });
}

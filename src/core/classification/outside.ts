// Sentences that a reason adds if the run did not compare all counterparts of a row: for a bank row outside the asked
// period but within its search days, because ledger rows of that day took no part; and for a row with the item's
// reference and amount in another account or outside the period.

import { NO_DAY } from '../money/calendar.ts';
import { type AskedPeriod, periodWords } from '../records/documents/period.ts';
import { otherSide, SIDES, type Side } from '../records/rows/columns.ts';
import { otherAccountWords, sayFate } from './fate-words.ts';
import { type OpenSession, rowOf } from './open-session.ts';
import type { Members } from './rule.ts';
import { counted, sideNoun } from './wording.ts';

/** Sentences, each with its full stop. */
export function outsideSentences(session: OpenSession, members: Members): string[] {
  return [...marginSentence(session, members), ...elsewhereSentences(session, members)];
}

/** Whether neither date of a bank row lies in the period that was asked for. */
export function isOutsidePeriod({ columns, open, period }: OpenSession, side: Side, item: number): boolean {
  if (side === 'gl' || (period.start === null && period.end === null)) return false;
  const row = rowOf({ columns, open }, side, item);
  const { bookingDay, valueDay } = columns[side];
  return !isInside(period, bookingDay[row]) && !isInside(period, valueDay[row]);
}

function marginSentence(session: OpenSession, { gl, bank }: Members): string[] {
  const outside = bank.filter((item) => isOutsidePeriod(session, 'bank', item)).length;
  if (outside === 0) return [];
  const one = outside === 1;
  const subject =
    gl.length + bank.length === 1
      ? 'Its date lies'
      : `The ${one ? 'date' : 'dates'} of ${counted(outside, sideNoun('bank'))} ${one ? 'lies' : 'lie'}`;
  const period = periodWords(session.period);
  return [`${subject} outside the period ${period}, and of the ledger only rows with a date in the period took part.`];
}

const isInside = ({ start, end }: AskedPeriod, day: number): boolean =>
  day !== NO_DAY && (start === null || day >= start) && (end === null || day <= end);

function elsewhereSentences(session: OpenSession, members: Members): string[] {
  if (members.gl.length + members.bank.length > 1) return [];
  return SIDES.flatMap((side) => {
    const said = members[side].map((item) => answeredElsewhere(session, side, item));
    return said.flatMap((one) => (one === null ? [] : [`${one[0].toUpperCase()}${one.slice(1)}.`]));
  });
}

/** Where a row with the item's reference and amount stands that it was not compared with; null when there is none. */
function answeredElsewhere(session: OpenSession, side: Side, item: number): string | null {
  // Positions are compared across accounts and days: nothing is looked up for them.
  const row = session.near.elsewhere[side][item] ?? -1;
  if (row === -1) return null;
  const other = otherSide(side);
  const place = otherAccountWords(session, { side, item, row });
  return sayFate(session, { side: other, row, place, has: 'has its reference and amount' });
}

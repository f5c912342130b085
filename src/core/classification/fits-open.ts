// Whether an open row of the other side could be the posting of a row that was classified by its words (charge,
// interest, tax). The class stays, but the reason must then not say that the other side lacks the row.

import { FACT_AMOUNT_CANDIDATE, FACT_AMOUNT_OPEN } from '../matching/outcome/outcome.ts';
import { otherSide, type Side } from '../records/rows/columns.ts';
import { hasFact, type OpenSession } from './open-session.ts';
import { isOutsidePeriod } from './outside.ts';
import { describeRow, sideNoun } from './wording.ts';

/**
 * `an open bank line fits its amount and dates`, or `the bank credit of NGN 9,000.00 on 2026-03-06 is open and fits its
 * amount and dates` where only one does.
 */
export function fitsWords(session: OpenSession, side: Side, item: number): string {
  const other = otherSide(side);
  const row = session.open[side].amountHolder[item];
  if (row === -1) return `an open ${sideNoun(other)} fits its amount and dates`;
  return `the ${describeRow(session, other, row)} is open and fits its amount and dates`;
}

/** `possibly a bank charge that is not yet in the ledger`, or that an open row may be its posting. */
export function possibly(
  session: OpenSession,
  {
    side,
    item,
    what,
    lacking,
  }: { readonly side: Side; readonly item: number; readonly what: string; readonly lacking: string },
): string {
  const fits =
    hasFact(session, side, item, FACT_AMOUNT_OPEN | FACT_AMOUNT_CANDIDATE) || session.open[side].ambiguity[item] !== -1;
  // A row that took no part may be the posting; outside.ts adds a sentence about it.
  const isKnown = session.near.elsewhere[side][item] === -1 && !isOutsidePeriod(session, side, item);
  if (!fits) return isKnown ? `possibly ${what} that ${lacking}` : `possibly ${what}`;
  return `possibly ${what}; ${fitsWords(session, side, item)}, and may be the same`;
}

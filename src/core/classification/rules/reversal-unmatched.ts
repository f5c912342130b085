// A row says that it is a reversal (REVERSAL, RVSL, VOID ...), and matching neither matched nor netted it. Its original
// is often there, mostly matched: then the other side lacks the reversal. The reason names the original with its fate,
// and what is missing.

import { FACT_AMOUNT_CANDIDATE, FACT_AMOUNT_OPEN, FACT_REVERSAL_MARKER } from '../../matching/outcome/outcome.ts';
import { otherSide, SIDES, type Side } from '../../records/rows/columns.ts';
import { nameWithFate, sayFate } from '../fate-words.ts';
import { fitsWords } from '../fits-open.ts';
import { haveSameWords, wordsOfRow } from '../hints/words-of-rows.ts';
import { fateOf } from '../near/near-rows.ts';
import type { Originals } from '../near/originals.ts';
import { hasFact, type OpenSession, rowOf } from '../open-session.ts';
import type { RowRule } from '../rule.ts';
import { counted, describeItem, sideNoun } from '../wording.ts';

/** It takes back an entry that the other side has too. */
export const REVERSAL_OF_MATCHED = 'reversal_of_a_matched_entry';
/** It takes back an entry that another reversal took back before. */
export const REVERSAL_OF_NETTED = 'reversal_of_an_entry_reversed_before';
export const REVERSAL_ALONE = 'reversal_marker_without_original';

/** By the original that its reference names, or the only one of its amount with the same words. */
function groundOf(session: OpenSession, side: Side, item: number): string {
  const original = session.near.originals[side].get(item);
  if (original === undefined || hasFact(session, side, item, FACT_AMOUNT_OPEN | FACT_AMOUNT_CANDIDATE)) {
    return REVERSAL_ALONE;
  }
  const columns = session.columns[side];
  const isMeant = (): boolean =>
    original.byReference ||
    (original.count === 1 &&
      haveSameWords(wordsOfRow(columns, rowOf(session, side, item)), wordsOfRow(columns, original.nearest)));
  const fate = fateOf(session.near, side, original.nearest);
  if ((fate !== 'matched' && fate !== 'netted') || !isMeant()) return REVERSAL_ALONE;
  return fate === 'matched' ? REVERSAL_OF_MATCHED : REVERSAL_OF_NETTED;
}

export const reversalUnmatched: RowRule = {
  shape: 'row',
  type: 'reversal_unmatched',
  sides: SIDES,
  grounds: [REVERSAL_OF_MATCHED, REVERSAL_OF_NETTED, REVERSAL_ALONE],
  groundFor: (session, side, item) =>
    hasFact(session, side, item, FACT_REVERSAL_MARKER) ? groundOf(session, side, item) : null,
  reason: (session, { gl, bank }) =>
    gl.length > 0 ? sentence(session, 'gl', gl[0]) : sentence(session, 'bank', bank[0]),
};

function sentence(session: OpenSession, side: Side, item: number): string {
  const parts = [
    `The ${describeItem(session, side, item)} is marked as a reversal`,
    undone(session, side, item),
    ...(session.parameters.netReversals ? [] : ['reversals were not netted in this run']),
    answer(session, side, item),
  ];
  return `${parts.join('; ')}.`;
}

/** Whether the other side has the reversal. */
function answer(session: OpenSession, side: Side, item: number): string {
  const other = `open ${sideNoun(otherSide(side))}`;
  if (hasFact(session, side, item, FACT_AMOUNT_OPEN | FACT_AMOUNT_CANDIDATE)) {
    return `${fitsWords(session, side, item)}, but the two could not be paired with certainty`;
  }
  const original = session.near.originals[side].get(item);
  const isBooked = original?.byReference && fateOf(session.near, side, original.nearest) === 'matched';
  const lacks = isBooked ? `, so the ${side === 'gl' ? 'bank' : 'ledger'} seems to lack the reversal` : '';
  return `no ${other} fits its amount and dates${lacks}`;
}

/** Words about the original that it may undo. */
function undone(session: OpenSession, side: Side, item: number): string {
  const originals = session.near.originals[side].get(item);
  if (originals === undefined) return `no ${sideNoun(side)} of its account has the opposite amount`;
  const { byReference, count, nearest: row } = originals;
  const among = `among them ${nameWithFate(session, side, row)}`;
  const alike = `${counted(count, sideNoun(side))} have`;
  if (!byReference) {
    const none = `no ${sideNoun(side)} of the opposite amount shares a reference with it`;
    if (count > 1) return `${none}; ${alike} that amount, ${among}`;
    return `${none}; ${sayFate(session, { side, row, has: 'has the opposite amount' })}`;
  }
  if (count > 1) return `${alike} its reference and the opposite amount, ${among}${amongSeveral(session, originals)}`;
  return `${sayFate(session, { side, row, has: 'has its reference' })}${whyNotNetted(session, side, originals)}`;
}

/** Why an open original was not netted with it. */
function whyNotNetted(session: OpenSession, side: Side, { nearest, days, openInWindow }: Originals): string {
  if (fateOf(session.near, side, nearest) !== 'open' || !session.parameters.netReversals) return '';
  if (openInWindow > 0) return ', but the two could not be netted with certainty';
  const { reversalDaysBack, reversalDaysForward } = session.parameters;
  const apart = `${counted(Math.abs(days), 'day')} ${days < 0 ? 'after' : 'before'} it`;
  const window = `${counted(reversalDaysBack, 'day')} back and ${counted(reversalDaysForward, 'day')} forward`;
  return ` but lies ${apart}, outside the reversal window of ${window}`;
}

function amongSeveral({ parameters }: OpenSession, { openInWindow }: Originals): string {
  if (!parameters.netReversals) return '';
  if (openInWindow === 0) return '; none of them is open within the reversal window';
  if (openInWindow === 1)
    return '; one of them is open within the reversal window, but could not be netted with certainty';
  return `; ${openInWindow} of them are open within the reversal window, and a person has to tell which it undoes`;
}

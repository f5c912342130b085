// The last rules: the other side has no counterpart of the row. The orphan is on the side that the type names. The
// reason says how near the other side came, by the findings of matching.

import {
  FACT_AMOUNT_CANDIDATE,
  FACT_AMOUNT_OPEN,
  FACT_HOLDER_CUT,
  FACT_HOLDER_OPEN,
  FACT_KEY,
  FACT_KEY_LINKED,
  FACT_KEY_OPEN_ELSEWHERE,
} from '../../matching/outcome/outcome.ts';
import { otherSide, type Side } from '../../records/rows/columns.ts';
import { batchOf, batchWords } from '../batch-words.ts';
import { sayFate } from '../fate-words.ts';
import { fitsWords } from '../fits-open.ts';
import { hasFact, type OpenSession } from '../open-session.ts';
import type { RowRule } from '../rule.ts';
import { describeItem, sideNoun } from '../wording.ts';

/** The rule of one side; not_found_gl and not_found_bank differ in nothing else. */
export function notFoundRule(side: Side): RowRule {
  return {
    shape: 'row',
    type: side === 'gl' ? 'not_found_gl' : 'not_found_bank',
    sides: [side],
    grounds: ['no_counterpart'],
    groundFor: () => 'no_counterpart',
    reason: (session, members) => {
      const item = members[side][0];
      const where = side === 'gl' ? 'in the bank statement' : 'in the ledger';
      return `The ${describeItem(session, side, item)} is not found ${where}: ${nearest(session, side, item)}.`;
    },
  };
}

function nearest(session: OpenSession, side: Side, item: number): string {
  const has = (fact: number): boolean => hasFact(session, side, item, fact);
  const batch = batchOf(session, side, item);
  if (has(FACT_KEY_OPEN_ELSEWHERE)) {
    const open = carrier(session, side, item);
    return batch === null ? `${open}, but the two could not be paired` : `${open}; ${batchWords(session, batch)}`;
  }
  const fits = fitsWords(session, side, item);
  if (has(FACT_AMOUNT_CANDIDATE) || (has(FACT_AMOUNT_OPEN) && !has(FACT_KEY))) {
    return `${fits}, but they have no common reference: confirm by cheque number`;
  }
  const noAmount = `no open ${sideNoun(otherSide(side))} has its amount within the search window`;
  if (!has(FACT_KEY)) return noAmount;
  // This sentence helps to find a reference with a typing error.
  if (has(FACT_AMOUNT_OPEN)) return `${carrier(session, side, item)}; ${fits}, but not its reference`;
  return `${carrier(session, side, item)}, and ${noAmount}`;
}

/** Words about the row that carries the reference on the other side of the account. */
function carrier(session: OpenSession, side: Side, item: number): string {
  const has = (fact: number): boolean => hasFact(session, side, item, fact);
  const row = session.open[side].keyHolder[item];
  if (!has(FACT_KEY_LINKED)) {
    if (row === -1) return `no open ${sideNoun(otherSide(side))} of its account carries its reference`;
    return sayFate(session, { side: otherSide(side), row, has: 'has its reference in its text' });
  }
  if (row === -1) {
    // The carrier is unknown only if it was settled early and has a cut form of the reference (key-holders.ts).
    return has(FACT_KEY_OPEN_ELSEWHERE)
      ? `an open ${sideNoun(otherSide(side))} carries its reference`
      : `the ${sideNoun(otherSide(side))} that carries a cut form of its reference is already matched`;
  }
  const what = has(FACT_HOLDER_CUT) ? 'carries a longer or a cut form of its reference' : 'carries its reference';
  const isBeside = has(FACT_HOLDER_OPEN) && !has(FACT_KEY_OPEN_ELSEWHERE);
  return sayFate(session, { side: otherSide(side), row, has: isBeside ? `${what} beside another one` : what });
}

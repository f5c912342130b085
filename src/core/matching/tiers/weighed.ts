// The evidence that is stored with a pair to be shown: its probability, the second best candidate, nobody, and each
// part. Rules: docs/decisions/matching-definitions.md, "What is shown".

import type { Side } from '../../records/rows/columns.ts';
import { firstRow } from '../classes.ts';
import type { Contest } from '../contest/contest.ts';
import type { Choice } from '../contest/rounds.ts';
import { probabilityOf } from '../evidence/probability.ts';
import type { Matching } from '../matching.ts';
import { tokensOf } from '../texts/row-words.ts';
import type { Weighed } from './pair-list.ts';

/** The greatest number of rows that the column can hold. */
const MOST_ROWS = 0x7fff;

/** `sides`: the rows' sides that the two sides of the contest stand for. */
export function weighedOf(
  matching: Matching,
  choice: Choice & { readonly contest: Contest },
  sides: { readonly left: Side; readonly right: Side } = { left: 'gl', right: 'bank' },
): Weighed {
  const { contest, candidate: e } = choice;
  const text = Math.max(contest.text[e], contest.tables.leastText);
  const amount = contest.tables.amounts[contest.kind[e]];
  const left = tokensOf(matching.texts[sides.left], firstRow(contest.gl.classes, contest.glClass[e]));
  const right = new Set(tokensOf(matching.texts[sides.right], firstRow(contest.bank.classes, contest.bankClass[e])));
  const shared = left.filter((word) => right.has(word));
  const { carriers } = matching.words.counts;
  return {
    probability: probabilityOf(choice.odds),
    runnerUpProbability: choice.runnerUpShare,
    nobodyProbability: choice.nobodyShare,
    textEvidence: text,
    dayEvidence: contest.evidence[e] - text - amount,
    amountEvidence: amount,
    wordsInCommon: shared.length,
    rarestWordRows: shared.reduce((least, word) => Math.min(least, carriers[word]), shared.length > 0 ? MOST_ROWS : 0),
    dayShare: contest.tables.dayShares[contest.days[e] + contest.daysBack] ?? 0,
  };
}

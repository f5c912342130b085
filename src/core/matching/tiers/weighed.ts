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
  const right = tokensOf(matching.texts[sides.right], firstRow(contest.bank.classes, contest.bankClass[e]));
  const shared = sharedWords(left, right, matching.words.counts.carriers);
  return {
    probability: probabilityOf(choice.odds),
    runnerUpProbability: choice.runnerUpShare,
    nobodyProbability: choice.nobodyShare,
    textEvidence: text,
    dayEvidence: contest.evidence[e] - text - amount,
    amountEvidence: amount,
    wordsInCommon: shared.words,
    rarestWordRows: shared.rarest,
    dayShare: contest.tables.dayShares[contest.days[e] + contest.daysBack] ?? 0,
  };
}

/** How many words two rows have in common, and how many rows carry the rarest of them. Tokens ascend. */
function sharedWords(left: Uint32Array, right: Uint32Array, carriers: Uint32Array): { words: number; rarest: number } {
  const shared = { words: 0, rarest: 0 };
  for (let i = 0, j = 0; i < left.length && j < right.length; ) {
    if (left[i] === right[j]) {
      shared.rarest = Math.min(shared.words === 0 ? MOST_ROWS : shared.rarest, carriers[left[i]]);
      shared.words++;
      i++;
      j++;
    } else if (left[i] < right[j]) i++;
    else j++;
  }
  return shared;
}

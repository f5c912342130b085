// Tiers 3 to 6: rows without a shared key, by evidence. Tiers 3 and 5 take, in rounds, pairs with enough odds for their
// confidence. Tier 4 takes pairs that are each other's only candidate, tier 6 pairs with lower odds. Tiers 3 and 4 see
// equal amounts, tiers 5 and 6 amounts that agree within tolerance or by a fee.

import { sizeOf } from '../classes.ts';
import type { Contest } from '../contest/contest.ts';
import { type Choice, type LiveContest, runRounds } from '../contest/rounds.ts';
import { LEAST_ODDS, LEAST_TEXT_OF_5 } from '../evidence/probability.ts';
import type { Matching } from '../matching.ts';
import { MATCHED, MATCHED_AFTER_NETTING } from '../side-numbers.ts';
import { weighedOf } from './weighed.ts';

type EvidenceTier = 3 | 4 | 5 | 6;

export function takeTier(matching: Matching, state: LiveContest, tier: EvidenceTier): void {
  const { text } = state.contest;
  const accepts =
    tier === 4 ? onlyOnes(state) : tier === 5 ? (e: number): boolean => text[e] >= LEAST_TEXT_OF_5 : () => true;
  runRounds(state, {
    leastOdds: LEAST_ODDS[tier],
    rounds: tier === 4 ? 1 : matching.calibration.rounds,
    accepts,
    take: (choice) => takeClass(matching, state.contest, choice, tier),
    sides: matching.account,
  });
}

/** Whether a candidate is the only one of both its classes. */
function onlyOnes({ contest, live }: LiveContest): (e: number) => boolean {
  const { glClass, bankClass } = contest;
  const gl = new Uint32Array(contest.gl.classes.count);
  const bank = new Uint32Array(contest.bank.classes.count);
  for (let k = 0; k < live.length; k++) {
    gl[glClass[live[k]]]++;
    bank[bankClass[live[k]]]++;
  }
  return (e) => gl[glClass[e]] === 1 && bank[bankClass[e]] === 1;
}

function takeClass(matching: Matching, contest: Contest, choice: Choice, tier: EvidenceTier): void {
  const { account, pairs, agreement, text, texts } = matching;
  const e = choice.candidate;
  const weighed = weighedOf(matching, { ...choice, contest });
  const { gl, bank } = contest;
  const g = contest.glClass[e];
  const b = contest.bankClass[e];
  const state = tier === 3 ? MATCHED : MATCHED_AFTER_NETTING;
  const second = choice.runnerUp < 0 ? -1 : contest.bankClass[choice.runnerUp];
  for (let k = 0; k < sizeOf(gl.classes, g); k++) {
    const glRow = gl.classes.rows[gl.classes.start[g] + k];
    const bankRow = bank.classes.rows[bank.classes.start[b] + k];
    account.gl.state[glRow] = state;
    account.bank.state[bankRow] = state;
    pairs.push(glRow, bankRow, {
      tier,
      days: contest.days[e],
      textScore: text.score(texts.gl, glRow, texts.bank, bankRow),
      feeBasis: agreement.ofRows(account.gl, glRow, account.bank, bankRow),
      runnerUp: second < 0 ? -1 : bank.classes.rows[bank.classes.start[second]],
      runnerUpGap: second < 0 ? -1 : weighed.probability - weighed.runnerUpProbability,
      weighed,
    });
  }
}

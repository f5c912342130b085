// Tiers 1 and 2: rows that carry one key, exact amounts first (each amount by itself), then agreeing ones, in the
// window. What could still be matched after both is ambiguous by key (matching-definitions.md, "Tiers" 1); when nothing
// later settles it, it is left to a person.

import { type AccountState, feeBasisOf, matchRows, openClasses, pairDays } from './account-state.ts';
import { differenceOf, exactAmount } from './amounts.ts';
import type { Worth } from './assignment.ts';
import type { RowClass } from './classes.ts';
import { isCrowd, type KeyComponent, pairsThatFit, solveComponent } from './component.ts';
import { held } from './figures.ts';
import { costOf, NOTHING_LEARNED } from './learned.ts';
import { type Costs, type Texts, textEvidence } from './text-evidence.ts';
import type { WordWeights } from './word-weights.ts';

export function matchByKey(state: AccountState): void {
  for (const key of keysOf(state)) {
    const carry = (one: RowClass) => one.key?.value === key;
    for (const money of moneysOf(state, carry))
      solveComponent(
        componentOf(state, 1, (one) => carry(one) && moneyOf(one) === money),
        state,
      );
    const whole = componentOf(state, 2, carry);
    solveComponent(whole, state);
    // A key that decides nothing says nothing either.
    if (isCrowd(whole, state.calibration)) continue;
    for (const { a, b } of pairsThatFit(whole)) state.ambiguousByKey.push([a, b]);
  }
}

const everyClass = (state: AccountState): RowClass[] => [...state.classes.gl, ...state.classes.bank];
const moneyOf = ({ sample }: RowClass): string => `${sample.currency} ${sample.amount}`;

function keysOf(state: AccountState): Set<string> {
  return new Set(everyClass(state).flatMap((one) => (one.key === null ? [] : [one.key.value])));
}

function moneysOf(state: AccountState, which: (one: RowClass) => boolean): Set<string> {
  return new Set(everyClass(state).filter(which).map(moneyOf));
}

function componentOf(state: AccountState, tier: number, which: (one: RowClass) => boolean): KeyComponent {
  return {
    a: openClasses(state, 'gl').filter(which),
    b: openClasses(state, 'bank').filter(which),
    worth: (gl, bank) => worthOf(state, tier, gl, bank),
    take: (gl, bank, count) => {
      const listedAs = exactAmount(gl.sample, bank.sample) ? 1 : 2;
      matchRows(state, listedAs, { gl, bank, count, evidence: null });
    },
  };
}

/** Most rows, least days, least difference, greatest text. */
function worthOf(state: AccountState, tier: number, gl: RowClass, bank: RowClass): Worth | null {
  const { days, inWindow } = pairDays(state, gl, bank);
  const agree = tier === 1 ? exactAmount(gl.sample, bank.sample) : feeBasisOf(state, gl, bank) !== null;
  if (!inWindow || !agree) return null;
  const difference = differenceOf(gl.sample, bank.sample);
  const costs = {
    left: costOf(NOTHING_LEARNED, 'gl', state.weights),
    right: costOf(NOTHING_LEARNED, 'bank', state.weights),
  };
  return [1n, -BigInt(Math.abs(days)), -difference, BigInt(keyText(gl, bank, { weights: state.weights, costs }))];
}

/** T: text evidence, no less than 0 and small enough to be summed up. */
export function keyText(left: Texts, right: Texts, { weights, costs }: { weights: WordWeights; costs: Costs }): number {
  return held(textEvidence(left, right, weights, costs).evidence + 4_096, { least: 0, most: 8_192 });
}

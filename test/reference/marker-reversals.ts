// Rows of one side that a marker's row reverses, by evidence (matching-definitions.md, "Tiers" 3: "Then by marker").

import type { Side } from '../../src/core/records/rows/columns.ts';
import { inRounds, T3 } from './acceptance.ts';
import { type AccountState, net, openClasses, reversalDays } from './account-state.ts';
import type { RowClass } from './classes.ts';
import { otherOf, type WeighedPair } from './contest.ts';
import { dayEvidence, UNCOUNTED } from './day-evidence.ts';
import { sumOf } from './figures.ts';
import { contestOf } from './hold-contest.ts';
import { costOf } from './learned.ts';
import { A_QUARTER } from './nobody.ts';
import { textEvidence, withoutMarkers } from './text-evidence.ts';

export function netByMarker(state: AccountState, side: Side): void {
  const open = openClasses(state, side);
  const [a, b] = [open.filter((one) => !one.marked), open.filter((one) => one.marked)];
  const pairs = b.flatMap((marked) => {
    const opposite = a.filter((other) => cancel(other, marked));
    if (opposite.length > state.calibration.crowd) return [];
    return opposite
      .filter((other) => inReversalWindow(state, other, marked))
      .map((other) => weighed(state, other, marked));
  });
  const rivals = new Map(
    open.map((one) => {
      const own = pairs.filter((pair) => pair.a === one || pair.b === one);
      return [one, sumOf(own.map((pair) => otherOf(one, pair).open.length))];
    }),
  );
  const contest = contestOf(pairs, { rivals, entrants: { a, b }, accident: A_QUARTER });
  inRounds(contest, { weights: state.weights, odds: T3 }, state.calibration.rounds, ({ pair, evidence }) =>
    net(state, { original: pair.a, reversal: pair.b }, { count: pair.a.open.length, evidence }),
  );
}

const cancel = (a: RowClass, b: RowClass): boolean =>
  a.sample.currency === b.sample.currency && a.sample.amount === -b.sample.amount;

/** The marker's row is not earlier. */
function inReversalWindow({ parameters }: AccountState, original: RowClass, reversal: RowClass): boolean {
  const days = reversalDays({ original, reversal });
  return days >= 0 && days <= parameters.reversalDaysForward;
}

function weighed({ weights, learned, parameters }: AccountState, a: RowClass, b: RowClass): WeighedPair {
  const cost = costOf(learned, a.side, weights);
  const words = textEvidence(withoutMarkers(a), withoutMarkers(b), weights, { left: cost, right: cost });
  const ofDays = dayEvidence({
    back: 0,
    forward: parameters.reversalDaysForward,
    clear: UNCOUNTED,
    found: UNCOUNTED,
  });
  const days = reversalDays({ original: a, reversal: b });
  const evidence = words.evidence + ofDays(days);
  const parts = { text: words.evidence, dayEvidence: ofDays(days), amountEvidence: 0 };
  return { a, b, days, difference: 0n, kind: 0, words, ...parts, evidence };
}

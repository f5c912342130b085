// Reversals are netted on each side after tier 3: by key, then by a marker (matching-definitions.md, "Reversals are netted
// here"). Positive classes stand against negative ones.

import type { Side } from '../../src/core/records/rows/columns.ts';
import { type AccountState, type Netting, net, openClasses, reversalDays } from './account-state.ts';
import type { Worth } from './assignment.ts';
import type { RowClass } from './classes.ts';
import { solveComponent } from './component.ts';
import { keyText } from './key-tiers.ts';
import { costOf } from './learned.ts';
import { netByMarker } from './marker-reversals.ts';
import { canonical } from './ref-row.ts';

export function netReversals(state: AccountState, side: Side): void {
  if (!state.parameters.netReversals) return;
  netByKey(state, side);
  netByMarker(state, side);
}

const positive = (one: RowClass) => one.sample.amount > 0;
const negative = (one: RowClass) => one.sample.amount < 0;

function netByKey(state: AccountState, side: Side): void {
  const carryingKey = openClasses(state, side).filter((one) => one.key !== null);
  const unitOf = ({ key, sample }: RowClass) => `${key!.value} ${sample.currency} ${Math.abs(sample.amount)}`;
  for (const unit of new Set(carryingKey.map(unitOf))) {
    const carry = carryingKey.filter((one) => unitOf(one) === unit);
    solveComponent(
      {
        a: carry.filter(positive),
        b: carry.filter(negative),
        worth: (a, b) => worthByKey(state, a, b),
        take: (a, b, count) => net(state, originalFirst(a, b), { count, evidence: null }),
      },
      state,
    );
  }
}

function worthByKey(state: AccountState, a: RowClass, b: RowClass): Worth | null {
  const netting = originalFirst(a, b);
  if (a.key!.known && !a.marked && !b.marked) return null;
  if (!inReversalWindow(state, netting)) return null;
  const cost = costOf(state.learned, a.side, state.weights);
  const text = keyText(a, b, { weights: state.weights, costs: { left: cost, right: cost } });
  return [1n, -BigInt(Math.abs(reversalDays(netting))), 0n, BigInt(text)];
}

function earlierFirst(a: RowClass, b: RowClass): Netting {
  return canonical(a.sample, b.sample) < 0 ? { original: a, reversal: b } : { original: b, reversal: a };
}

/** A marker on one of the two says which is the reversal; else the later one is. */
function originalFirst(a: RowClass, b: RowClass): Netting {
  if (a.marked === b.marked) return earlierFirst(a, b);
  return a.marked ? { original: b, reversal: a } : { original: a, reversal: b };
}

function inReversalWindow(state: AccountState, netting: Netting): boolean {
  const days = reversalDays(netting);
  return days >= -state.parameters.reversalDaysBack && days <= state.parameters.reversalDaysForward;
}

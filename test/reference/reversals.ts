// Reversals are netted on each side after tier 3: by key, then by a marker with text that does not speak against it
// (matching-definitions.md, "Reversals are netted here"). Positive classes stand against negative ones.

import type { Side } from '../../src/core/records/rows/columns.ts';
import { type AccountState, daysPart, openClasses, weighed } from './account-state.ts';
import type { Worth } from './assignment.ts';
import { type RowClass, take } from './classes.ts';
import { clearPairs, inRounds } from './clear-pairs.ts';
import { solveComponent } from './component.ts';
import { canonical } from './ref-row.ts';
import { isBareMarker } from './text.ts';

interface Netting {
  readonly original: RowClass;
  readonly reversal: RowClass;
}

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
        take: (a, b, count) => net(state, originalFirst(a, b), { count, byKey: true }),
      },
      state,
    );
  }
}

function worthByKey(state: AccountState, a: RowClass, b: RowClass): Worth | null {
  const netting = originalFirst(a, b);
  if (a.key!.known && !a.marked && !b.marked) return null;
  if (!cancel(a, b) || !inReversalWindow(state, netting)) return null;
  return [1n, -BigInt(Math.abs(reversalDays(netting))), 0n, BigInt(state.text.score(a, b))];
}

function netByMarker(state: AccountState, side: Side): void {
  const { gap, rounds } = state.calibration;
  inRounds(rounds, () => {
    const open = openClasses(state, side);
    const pairs = open.filter(positive).flatMap((a) =>
      open
        .filter(negative)
        .filter((b) => markerLinks(state, a, b))
        .map((b) => ({ a, b, score: reversalScore(state, a, b) })),
    );
    const clear = clearPairs(pairs, (pair, other) => pair.score - other.score >= gap);
    const taken = clear.filter(({ a, b }) => a.open.length === b.open.length && isLinked(state, a, b));
    for (const { a, b } of taken) net(state, unmarkedFirst(a, b), { count: a.open.length, byKey: false });
    return taken.length;
  });
}

function markerLinks(state: AccountState, a: RowClass, b: RowClass): boolean {
  const netting = unmarkedFirst(a, b);
  return a.marked !== b.marked && cancel(a, b) && reversalDays(netting) >= 0 && inReversalWindow(state, netting);
}

/** By their words, unless the marker's row says nothing else. */
function isLinked({ text, calibration }: AccountState, a: RowClass, b: RowClass): boolean {
  if (text.against(a, b)) return false;
  if (isBareMarker(a.marked ? a.tokens : b.tokens) || text.oneWithinTheOther(a, b)) return true;
  return text.score(a, b) >= calibration.reversalTextFloor;
}

function reversalScore(state: AccountState, a: RowClass, b: RowClass): number {
  const { reversalDaysBack, reversalDaysForward } = state.parameters;
  return weighed(state.calibration, {
    text: state.text.score(a, b),
    days: daysPart(reversalDays(unmarkedFirst(a, b)), Math.max(reversalDaysBack, reversalDaysForward)),
    amount: 10_000,
  });
}

function cancel(a: RowClass, b: RowClass): boolean {
  return a.sample.currency === b.sample.currency && a.sample.amount === -b.sample.amount;
}

function earlierFirst(a: RowClass, b: RowClass): Netting {
  return canonical(a.sample, b.sample) < 0 ? { original: a, reversal: b } : { original: b, reversal: a };
}

/** A marker on one of the two says which is the reversal; else the later one is. */
function originalFirst(a: RowClass, b: RowClass): Netting {
  return a.marked === b.marked ? earlierFirst(a, b) : unmarkedFirst(a, b);
}

function unmarkedFirst(a: RowClass, b: RowClass): Netting {
  return a.marked ? { original: b, reversal: a } : { original: a, reversal: b };
}

function reversalDays({ original, reversal }: Netting): number {
  return reversal.sample.bookingDay - original.sample.bookingDay;
}

function inReversalWindow(state: AccountState, netting: Netting): boolean {
  const days = reversalDays(netting);
  return days >= -state.parameters.reversalDaysBack && days <= state.parameters.reversalDaysForward;
}

function net(state: AccountState, netting: Netting, { count, byKey }: { count: number; byKey: boolean }): void {
  const originals = take(netting.original, count);
  const reversals = take(netting.reversal, count);
  originals.forEach((original, at) => {
    state.reversals[netting.original.side].push({ original: original.id, reversal: reversals[at]!.id, byKey });
  });
}

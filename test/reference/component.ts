// Solving the rows that carry one key: exactly, by certain pairs; above the bound of classes in rounds. Used by tiers
// 1 and 2 on GL against bank, and by the netting of reversals on positive against negative rows of one side.

import type { Calibration } from '../../src/core/matching/calibration.ts';
import { certainCounts, compare, type Worth } from './assignment.ts';
import { hasOpenRows, type RowClass } from './classes.ts';
import { clearPairs } from './clear-pairs.ts';

export interface KeyComponent {
  readonly a: readonly RowClass[];
  readonly b: readonly RowClass[];
  /** What one matched pair is worth, null when the two cannot match. */
  worth(a: RowClass, b: RowClass): Worth | null;
  /** Takes that many pairs of rows. */
  take(a: RowClass, b: RowClass, count: number): void;
}

const ROUNDS_NOTE = 'a component was decided in rounds';
const CROWD_NOTE = 'a key was carried by too many classes to decide anything';

export function isCrowd({ a, b }: KeyComponent, { crowd }: Calibration): boolean {
  return Math.max(a.length, b.length) > crowd;
}

/** Takes what is certain, or as much as the bounds allow, which the notes then say. */
export function solveComponent(component: KeyComponent, { calibration, notes }: Bounds): void {
  if (isCrowd(component, calibration)) {
    notes.add(CROWD_NOTE);
  } else if (Math.max(component.a.length, component.b.length) > calibration.exactClasses) {
    notes.add(ROUNDS_NOTE);
    while (takeRound(component) > 0);
  } else {
    takeCertain(component);
  }
}

interface Bounds {
  readonly calibration: Calibration;
  readonly notes: Set<string>;
}

function takeCertain({ a, b, worth, take }: KeyComponent): void {
  const certain = certainCounts({
    left: a.map((one) => one.open.length),
    right: b.map((one) => one.open.length),
    worth: (i, j) => worth(a[i], b[j]),
  });
  certain.forEach((row, i) => {
    row.forEach((count, j) => {
      if (count > 0) take(a[i], b[j], count);
    });
  });
}

/** Pairs strictly better than any other of either class; as many rows as both classes have. */
function takeRound(component: KeyComponent): number {
  const possible = pairsThatFit(component);
  const clear = clearPairs(possible, (pair, other) => compare(pair.worth, other.worth) > 0);
  for (const { a, b } of clear) component.take(a, b, Math.min(a.open.length, b.open.length));
  return clear.length;
}

/** Pairs of classes with open rows that could match. */
export function pairsThatFit({ a: left, b: right, worth }: KeyComponent) {
  return left.filter(hasOpenRows).flatMap((a) =>
    right.filter(hasOpenRows).flatMap((b) => {
      const value = worth(a, b);
      return value === null ? [] : [{ a, b, worth: value }];
    }),
  );
}

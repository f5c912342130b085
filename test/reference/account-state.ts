// One account while it is being matched: its classes, what was matched and netted so far, and what any two classes of
// opposite sides are to each other. Every figure is computed anew whenever it is asked for.

import type { Calibration } from '../../src/core/matching/calibration.ts';
import type { MatchParameters } from '../../src/core/matching/parameters.ts';
import type { Side } from '../../src/core/records/rows/columns.ts';
import { agreement, daysOf, differenceOf, type FeeBasis, toleranceOf } from './amounts.ts';
import { hasOpenRows, type RowClass, take } from './classes.ts';
import type { RefRow, Sides } from './ref-row.ts';
import type { TextScore } from './text-score.ts';

export interface RefPair {
  readonly gl: number;
  readonly bank: number;
  readonly tier: number;
  /** GL amount - bank amount, signed. */
  readonly difference: number;
  readonly days: number;
  readonly feeBasis: FeeBasis;
  readonly textScore: number;
}

export interface RefReversal {
  readonly original: number;
  readonly reversal: number;
  readonly byKey: boolean;
}

export interface AccountState {
  readonly parameters: MatchParameters;
  readonly calibration: Calibration;
  readonly text: TextScore;
  readonly classes: Sides<readonly RowClass[]>;
  /** All rows of the account. */
  readonly rows: Sides<readonly RefRow[]>;
  /** Rows that have their key only because it was looked for in their texts. */
  readonly foundOnly: ReadonlySet<RefRow>;
  /** Pairs that tiers 1 and 2 left undecided; a later tier or a reversal may still settle them. */
  readonly ambiguousByKey: [gl: RowClass, bank: RowClass][];
  readonly pairs: RefPair[];
  readonly reversals: Sides<RefReversal[]>;
  readonly notes: Set<string>;
}

/** Classes with rows that are neither matched nor netted. */
export function openClasses(state: AccountState, side: Side): RowClass[] {
  return state.classes[side].filter(hasOpenRows);
}

export function feeBasisOf(state: AccountState, gl: RowClass, bank: RowClass): FeeBasis | null {
  return agreement(gl.sample, bank.sample, state.parameters);
}

export function pairDays(state: AccountState, gl: RowClass, bank: RowClass) {
  const { daysBack, daysForward } = state.parameters;
  return daysOf(gl.sample, bank.sample, { back: daysBack, forward: daysForward });
}

/** S of a pair whose amounts agree. */
export function pairScore(state: AccountState, gl: RowClass, bank: RowClass): number {
  const { daysBack, daysForward } = state.parameters;
  const byFee = feeBasisOf(state, gl, bank) !== 'none';
  return weighed(state.calibration, {
    text: state.text.score(gl, bank),
    days: daysPart(pairDays(state, gl, bank).days, Math.max(daysBack, daysForward)),
    amount: byFee ? 8_000 : amountPart(differenceOf(gl.sample, bank.sample), toleranceOf(gl.sample, state.parameters)),
  });
}

export function daysPart(days: number, window: number): number {
  return 10_000 - Math.floor((10_000 * Math.abs(days)) / (window + 1));
}

/** 10,000 for an exact amount, falling to near 0 at the tolerance. */
function amountPart(difference: bigint, tolerance: bigint): number {
  return Number(10_000n - (10_000n * difference) / (tolerance + 1n));
}

export function weighed(calibration: Calibration, parts: { text: number; days: number; amount: number }): number {
  const { textShare, daysShare, amountShare } = calibration;
  return Math.floor((textShare * parts.text + daysShare * parts.days + amountShare * parts.amount) / 100);
}

/** Matches that many rows of two classes, in canonical order. */
export function matchRows(state: AccountState, tier: number, gl: RowClass, bank: RowClass, count: number): void {
  const glRows = take(gl, count);
  const bankRows = take(bank, count);
  glRows.forEach((glRow, at) => {
    state.pairs.push(pairOf(state, tier, { gl, bank, glRow, bankRow: bankRows[at]! }));
  });
}

function pairOf(
  state: AccountState,
  tier: number,
  { gl, bank, glRow, bankRow }: { gl: RowClass; bank: RowClass; glRow: RefRow; bankRow: RefRow },
): RefPair {
  return {
    gl: glRow.id,
    bank: bankRow.id,
    tier,
    difference: glRow.amount - bankRow.amount,
    days: pairDays(state, gl, bank).days,
    feeBasis: feeBasisOf(state, gl, bank)!,
    textScore: state.text.score(gl, bank),
  };
}

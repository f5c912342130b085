// One account while it is being matched: its classes, what was matched and netted so far, and what any two classes of
// opposite sides are to each other. Every figure is computed anew whenever it is asked for.

import type { Calibration } from '../../src/core/matching/calibration.ts';
import type { MatchParameters } from '../../src/core/matching/parameters.ts';
import type { Side } from '../../src/core/records/rows/columns.ts';
import type { RefEvidence } from './acceptance.ts';
import { agreement, daysOf, type FeeBasis } from './amounts.ts';
import { hasOpenRows, type RowClass, take } from './classes.ts';
import type { Learned } from './learned.ts';
import type { RefRow, Sides } from './ref-row.ts';
import type { RefGroup } from './sums.ts';
import { textScore } from './text-evidence.ts';
import type { WordWeights } from './word-weights.ts';

export interface RefPair {
  readonly gl: number;
  readonly bank: number;
  readonly tier: number;
  /** GL amount - bank amount, signed. */
  readonly difference: number;
  readonly days: number;
  readonly feeBasis: FeeBasis;
  readonly textScore: number;
  /** Null where a key decided. */
  readonly evidence: RefEvidence | null;
}

export interface RefReversal {
  readonly original: number;
  readonly reversal: number;
  /** Null when it was netted by key. */
  readonly evidence: RefEvidence | null;
}

export interface AccountState {
  readonly parameters: MatchParameters;
  readonly calibration: Calibration;
  readonly weights: WordWeights;
  /** What the contests so far have taught. */
  learned: Learned;
  readonly classes: Sides<readonly RowClass[]>;
  /** All rows of the account. */
  readonly rows: Sides<readonly RefRow[]>;
  /** Rows that have their key only because it was looked for in their texts. */
  readonly foundOnly: ReadonlySet<RefRow>;
  /** Pairs that tiers 1 and 2 left undecided; a later tier or a reversal may still settle them. */
  readonly ambiguousByKey: [gl: RowClass, bank: RowClass][];
  readonly pairs: RefPair[];
  /** Groups of rows whose sums agree. */
  readonly groups: RefGroup[];
  /** Rows that others add up to in more than one way. */
  readonly severalSums: Set<RefRow>;
  /** What lines that look like fees should be. */
  readonly expectedFees: Map<RefRow, number>;
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
  const { daysBack, daysForward, events } = state.parameters;
  return daysOf(gl.sample, bank.sample, { back: daysBack, forward: daysForward, events });
}

interface Matching {
  readonly gl: RowClass;
  readonly bank: RowClass;
  readonly count: number;
  readonly evidence: RefEvidence | null;
}

/** Matches that many rows of two classes, in canonical order. */
export function matchRows(state: AccountState, tier: number, { gl, bank, count, evidence }: Matching): void {
  const glRows = take(gl, count);
  const bankRows = take(bank, count);
  glRows.forEach((glRow, at) => {
    const bankRow = bankRows[at];
    state.pairs.push({
      gl: glRow.id,
      bank: bankRow.id,
      tier,
      difference: glRow.amount - bankRow.amount,
      days: pairDays(state, gl, bank).days,
      feeBasis: feeBasisOf(state, gl, bank)!,
      textScore: textScore(gl, bank, state.weights),
      evidence,
    });
  });
}

export interface Netting {
  readonly original: RowClass;
  readonly reversal: RowClass;
}

export function reversalDays({ original, reversal }: Netting): number {
  return reversal.sample.bookingDay - original.sample.bookingDay;
}

/** Nets that many rows of two classes of one side. */
export function net(
  state: AccountState,
  netting: Netting,
  { count, evidence }: { count: number; evidence: RefEvidence | null },
): void {
  const originals = take(netting.original, count);
  const reversals = take(netting.reversal, count);
  originals.forEach((original, at) => {
    state.reversals[netting.original.side].push({ original: original.id, reversal: reversals[at].id, evidence });
  });
}

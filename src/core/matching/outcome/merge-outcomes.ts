// The session's outcome from its accounts': pairs by tier, then account, then canonical order; ambiguities renumbered.

import { SIDES, type Side } from '../../records/rows/columns.ts';
import { allocateOpenRows, allocatePairs, allocateReversals } from './account-outcome.ts';
import type { MatchOutcome, OpenRows, Pairs, Reversals } from './outcome.ts';

type Columnar = { readonly count: number };
type Arrays = Record<
  string,
  { set(from: ArrayLike<number>, at: number): void; subarray(from: number, to: number): ArrayLike<number> }
>;

/** Copies rows [from, to) of every column of one structure to another. */
function copy(source: Columnar, range: readonly [number, number], target: Columnar, at: number): void {
  for (const [name, values] of Object.entries(source)) {
    if (name === 'count') continue;
    (target as unknown as Arrays)[name]!.set((values as unknown as Arrays[string]).subarray(range[0], range[1]), at);
  }
}

function mergePairs(parts: readonly Pairs[]): Pairs {
  const out = allocatePairs(parts.reduce((sum, part) => sum + part.count, 0));
  const from = parts.map(() => 0);
  let at = 0;
  for (let tier = 1; tier <= 9; tier++) {
    parts.forEach((part, k) => {
      let to = from[k]!;
      while (to < part.count && part.tier[to] === tier) to++;
      copy(part, [from[k]!, to], out, at);
      at += to - from[k]!;
      from[k] = to;
    });
  }
  return out;
}

function concatenate<T extends Columnar>(parts: readonly T[], allocate: (count: number) => T): T {
  const out = allocate(parts.reduce((sum, part) => sum + part.count, 0));
  let at = 0;
  for (const part of parts) {
    copy(part, [0, part.count], out, at);
    at += part.count;
  }
  return out;
}

function numberAmbiguities(parts: readonly MatchOutcome[], open: Record<Side, OpenRows>): void {
  const at = { gl: 0, bank: 0 };
  let first = 0;
  for (const part of parts) {
    let next = first;
    for (const side of SIDES) {
      for (let k = 0; k < part.open[side].count; k++) {
        const number = part.open[side].ambiguity[k]!;
        if (number < 0) continue;
        open[side].ambiguity[at[side] + k] = first + number;
        next = Math.max(next, first + number + 1);
      }
      at[side] += part.open[side].count;
    }
    first = next;
  }
}

/** `parts` in ascending order of their accounts' names. */
export function mergeOutcomes(parts: readonly MatchOutcome[]): MatchOutcome {
  if (parts.length === 1) return parts[0]!;
  const open = {
    gl: concatenate(
      parts.map((part) => part.open.gl),
      allocateOpenRows,
    ),
    bank: concatenate(
      parts.map((part) => part.open.bank),
      allocateOpenRows,
    ),
  };
  numberAmbiguities(parts, open);
  const reversals = (side: Side): Reversals =>
    concatenate(
      parts.map((part) => part.reversals[side]),
      allocateReversals,
    );
  return {
    pairs: mergePairs(parts.map((part) => part.pairs)),
    reversals: { gl: reversals('gl'), bank: reversals('bank') },
    open,
    notes: [...new Set(parts.flatMap((part) => part.notes))].sort(),
  };
}

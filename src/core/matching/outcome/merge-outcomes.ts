// Joins the outcomes of accounts into the session's: groups by tier, then account, then canonical order; ambiguities,
// batches and rows to be decided together get new numbers.

import { weighedNames } from '../../records/groups/groups.ts';
import { SIDES, type Side } from '../../records/rows/columns.ts';
import { allocateOpenRows, allocateReversals } from './account-outcome.ts';
import { joinGroups } from './match-groups.ts';
import type { MatchOutcome, OpenRows, Reversals } from './outcome.ts';

type Columnar = { readonly count?: number };
type Arrays = Record<string, { set(from: ArrayLike<number>, at: number): void }>;

/** Copies every column of one structure to another. */
function copy(source: Columnar, target: Columnar, at: number): void {
  for (const [name, values] of Object.entries(source)) {
    if (name === 'count') continue;
    if (name === 'weighed') copy(values as Columnar, (target as unknown as { weighed: Columnar }).weighed, at);
    else (target as unknown as Arrays)[name].set(values as unknown as ArrayLike<number>, at);
  }
}

function concatenate<T extends { readonly count: number }>(parts: readonly T[], allocate: (count: number) => T): T {
  const out = allocate(parts.reduce((sum, part) => sum + part.count, 0));
  let at = 0;
  for (const part of parts) {
    copy(part, out, at);
    at += part.count;
  }
  return out;
}

/** Columns of numbers that rows of one account share. */
const SHARED_NUMBERS = ['ambiguity', 'batch', 'undecided'] as const;

function renumber(
  name: (typeof SHARED_NUMBERS)[number],
  parts: readonly MatchOutcome[],
  open: Record<Side, OpenRows>,
): void {
  const at = { gl: 0, bank: 0 };
  let first = 0;
  for (const part of parts) {
    let next = first;
    for (const side of SIDES) {
      for (let k = 0; k < part.open[side].count; k++) {
        const number = part.open[side][name][k];
        if (number < 0) continue;
        open[side][name][at[side] + k] = first + number;
        next = Math.max(next, first + number + 1);
      }
      at[side] += part.open[side].count;
    }
    first = next;
  }
}

/** `parts` in ascending order of their accounts' names. */
export function mergeOutcomes(parts: readonly MatchOutcome[]): MatchOutcome {
  if (parts.length === 1) return parts[0];
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
  for (const name of SHARED_NUMBERS) renumber(name, parts, open);
  const reversals = (side: Side): Reversals => {
    const ofSide = parts.map((part) => part.reversals[side]);
    const weighed = weighedNames(ofSide.map((one) => one.weighed));
    return concatenate(ofSide, (count) => allocateReversals(count, weighed));
  };
  return {
    groups: joinGroups(parts.map((part) => part.groups)),
    reversals: { gl: reversals('gl'), bank: reversals('bank') },
    open,
    notes: [...new Set(parts.flatMap((part) => part.notes))].sort(),
  };
}

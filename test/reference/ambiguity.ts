// Open rows that could be matched in more than one equally good way (matching-definitions.md, "Open rows").

import type { AccountState } from './account-state.ts';
import type { Candidate } from './candidates.ts';
import { hasOpenRows, type RowClass } from './classes.ts';

/** The ambiguities of an account: groups of classes, those that share a class being one. */
export function ambiguitiesOf(state: AccountState, left: readonly Candidate[]): RowClass[][] {
  const byKey = state.ambiguousByKey.filter(([gl, bank]) => hasOpenRows(gl) && hasOpenRows(bank));
  return merged([...byKey, ...withoutKey(state, left)]);
}

function withoutKey(state: AccountState, left: readonly Candidate[]): RowClass[][] {
  const pairs = left.filter(({ a, b }) => !state.text.against(a, b));
  return [...new Set(pairs.flatMap(({ a, b }) => [a, b]))].flatMap((one) => {
    const own = pairs.filter(({ a, b }) => a === one || b === one);
    const best = Math.max(...own.map((pair) => pair.score));
    const near = own.filter((pair) => best - pair.score <= state.calibration.gap);
    return near.length >= 2 || countsLeaveAChoice(near[0]!) ? [[one, ...near.map(otherOf(one))]] : [];
  });
}

/** Unequal counts without a shared key: which row of the larger class is meant cannot be said. */
function countsLeaveAChoice({ a, b }: Candidate): boolean {
  const sameKey = a.key !== null && a.key.value === b.key?.value;
  return a.open.length !== b.open.length && !sameKey;
}

function otherOf(one: RowClass) {
  return ({ a, b }: Candidate): RowClass => (a === one ? b : a);
}

function merged(groups: readonly (readonly RowClass[])[]): RowClass[][] {
  let whole: RowClass[][] = [];
  for (const group of groups) {
    const touching = whole.filter((one) => one.some((member) => group.includes(member)));
    const apart = whole.filter((one) => !touching.includes(one));
    whole = [...apart, [...new Set([...touching.flat(), ...group])]];
  }
  return whole;
}

// Open rows that have a partner for certain, though it cannot be said which (matching-definitions.md, "Open rows",
// "Ambiguous").

import type { AccountState } from './account-state.ts';
import { hasOpenRows, type RowClass } from './classes.ts';
import { type Contest, isLive, otherOf, pairsOf, sharesOf, type WeighedPair } from './contest.ts';

const LIKELY = 6_000;
const POSSIBLE = 2_000;

/** The ambiguities of an account: groups of classes, those that share a class being one. */
export function ambiguitiesOf(state: AccountState, contest: Contest): RowClass[][] {
  const byKey = state.ambiguousByKey.filter(([gl, bank]) => hasOpenRows(gl) && hasOpenRows(bank));
  const open = [...state.classes.gl, ...state.classes.bank].filter(hasOpenRows);
  return merged([...byKey, ...open.flatMap((one) => withoutKey(contest, one))]);
}

const isUnequal = ({ a, b }: WeighedPair): boolean => a.open.length !== b.open.length;

function withoutKey(contest: Contest, one: RowClass): RowClass[][] {
  const live = pairsOf(one, contest).filter(isLive);
  if (live.length === 0) return [];
  const shares = sharesOf(contest, one);
  const isLikely = (pair: WeighedPair) => shares.share(pair) >= LIKELY;
  if (shares.someone < LIKELY || live.some((pair) => isLikely(pair) && !isUnequal(pair))) return [];
  const meant = live.filter(
    (pair) => shares.share(pair) >= POSSIBLE && !(isLikely(pair) && isUnequal(pair) && haveOneKey(pair)),
  );
  return meant.length >= 2 || meant.some(isUnequal) ? [[one, ...meant.map((pair) => otherOf(one, pair))]] : [];
}

function haveOneKey({ a, b }: WeighedPair): boolean {
  return a.key !== null && a.key.value === b.key?.value;
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

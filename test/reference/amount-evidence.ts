// What it says that two agreeing amounts differ so (matching-definitions.md, "Amounts of tiers 5 and 6").

import type { MatchParameters } from '../../src/core/matching/parameters.ts';
import { agreement, differenceOf, toleranceOf } from './amounts.ts';
import { bits, sumOf } from './figures.ts';
import type { RefRow } from './ref-row.ts';

const KINDS = Array.from({ length: 14 }, (_, kind) => kind);
const prior = (kind: number): number => {
  if (kind === 0) return 12;
  return kind === 1 ? 4 : 1;
};

/** 0 equal, 1 by a fee, 2 to 13 by the twelfths of the tolerance. */
export function amountKind(gl: RefRow, bank: RefRow, parameters: MatchParameters): number {
  const difference = differenceOf(gl, bank);
  if (difference === 0n) return 0;
  if (agreement(gl, bank, parameters) !== 'none') return 1;
  return 2 + Number((12n * difference) / (toleranceOf(gl, parameters) + 1n));
}

/** By kind: pairs among clear ones, and among all found. */
export function amountEvidence(
  clear: ReadonlyMap<number, number>,
  found: ReadonlyMap<number, number>,
): (kind: number) => number {
  const m = (kind: number) => (clear.get(kind) ?? 0) + prior(kind);
  const u = (kind: number) => (found.get(kind) ?? 0) + 1;
  const M = sumOf(KINDS.map(m));
  const U = sumOf(KINDS.map(u));
  return (kind) => bits(m(kind)) - bits(M) - (bits(u(kind)) - bits(U));
}

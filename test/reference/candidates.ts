// Who may match whom in tiers 3 to 6, within the bounds on crowds (matching-definitions.md, "Crowds"): decided from
// the classes that are open when a tier starts.

import type { Side } from '../../src/core/records/rows/columns.ts';
import { type AccountState, feeBasisOf, openClasses, pairDays, pairScore } from './account-state.ts';
import { differenceOf, exactAmount, reachOf, sameDirection } from './amounts.ts';
import type { RowClass } from './classes.ts';
import { conflict } from './keys.ts';
import { ascending, firstOf } from './ref-row.ts';

/** Tiers 3 and 4 want the exact amount, tiers 5 and 6 an agreeing one. */
export type AmountRule = 'exact' | 'agreeing';

/** A pair of classes: a is the GL's, b the bank's. */
export interface Candidate {
  readonly a: RowClass;
  readonly b: RowClass;
  readonly score: number;
}

interface Considered extends Candidate {
  readonly sharedRare: number;
  readonly days: number;
  readonly difference: bigint;
}

export interface Candidates {
  readonly pairs: Candidate[];
  /** Too many classes of the other side are in its amount range. */
  readonly crowded: ReadonlySet<RowClass>;
  /** Too many candidates are equal to its best: it competes, but is never taken. */
  readonly undistinguished: ReadonlySet<RowClass>;
  /** It had more candidates than a class keeps. */
  readonly cut: ReadonlySet<RowClass>;
}

export function candidatesOf(state: AccountState, rule: AmountRule): Candidates {
  const gl = openClasses(state, 'gl');
  const bank = openClasses(state, 'bank');
  const amountsFit = gl.flatMap((a) =>
    bank.filter((b) => amountFits(state, rule, a, b)).map((b) => consider(state, a, b)),
  );
  const ofClass = (one: RowClass) => amountsFit.filter((pair) => pair.a === one || pair.b === one);
  const isCrowded = (one: RowClass, others: RowClass[]) =>
    others.filter((other) => inAmountRange(state, rule, one, other)).length > state.calibration.crowd;
  const crowded = new Set([...gl.filter((one) => isCrowded(one, bank)), ...bank.filter((one) => isCrowded(one, gl))]);

  const allowed = (pair: Considered) => pairDays(state, pair.a, pair.b).inWindow && !conflict(pair.a, pair.b);
  const consideredBy = (one: RowClass) =>
    ofClass(one).filter((pair) => allowed(pair) && (!crowded.has(one) || pair.sharedRare > 0));
  const mostCandidates = state.calibration.candidates;
  const undistinguished = new Set([...gl, ...bank].filter((one) => equalToBest(consideredBy(one)) > mostCandidates));
  const kept = new Set([
    ...gl.flatMap((one) => best(consideredBy(one), 'gl', mostCandidates)),
    ...bank.flatMap((one) => best(consideredBy(one), 'bank', mostCandidates)),
  ]);
  const cut = new Set([...gl, ...bank].filter((one) => consideredBy(one).length > mostCandidates));
  return { pairs: [...kept], crowded, undistinguished, cut };
}

function amountFits(state: AccountState, rule: AmountRule, gl: RowClass, bank: RowClass): boolean {
  if (rule === 'exact') return exactAmount(gl.sample, bank.sample);
  const basis = feeBasisOf(state, gl, bank);
  return basis !== null && (basis !== 'charge' || isSmallCharge(gl, bank));
}

/** Without a reference a charge is believed up to a tenth of the larger amount. */
function isSmallCharge(gl: RowClass, bank: RowClass): boolean {
  const larger = Math.max(Math.abs(gl.sample.amount), Math.abs(bank.sample.amount));
  return differenceOf(gl.sample, bank.sample) * 10n <= BigInt(larger);
}

/** For crowds: any day, whatever the texts say; for agreeing amounts all within reach of the class's own. */
function inAmountRange(state: AccountState, rule: AmountRule, one: RowClass, other: RowClass): boolean {
  if (rule === 'exact') return exactAmount(one.sample, other.sample);
  const alike = one.sample.currency === other.sample.currency && sameDirection(one.sample, other.sample);
  return alike && differenceOf(one.sample, other.sample) <= reachOf(one.sample, state.parameters);
}

function consider(state: AccountState, a: RowClass, b: RowClass): Considered {
  return {
    a,
    b,
    score: pairScore(state, a, b),
    sharedRare: state.text.sharedRareTokens(a, b),
    days: Math.abs(pairDays(state, a, b).days),
    difference: differenceOf(a.sample, b.sample),
  };
}

/** Shared rare tokens, fewer days, smaller difference. */
function closeness(x: Considered, y: Considered): number {
  return firstOf(y.sharedRare - x.sharedRare, x.days - y.days, ascending(x.difference, y.difference));
}

function equalToBest(pairs: readonly Considered[]): number {
  const first = pairs.toSorted(closeness)[0];
  return pairs.filter((pair) => closeness(pair, first!) === 0).length;
}

function best(pairs: readonly Considered[], of: Side, most: number): Considered[] {
  const otherPlace = (pair: Considered) => (of === 'gl' ? pair.b.place : pair.a.place);
  return pairs.toSorted((x, y) => firstOf(closeness(x, y), otherPlace(x) - otherPlace(y))).slice(0, most);
}

// Who could be whose partner in a contest: pairs of classes with what their days and amounts are
// (matching-definitions.md, "A contest").

import { type AccountState, pairDays } from './account-state.ts';
import { amountKind } from './amount-evidence.ts';
import { agreement, differenceOf, exactAmount, nearestDays, reachOf, sameDirection } from './amounts.ts';
import type { RowClass } from './classes.ts';
import { conflict } from './keys.ts';

/** What amounts must be, and whether days must lie in the window. */
export interface ContestRule {
  readonly amounts: 'equal' | 'agreeing';
  readonly anyDays: boolean;
}

/** A pair of classes that could be one: the ledger's and the bank's. */
export interface PossiblePair {
  readonly a: RowClass;
  readonly b: RowClass;
  readonly days: number;
  readonly difference: bigint;
  /** Kind of the amounts. */
  readonly kind: number;
}

/** Without a tolerance, a charge or a rate amounts agree when they are equal. */
export function agreeingIsEqual({ parameters }: AccountState): boolean {
  const byCurrency = Object.values(parameters.currencies);
  return (
    parameters.tolerancePercent === 0 &&
    parameters.mscRate === 0 &&
    byCurrency.every(({ tolerance, chargeMax }) => tolerance === 0 && chargeMax === 0) &&
    (parameters.fees.display === 'separate' || byCurrency.every(({ rules = [] }) => rules.length === 0))
  );
}

export function possiblePair(state: AccountState, rule: ContestRule, a: RowClass, b: RowClass): PossiblePair | null {
  const { days, inWindow } = daysFor(state, rule, a, b);
  if (!amountsFit(state, rule, a, b) || !inWindow || conflict(a, b)) return null;
  const kind = amountKind(a.sample, b.sample, state.parameters);
  return { a, b, days, difference: differenceOf(a.sample, b.sample), kind };
}

function daysFor(state: AccountState, { anyDays }: ContestRule, a: RowClass, b: RowClass) {
  return anyDays ? { days: nearestDays(a.sample, b.sample), inWindow: true } : pairDays(state, a, b);
}

function amountsFit(state: AccountState, { amounts }: ContestRule, gl: RowClass, bank: RowClass): boolean {
  if (amounts === 'equal') return exactAmount(gl.sample, bank.sample);
  const basis = agreement(gl.sample, bank.sample, state.parameters, { byReference: false });
  return basis !== null && (basis !== 'charge' || isSmallCharge(gl, bank));
}

/** Without a reference a charge is believed up to a tenth of the larger amount. */
function isSmallCharge(gl: RowClass, bank: RowClass): boolean {
  const larger = Math.max(Math.abs(gl.sample.amount), Math.abs(bank.sample.amount));
  return differenceOf(gl.sample, bank.sample) * 10n <= BigInt(larger);
}

/** Its own amount, or in a contest of agreeing ones its own reach. */
export function inAmountRange(state: AccountState, { amounts }: ContestRule, one: RowClass, other: RowClass): boolean {
  if (amounts === 'equal') return exactAmount(one.sample, other.sample);
  const alike = one.sample.currency === other.sample.currency && sameDirection(one.sample, other.sample);
  return alike && differenceOf(one.sample, other.sample) <= reachOf(one.sample, state.parameters);
}

/** Of the other side, in its amount range and in the window by its booking day alone. */
export function isNear(state: AccountState, rule: ContestRule, one: RowClass, other: RowClass): boolean {
  if (!inAmountRange(state, rule, one, other)) return false;
  if (rule.anyDays) return true;
  const [gl, bank] = one.side === 'gl' ? [one, other] : [other, one];
  const days = bank.sample.bookingDay - gl.sample.bookingDay;
  return days >= -state.parameters.daysBack && days <= state.parameters.daysForward;
}

// Do two amounts agree, and are two rows in the window (matching-definitions.md, "Amounts")? Differences and fees are
// computed as BigInt, so that no amount is too large to be right.

import { serviceIn } from '../../src/core/fees/bank-service.ts';
import type { FeeRule } from '../../src/core/fees/fee-rule.ts';
import type { CurrencyParameters, MatchParameters } from '../../src/core/matching/parameters.ts';
import { PERCENT_SCALE, RATE_SCALE } from '../../src/core/money/rates.ts';
import type { RefRow } from './ref-row.ts';

export type FeeBasis = 'none' | 'charge' | 'rate' | 'rule';

const NO_TOLERANCE: CurrencyParameters = { tolerance: 0, chargeMin: 0, chargeMax: 0 };

const magnitude = (row: RefRow) => BigInt(Math.abs(row.amount));
const absolute = (x: bigint) => (x < 0n ? -x : x);

/** |g - b|, the difference of the magnitudes. */
export function differenceOf(gl: RefRow, bank: RefRow): bigint {
  return absolute(magnitude(gl) - magnitude(bank));
}

export function sameDirection(a: RefRow, b: RefRow): boolean {
  return Math.sign(a.amount) === Math.sign(b.amount);
}

export function toleranceOf(gl: RefRow, parameters: MatchParameters): bigint {
  const { tolerance } = parameters.currencies[gl.currency] ?? NO_TOLERANCE;
  const share = (magnitude(gl) * BigInt(parameters.tolerancePercent)) / BigInt(PERCENT_SCALE);
  return largest(share, BigInt(tolerance));
}

export function exactAmount(gl: RefRow, bank: RefRow): boolean {
  return gl.currency === bank.currency && gl.amount === bank.amount;
}

/**
 * How the difference of two amounts of one reference is explained; null when it is not, or currency or sign differ.
 * Without a common reference a fee for lines of its own is never in the amount.
 */
export function agreement(
  gl: RefRow,
  bank: RefRow,
  parameters: MatchParameters,
  { byReference = true }: { readonly byReference?: boolean } = {},
): FeeBasis | null {
  if (gl.currency !== bank.currency || !sameDirection(gl, bank)) return null;
  const difference = differenceOf(gl, bank);
  const tolerance = toleranceOf(gl, parameters);
  if (difference <= tolerance) return 'none';

  const { chargeMin, chargeMax } = parameters.currencies[gl.currency] ?? NO_TOLERANCE;
  if (chargeMax > 0 && BigInt(chargeMin) <= difference && difference <= BigInt(chargeMax)) return 'charge';

  const [g, b] = [magnitude(gl), magnitude(bank)];
  const [gross, net] = g > b ? [g, b] : [b, g];
  const transaction = gl.amount > 0 ? gross : net;
  const rules = byReference ? allRules(gl.currency, parameters) : nettedRules(gl.currency, parameters);
  const rule = ruleAmong(rules, serviceOf(gl, parameters) ?? serviceOf(bank, parameters) ?? 'other', transaction);
  if (rule !== undefined && absolute(difference - feeOf(rule, transaction)) <= tolerance) return 'rule';
  const mscRate = rule?.mscRate ?? parameters.mscRate;
  if (!rateApplies(gl, { ...parameters, mscRate })) return null;
  const fee = roundedHalfUp(gross * BigInt(mscRate), BigInt(RATE_SCALE));
  return absolute(gross - fee - net) <= tolerance ? 'rate' : null;
}

/** No amount further from this row's than its reach can agree with it, whichever of the two is the GL's. */
export function reachOf(row: RefRow, parameters: MatchParameters): bigint {
  const { tolerance, chargeMax } = parameters.currencies[row.currency] ?? NO_TOLERANCE;
  const size = magnitude(row);
  const percent = BigInt(parameters.tolerancePercent);
  const share = percent > 0n ? (size * percent) / (BigInt(PERCENT_SCALE) - percent) + 1n : 0n;
  const allowed = largest(BigInt(tolerance), share);
  const rules = nettedRules(row.currency, parameters);
  const mscRate = Math.max(parameters.mscRate, ...rules.map((rule) => rule.mscRate ?? 0));
  const rate = rateApplies(row, { ...parameters, mscRate }) ? BigInt(mscRate) : 0n;
  const fee = rate > 0n ? ((size + allowed) * rate) / (BigInt(RATE_SCALE) - rate) + 1n + 2n * allowed + 2n : 0n;
  const expected = rules.map(({ fee: { type, amount } }) => {
    if (type === 'fixed') return BigInt(amount) + allowed;
    const share = BigInt(amount);
    return ((size + allowed) * share) / (BigInt(RATE_SCALE) - share) + 1n + 2n * allowed + 2n;
  });
  return [BigInt(chargeMax), fee, ...expected].reduce(largest, allowed);
}

/** What one transaction of a batch costs, by its rule and by the rate. */
export function feesOf(row: RefRow, service: string, parameters: MatchParameters): { rule: bigint; rate: bigint } {
  const rule = ruleAmong(allRules(row.currency, parameters), service, magnitude(row));
  const mscRate = rule?.mscRate ?? parameters.mscRate;
  return {
    rule: rule === undefined ? 0n : feeOf(rule, magnitude(row)),
    rate: rateApplies(row, { ...parameters, mscRate })
      ? roundedHalfUp(magnitude(row) * BigInt(mscRate), BigInt(RATE_SCALE))
      : 0n,
  };
}

const ruleAmong = (rules: readonly FeeRule[], service: string, transaction: bigint): FeeRule | undefined =>
  rules.find(
    (rule) =>
      rule.service === service &&
      BigInt(rule.min) <= transaction &&
      (rule.max === 0 || transaction <= BigInt(rule.max)),
  );

const feeOf = ({ fee: { type, amount } }: FeeRule, transaction: bigint): bigint =>
  type === 'fixed' ? BigInt(amount) : roundedHalfUp(transaction * BigInt(amount), BigInt(RATE_SCALE));

const allRules = (currency: string, { currencies }: MatchParameters) => currencies[currency]?.rules ?? [];

const nettedRules = (currency: string, parameters: MatchParameters) =>
  parameters.fees.display === 'separate' ? [] : allRules(currency, parameters);

export const serviceOf = (row: RefRow, { fees }: MatchParameters) => fees.service ?? serviceIn(row.narration ?? '');

const largest = (a: bigint, b: bigint): bigint => (a > b ? a : b);

/** The merchant rate applies to money in, and to money out unless the run spares it. */
function rateApplies(row: RefRow, { mscRate, excludeDebitsFromRate }: MatchParameters): boolean {
  return mscRate > 0 && (row.amount > 0 || !excludeDebitsFromRate);
}

export function roundedHalfUp(numerator: bigint, denominator: bigint): bigint {
  return (2n * numerator + denominator) / (2n * denominator);
}

interface PairDays {
  readonly days: number;
  readonly inWindow: boolean;
}

/** Bank day - GL day, the nearer of booking and value day, in the window or not. */
export function nearestDays(gl: RefRow, bank: RefRow): number {
  return nearest(bothDays(gl, bank));
}

function bothDays(gl: RefRow, bank: RefRow): number[] {
  const byBooking = bank.bookingDay - gl.bookingDay;
  return bank.valueDay === null ? [byBooking] : [byBooking, bank.valueDay - gl.bookingDay];
}

function nearest(days: number[]): number {
  return days.reduce((best, next) => (Math.abs(next) < Math.abs(best) ? next : best));
}

interface DayWindow {
  readonly back: number;
  readonly forward: number;
  readonly events: MatchParameters['events'];
}

const within = ({ start, end }: MatchParameters['events'][number], day: number): boolean => start <= day && day <= end;

/** Bank day - GL day, the nearer of booking and value day; of those in the window when one is. */
export function daysOf(gl: RefRow, bank: RefRow, window: DayWindow): PairDays {
  const both = bothDays(gl, bank);
  const day = gl.bookingDay;
  const inside = both.filter(
    (days) =>
      days >= -window.back &&
      days <= window.forward &&
      (window.events.length === 0 || window.events.some((event) => within(event, day) && within(event, day + days))),
  );
  return inside.length > 0 ? { days: nearest(inside), inWindow: true } : { days: nearest(both), inWindow: false };
}

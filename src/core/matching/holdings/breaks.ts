// Finds the break between two positions of one security: the first of the list that is true. Tolerances: quantity none,
// price a ten-thousandth of the larger, market value a hundredth of the currency unit or a ten-thousandth of the
// larger, accrued interest and cash a hundredth. If a run allows an amount, it widens all tolerances except that of
// quantity: a price or a rate may differ if the value of the position changes by no more than the amount.

import { exponentOf } from '../../money/money.ts';
import { PERCENT_SCALE } from '../../money/rates.ts';
import type { ClusterType } from '../../records/documents/cluster-type.ts';
import { SCALE, scaledFromMinor } from '../../records/holdings/scaled.ts';
import type { MatchParameters } from '../parameters.ts';
import { figuresOf, type PositionFigures, sayTheSame } from './position-figures.ts';
import type { Position } from './positions.ts';

/** In order of precedence; the number of a break, from 1, is its place here. */
export const BREAKS = [
  'missing_in_custodian',
  'missing_in_book',
  'identifier_mismatch',
  'as_of_mismatch',
  'currency_mismatch',
  'quantity_break',
  'pending_trade',
  'corporate_action',
  'price_break',
  'fx_break',
  'accrued_interest_break',
  'market_value_break',
  'cash_break',
] as const satisfies readonly ClusterType[];
export type HoldingBreak = (typeof BREAKS)[number];

/** A price or a value may differ by a ten-thousandth of the larger. */
const PARTS = 10_000n;
/** 0.01 in units of 10^-12. */
const HUNDREDTH = 10n ** BigInt(SCALE - 2);
/** The greatest n of a split of 1 to n or n to 1. */
const MOST_OF_ONE = 1_000n;
/** The greatest number in any other split ratio. */
const MOST_OF_SEVERAL = 21n;
/** After a split units x price may change by this part (a two-hundredth), because prices are rounded. */
const SPLIT_PARTS = 200n;

const abs = (value: bigint): bigint => (value < 0n ? -value : value);
const larger = (a: bigint, b: bigint): bigint => (abs(a) > abs(b) ? abs(a) : abs(b));

const isWithin = (a: bigint, b: bigint, parts: bigint): boolean => abs(a - b) * parts <= larger(a, b);

/** The break between two positions of one key, without regard to day and currency; null where they agree. */
export function breakOf(ours: Position, theirs: Position, parameters: HoldingTolerance): HoldingBreak | null {
  if (sayTheSame(ours, theirs)) return null;
  const book = figuresOf(ours);
  const custodian = figuresOf(theirs);
  const allowed = allowedAmount(parameters, { currency: ours.currency, worth: book.worth });
  return breakOfFigures({ book, custodian, allowed }, ours.isCash);
}

/** The difference in amounts that a run allows; none by default. */
export type HoldingTolerance = Pick<MatchParameters, 'tolerancePercent' | 'currencies'>;

/** The wider of the amount and the share of the books' value, in units of 10^-12. */
export function allowedAmount(
  { tolerancePercent, currencies }: HoldingTolerance,
  { currency, worth }: { readonly currency: string; readonly worth: bigint | null },
): bigint {
  const absolute = scaledFromMinor(BigInt(currencies[currency]?.tolerance ?? 0), exponentOf(currency));
  return larger(absolute, (abs(worth ?? 0n) * BigInt(tolerancePercent)) / BigInt(PERCENT_SCALE));
}

interface Compared {
  readonly book: PositionFigures;
  readonly custodian: PositionFigures;
  readonly allowed: bigint;
}

function breakOfFigures(compared: Compared, isCash: boolean): HoldingBreak | null {
  const { book, custodian } = compared;
  if (isCash) return isWorthTheSame(compared, 'cash') ? null : 'cash_break';
  const quantity = quantityBreak(book, custodian);
  if (quantity !== null) return quantity;
  if (!isRateTheSame(comparedPrices(book, custodian), compared)) return 'price_break';
  if (!isRateTheSame([book.fxRate, custodian.fxRate], compared)) return 'fx_break';
  if (isApart(book.accrued, custodian.accrued, larger(HUNDREDTH, compared.allowed))) return 'accrued_interest_break';
  return isWorthTheSame(compared, 'security') ? null : 'market_value_break';
}

const isApart = (a: bigint | null, b: bigint | null, by: bigint): boolean =>
  a !== null && b !== null && abs(a - b) > by;

/**
 * Whether two rates differ by at most a ten-thousandth, or change the value of the position by at most the allowed
 * amount.
 */
function isRateTheSame(
  [ours, theirs]: readonly [bigint | null, bigint | null],
  { book, custodian, allowed }: Compared,
): boolean {
  if (ours === null || theirs === null || isWithin(ours, theirs, PARTS)) return true;
  if (allowed === 0n || (book.worth === null && custodian.worth === null)) return false;
  const worth = larger(book.worth ?? 0n, custodian.worth ?? 0n);
  return abs(ours - theirs) * abs(worth) <= allowed * abs(larger(ours, theirs));
}

/**
 * The two prices to compare, each times its factor if both factors are known (a price in per cent of par has the factor
 * 0.01).
 */
export function comparedPrices(
  book: PositionFigures,
  custodian: PositionFigures,
): readonly [bigint | null, bigint | null] {
  const isKnown = book.factor !== null && custodian.factor !== null;
  const priceOf = ({ price, factor }: PositionFigures): bigint | null =>
    price === null ? null : isKnown ? price * factor! : price;
  return [priceOf(book), priceOf(custodian)];
}

function isWorthTheSame({ book, custodian, allowed }: Compared, of: 'cash' | 'security'): boolean {
  const ours = book.worth;
  const theirs = custodian.worth;
  if (ours === null || theirs === null || !isApart(ours, theirs, larger(HUNDREDTH, allowed))) return true;
  return of === 'security' && isWithin(ours, theirs, PARTS);
}

function quantityBreak(book: PositionFigures, custodian: PositionFigures): HoldingBreak | null {
  if (book.units === null || custodian.units === null || book.units === custodian.units) return null;
  if (isUnsettled(book, custodian)) return 'pending_trade';
  return isSplit(book, custodian) ? 'corporate_action' : 'quantity_break';
}

/**
 * Whether unsettled trades explain the difference: trades that only one side has, or different trades on both sides.
 */
function isUnsettled(book: PositionFigures, custodian: PositionFigures): boolean {
  const apart = book.units! - custodian.units!;
  const ours = book.unsettled;
  const theirs = custodian.unsettled;
  if (ours === 0n && theirs === 0n) return false;
  return [ours, theirs, -theirs, -ours, ours - theirs].some((explained) => explained === apart);
}

/** Whether one side has n units for every m of the other, and a price that is lower in the same ratio. */
function isSplit(book: PositionFigures, custodian: PositionFigures): boolean {
  const ratio = splitRatio(book, custodian);
  if (ratio === null) return false;
  const [ours, theirs] = comparedPrices(book, custodian);
  if (ours === null || theirs === null) return false;
  return isWithin(book.units! * ours, custodian.units! * theirs, SPLIT_PARTS);
}

/** Units of the custodian for units of the books in lowest terms, as a split may have them; null for any other. */
export function splitRatio(
  { units: a }: PositionFigures,
  { units: b }: PositionFigures,
): readonly [bigint, bigint] | null {
  if (a === null || b === null || a === 0n || b === 0n || a < 0n !== b < 0n) return null;
  const common = greatestCommonDivisor(abs(a), abs(b));
  const book = abs(a) / common;
  const custodian = abs(b) / common;
  const most = book === 1n || custodian === 1n ? MOST_OF_ONE : MOST_OF_SEVERAL;
  return book === custodian || book > most || custodian > most ? null : [custodian, book];
}

function greatestCommonDivisor(a: bigint, b: bigint): bigint {
  while (b !== 0n) [a, b] = [b, a % b];
  return a;
}

// Amounts of a made-up month, in kobo. People send round sums, so the same amount recurs all day. Other amounts spread
// over orders of magnitude like a log-normal, from integers only: an octave from a sum of draws, then any amount in it.

import type { Random } from './random.ts';
import { type Weighted, weighted } from './weighted.ts';

export interface AmountProfile {
  /** Share of round amounts, in thousandths. */
  readonly roundPerMille: number;
  /** Round amounts in naira. */
  readonly round: Weighted<number>;
  /** Other amounts are between 2^octave and 2^(octave + 1) naira; octave = lowestOctave + three draws below spread. */
  readonly lowestOctave: number;
  readonly spread: number;
  /** Share of the other amounts that have kobo, in thousandths: nobody pays kobo at a counter. */
  readonly koboPerMille: number;
}

const profile = (
  roundPerMille: number,
  round: readonly [number, number][],
  { lowestOctave, spread, koboPerMille = 500 }: { lowestOctave: number; spread: number; koboPerMille?: number },
): AmountProfile => ({
  roundPerMille,
  round: weighted(
    round.map(([naira]) => naira),
    round.map(([, weight]) => weight),
  ),
  lowestOctave,
  spread,
  koboPerMille,
});

// Transfers between people and shops: the round sums are those of a phone's quick buttons, and multiples.
export const TRANSFER_AMOUNTS = profile(
  560,
  [
    [500, 4],
    [1_000, 9],
    [1_500, 4],
    [2_000, 10],
    [2_500, 4],
    [3_000, 7],
    [4_000, 4],
    [5_000, 14],
    [6_000, 3],
    [7_000, 3],
    [7_500, 2],
    [8_000, 3],
    [10_000, 15],
    [12_000, 3],
    [15_000, 7],
    [18_000, 2],
    [20_000, 11],
    [25_000, 6],
    [30_000, 6],
    [35_000, 2],
    [40_000, 3],
    [50_000, 9],
    [60_000, 2],
    [70_000, 2],
    [75_000, 2],
    [80_000, 2],
    [100_000, 7],
    [120_000, 1],
    [150_000, 3],
    [200_000, 4],
    [250_000, 2],
    [300_000, 2],
    [500_000, 2],
    [1_000_000, 1],
  ],
  { lowestOctave: 8, spread: 4 },
);
export const AIRTIME_AMOUNTS = profile(
  880,
  [
    [100, 12],
    [200, 14],
    [300, 4],
    [500, 14],
    [1_000, 16],
    [1_500, 4],
    [2_000, 6],
    [3_000, 2],
    [5_000, 2],
  ],
  { lowestOctave: 6, spread: 3, koboPerMille: 0 },
);
export const CARD_AMOUNTS = profile(
  250,
  [
    [1_000, 3],
    [2_000, 5],
    [3_000, 4],
    [5_000, 8],
    [10_000, 8],
    [15_000, 3],
    [20_000, 5],
  ],
  { lowestOctave: 9, spread: 3 },
);
export const CASH_AMOUNTS = profile(
  760,
  [
    [5_000, 4],
    [10_000, 8],
    [20_000, 9],
    [30_000, 5],
    [50_000, 10],
    [100_000, 9],
    [200_000, 5],
    [500_000, 3],
  ],
  { lowestOctave: 11, spread: 3, koboPerMille: 0 },
);
export const BILL_AMOUNTS = profile(
  540,
  [
    [1_000, 6],
    [2_000, 8],
    [3_000, 5],
    [5_000, 9],
    [10_000, 6],
    [15_000, 2],
    [20_000, 2],
  ],
  { lowestOctave: 9, spread: 3 },
);
export const LOAN_AMOUNTS = profile(
  820,
  [
    [50_000, 8],
    [100_000, 12],
    [150_000, 6],
    [200_000, 8],
    [300_000, 5],
    [500_000, 5],
    [1_000_000, 2],
  ],
  { lowestOctave: 15, spread: 2, koboPerMille: 0 },
);
export const REPAYMENT_AMOUNTS = profile(
  180,
  [
    [5_000, 5],
    [10_000, 6],
    [12_500, 3],
    [20_000, 3],
    [25_000, 3],
  ],
  { lowestOctave: 11, spread: 3 },
);
export const SALARY_AMOUNTS = profile(
  120,
  [
    [30_000, 4],
    [50_000, 5],
    [70_000, 4],
    [80_000, 2],
    [120_000, 2],
  ],
  { lowestOctave: 14, spread: 2 },
);

/** A positive amount in kobo. */
export function drawAmount(
  { roundPerMille, round, lowestOctave, spread, koboPerMille }: AmountProfile,
  random: Random,
): number {
  if (random.chance(roundPerMille)) return round.pick(random) * 100;
  const octave = lowestOctave + random.below(spread) + random.below(spread) + random.below(spread);
  const naira = 2 ** octave + random.below(2 ** octave);
  return naira * 100 + (random.chance(koboPerMille) ? random.below(100) : 0);
}

/**
 * The amount with a typing error: two neighbouring digits are swapped or, if that is impossible (10,000.00), the first
 * digit is the next key. Never the same amount, never a leading zero.
 */
export function mistype(amount: number, random: Random): number {
  const digits = String(amount);
  const places: number[] = [];
  for (let i = 0; i < digits.length - 1; i++) {
    if (digits[i] !== digits[i + 1] && !(i === 0 && digits[1] === '0')) places.push(i);
  }
  if (places.length === 0) return Number(String((Number(digits[0]) % 9) + 1) + digits.slice(1));
  const at = places[random.below(places.length)];
  return Number(digits.slice(0, at) + digits[at + 1] + digits[at] + digits.slice(at + 2));
}

/** The regulator's fee of an NIP transfer: 10.00 up to 5,000.00, 25.00 up to 50,000.00, 50.00 above. */
export function nipFee(amount: number): number {
  return amount <= 500_000 ? 1_000 : amount <= 5_000_000 ? 2_500 : 5_000;
}

/** Value added tax of 7.5%, rounded half up. */
export function vatOn(fee: number): number {
  return Math.floor((fee * 75 + 500) / 1000);
}

/** The merchant service charge of a card sale: 0.5% of the gross, rounded half up. */
export function merchantCharge(gross: number): number {
  return Math.floor((gross * 5 + 500) / 1000);
}

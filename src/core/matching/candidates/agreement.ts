// Whether two amounts agree, and how a difference is explained: tolerance first, then a charge, then the merchant
// service charge. Integers throughout. Rules: design/matching.md (parameters), docs/decisions/matching-definitions.md.

import { FEE_CHARGE, FEE_NONE, FEE_RATE } from '../outcome/outcome.ts';
import { type CurrencyParameters, type MatchParameters, PERCENT_SCALE, RATE_SCALE } from '../parameters.ts';

export const DISAGREE = -1;

/** floor((a x b + half) / scale) for non-negative safe integers, exactly. */
export function scaled(a: number, b: number, scale: number, half = 0): number {
  const product = a * b + half;
  if (product <= Number.MAX_SAFE_INTEGER) return Math.floor(product / scale);
  return Number((BigInt(a) * BigInt(b) + BigInt(half)) / BigInt(scale));
}

/** Without a reference a charge is at most one part in so many of the larger amount. */
const LEAST_OF_CHARGE = 10;

const NO_CURRENCY: CurrencyParameters = { tolerance: 0, chargeMin: 0, chargeMax: 0 };

/** The money rules of a run, ready to be asked millions of times. */
export class Agreement {
  readonly exactOnly: boolean;
  readonly #parameters: MatchParameters;
  readonly #byCurrency: readonly CurrencyParameters[];

  /** `currencies`: ISO codes in the numbering of the rows that will be asked about. */
  constructor(parameters: MatchParameters, currencies: readonly string[]) {
    this.#parameters = parameters;
    this.#byCurrency = currencies.map((code) => parameters.currencies[code] ?? NO_CURRENCY);
    this.exactOnly =
      parameters.tolerancePercent === 0 &&
      parameters.mscRate === 0 &&
      Object.values(parameters.currencies).every(({ tolerance, chargeMax }) => tolerance === 0 && chargeMax === 0);
  }

  /** Allowed difference for a GL amount: the wider of the absolute and the percentage. */
  tolerance(glAmount: number, currency: number): number {
    const absolute = this.#byCurrency[currency]!.tolerance;
    const { tolerancePercent } = this.#parameters;
    if (tolerancePercent === 0) return absolute;
    return Math.max(absolute, scaled(Math.abs(glAmount), tolerancePercent, PERCENT_SCALE));
  }

  /** FEE_NONE within tolerance, FEE_CHARGE, FEE_RATE, or DISAGREE. Signed amounts of one currency. */
  of(glAmount: number, bankAmount: number, currency: number): number {
    if (glAmount > 0 !== bankAmount > 0) return DISAGREE;
    const difference = Math.abs(glAmount - bankAmount);
    if (difference === 0) return FEE_NONE;
    if (this.exactOnly) return DISAGREE;
    const tolerance = this.tolerance(glAmount, currency);
    if (difference <= tolerance) return FEE_NONE;
    const { chargeMin, chargeMax } = this.#byCurrency[currency]!;
    if (chargeMax > 0 && difference >= chargeMin && difference <= chargeMax) return FEE_CHARGE;
    const { mscRate, excludeDebitsFromRate } = this.#parameters;
    if (mscRate === 0 || (excludeDebitsFromRate && glAmount < 0)) return DISAGREE;
    const gross = Math.max(Math.abs(glAmount), Math.abs(bankAmount));
    const fee = scaled(gross, mscRate, RATE_SCALE, RATE_SCALE / 2);
    return Math.abs(difference - fee) <= tolerance ? FEE_RATE : DISAGREE;
  }

  /** Whether they agree where no reference says so too: a charge is then believed up to a tenth of the amount. */
  withoutKey(glAmount: number, bankAmount: number, currency: number): boolean {
    const fee = this.of(glAmount, bankAmount, currency);
    if (fee !== FEE_CHARGE) return fee !== DISAGREE;
    const larger = Math.max(Math.abs(glAmount), Math.abs(bankAmount));
    return Math.abs(glAmount - bankAmount) * LEAST_OF_CHARGE <= larger;
  }

  /**
   * Magnitudes [low, high] outside of which no amount of the other side agrees with this one. A range, not a verdict:
   * `of` decides. Widened by a unit where rounding could matter.
   */
  range(amount: number, currency: number): readonly [number, number] {
    const size = Math.abs(amount);
    if (this.exactOnly) return [size, size];
    const { tolerance, chargeMax } = this.#byCurrency[currency]!;
    const { tolerancePercent, mscRate, excludeDebitsFromRate } = this.#parameters;
    // The percentage is of the GL amount, which may be the other one: size / (1 - p) at most.
    const percent = tolerancePercent === 0 ? 0 : widest(size, tolerancePercent, PERCENT_SCALE);
    const allowed = Math.max(tolerance, percent);
    const rate =
      mscRate === 0 || (excludeDebitsFromRate && amount < 0) ? 0 : widest(size + allowed, mscRate, RATE_SCALE);
    const reach = Math.max(allowed, chargeMax, rate === 0 ? 0 : rate + 2 * allowed + 2);
    return [Math.max(0, size - reach), size + reach];
  }
}

/** What a share may add to an amount when the share is of the larger one: size x p / (1 - p), rounded up. */
function widest(size: number, share: number, scale: number): number {
  return share >= scale ? Number.MAX_SAFE_INTEGER : scaled(size, share, scale - share) + 1;
}

// Whether two amounts agree, and how a difference is explained: tolerance first, then a charge, then the merchant
// service charge. Integers throughout. Rules: docs/decisions/matching-definitions.md, "Amounts".

import { type FeeLeg, type FeeRule, feeOf, legsOf, ruleFor } from '../../fees/fee-rule.ts';
import { RowServices, serviceOfNumber, serviceOfPair } from '../../fees/row-services.ts';
import { PERCENT_SCALE, RATE_SCALE, scaled } from '../../money/rates.ts';
import { FEE_CHARGE, FEE_NONE, FEE_RATE, FEE_RULE } from '../../records/groups/fee-basis.ts';
import type { CurrencyParameters, MatchParameters } from '../parameters.ts';
import type { ServedRows } from '../side-numbers.ts';

export const DISAGREE = -1;

/** Without a reference a charge is at most this part (one tenth) of the larger amount. */
const LEAST_OF_CHARGE = 10;

const NO_CURRENCY: CurrencyParameters = { tolerance: 0, chargeMin: 0, chargeMax: 0 };

export interface SeparateFee {
  /** Minor units, above 0. */
  readonly fee: number;
  readonly legs: readonly FeeLeg[];
  readonly basis: typeof FEE_RULE | typeof FEE_RATE;
}

/** The money rules of a run, ready to be asked millions of times. */
export class Agreement {
  /** Whether amounts of rows without a common reference must be equal. */
  readonly exactOnly: boolean;
  readonly #exactByKey: boolean;
  readonly services: RowServices;
  readonly #parameters: MatchParameters;
  readonly #nettedFees: boolean;
  readonly #byCurrency: readonly CurrencyParameters[];

  /** `currencies`: ISO codes in the numbering of the rows that will be asked about. */
  constructor(parameters: MatchParameters, currencies: readonly string[]) {
    this.#parameters = parameters;
    this.#byCurrency = currencies.map((code) => parameters.currencies[code] ?? NO_CURRENCY);
    this.#nettedFees = parameters.fees.display !== 'separate';
    this.services = new RowServices({
      asked: parameters.method === 'bulk' || this.#byCurrency.some(({ rules = [] }) => rules.length > 0),
      service: parameters.fees.service,
    });
    const hasNoRules = Object.values(parameters.currencies).every(({ rules = [] }) => rules.length === 0);
    const isExact =
      parameters.tolerancePercent === 0 &&
      parameters.mscRate === 0 &&
      Object.values(parameters.currencies).every(({ tolerance, chargeMax }) => tolerance === 0 && chargeMax === 0);
    this.exactOnly = isExact && (!this.#nettedFees || hasNoRules);
    this.#exactByKey = isExact && hasNoRules;
  }

  /** Allowed difference for a GL amount: the wider of the absolute and the percentage. */
  tolerance(glAmount: number, currency: number): number {
    const absolute = this.#byCurrency[currency].tolerance;
    const { tolerancePercent } = this.#parameters;
    if (tolerancePercent === 0) return absolute;
    return Math.max(absolute, scaled(Math.abs(glAmount), tolerancePercent, PERCENT_SCALE));
  }

  /** Whether two sums agree within the tolerance of the ledger's. */
  ofSums(ledger: bigint, bank: bigint, currency: number): boolean {
    const { tolerancePercent } = this.#parameters;
    const share = ((ledger < 0n ? -ledger : ledger) * BigInt(tolerancePercent)) / BigInt(PERCENT_SCALE);
    const difference = ledger < bank ? bank - ledger : ledger - bank;
    return difference <= share || difference <= BigInt(this.#byCurrency[currency].tolerance);
  }

  /** The greatest difference between an amount and a sum of the other side that agrees with it. */
  reachOfSum(amount: number, currency: number): number {
    const { tolerance } = this.#byCurrency[currency];
    const { tolerancePercent } = this.#parameters;
    const percent = tolerancePercent === 0 ? 0 : widest(Math.abs(amount), tolerancePercent, PERCENT_SCALE);
    return Math.max(tolerance, percent);
  }

  /**
   * For rows of one reference: FEE_NONE within tolerance, FEE_CHARGE, FEE_RULE, FEE_RATE, or DISAGREE. Signed amounts of
   * one currency; `service` of the pair (RowServices). A fee for lines of its own may be in the amount too.
   */
  of(glAmount: number, bankAmount: number, currency: number, service: number): number {
    if (glAmount > 0 !== bankAmount > 0) return DISAGREE;
    if (glAmount === bankAmount) return FEE_NONE;
    if (this.#exactByKey) return DISAGREE;
    return this.#ofUnequal(glAmount, bankAmount, currency, this.#ruleOf(glAmount, bankAmount, currency, service));
  }

  #ofUnequal(glAmount: number, bankAmount: number, currency: number, rule: FeeRule | null): number {
    const difference = Math.abs(glAmount - bankAmount);
    const tolerance = this.tolerance(glAmount, currency);
    if (difference <= tolerance) return FEE_NONE;
    const { chargeMin, chargeMax } = this.#byCurrency[currency];
    if (chargeMax > 0 && difference >= chargeMin && difference <= chargeMax) return FEE_CHARGE;
    if (rule !== null && Math.abs(difference - feeOf(rule, transactionAmount(glAmount, bankAmount))) <= tolerance) {
      return FEE_RULE;
    }
    const charge = this.#serviceCharge(glAmount, bankAmount, rule);
    return charge !== null && Math.abs(difference - charge) <= tolerance ? FEE_RATE : DISAGREE;
  }

  /** `of` for two rows; DISAGREE for rows of two currencies. */
  ofRows(gl: ServedRows, g: number, bank: ServedRows, b: number): number {
    if (gl.currency[g] !== bank.currency[b]) return DISAGREE;
    const service = serviceOfPair(gl.service[g], bank.service[b]);
    return this.of(gl.amount[g], bank.amount[b], gl.currency[g], service);
  }

  /** The merchant service charge of a pair, by its rule's rate or the run's; null where no rate applies. */
  #serviceCharge(glAmount: number, bankAmount: number, rule: FeeRule | null): number | null {
    const mscRate = rule?.mscRate ?? this.#parameters.mscRate;
    if (mscRate === 0 || (this.#parameters.excludeDebitsFromRate && glAmount < 0)) return null;
    const gross = Math.max(Math.abs(glAmount), Math.abs(bankAmount));
    return scaled(gross, mscRate, RATE_SCALE, RATE_SCALE / 2);
  }

  #ruleOf(glAmount: number, bankAmount: number, currency: number, service: number): FeeRule | null {
    const { rules = [] } = this.#byCurrency[currency];
    return ruleFor(rules, { service: serviceOfNumber(service), amount: transactionAmount(glAmount, bankAmount) });
  }

  /** The fee of one transaction of a batch, by its rule and by the rate; 0 where nothing is expected. */
  feesOf(amount: number, currency: number, service: number): { readonly rule: number; readonly rate: number } {
    const rule = this.#ruleOf(amount, amount, currency, service);
    return {
      rule: rule === null ? 0 : feeOf(rule, Math.abs(amount)),
      rate: this.#serviceCharge(amount, amount, rule) ?? 0,
    };
  }

  /** The rules for fees on lines of their own; none where fees are netted. */
  separateRules(currency: number): readonly FeeRule[] {
    return this.#parameters.fees.display === 'netted' ? [] : (this.#byCurrency[currency].rules ?? []);
  }

  /**
   * The fee that is due on lines beside two rows of one transaction: the fee of their rule with its legs, else the
   * merchant service charge. Null where no rule applies, or the rule expects nothing.
   */
  separateFee(glAmount: number, bankAmount: number, currency: number, service: number): SeparateFee | null {
    const rule = this.#separateRule(glAmount, bankAmount, currency, service);
    return rule === null ? null : this.#feeBeside(glAmount, bankAmount, rule);
  }

  /** The fee of two rows that share a transaction number: if no rule applies, it is the run's rate. */
  chargeBeside(glAmount: number, bankAmount: number, currency: number, service: number): SeparateFee | null {
    if (this.#parameters.fees.display === 'netted') return null;
    return this.#feeBeside(glAmount, bankAmount, this.#separateRule(glAmount, bankAmount, currency, service));
  }

  #separateRule(glAmount: number, bankAmount: number, currency: number, service: number): FeeRule | null {
    const amount = transactionAmount(glAmount, bankAmount);
    return ruleFor(this.separateRules(currency), { service: serviceOfNumber(service), amount });
  }

  #feeBeside(glAmount: number, bankAmount: number, rule: FeeRule | null): SeparateFee | null {
    const fee = rule === null ? 0 : feeOf(rule, transactionAmount(glAmount, bankAmount));
    if (rule !== null && fee > 0) return { fee, legs: legsOf(rule, fee), basis: FEE_RULE };
    const charge = this.#serviceCharge(glAmount, bankAmount, rule);
    return charge === null || charge <= 0 ? null : { fee: charge, legs: [], basis: FEE_RATE };
  }

  /** Whether two amounts agree without a common reference: a charge then explains at most a tenth of the amount. */
  withoutKey(glAmount: number, bankAmount: number, currency: number, service: number): boolean {
    if (glAmount > 0 !== bankAmount > 0) return false;
    if (glAmount === bankAmount) return true;
    if (this.exactOnly) return false;
    const rule = this.#nettedFees ? this.#ruleOf(glAmount, bankAmount, currency, service) : null;
    const fee = this.#ofUnequal(glAmount, bankAmount, currency, rule);
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
    const { tolerance, chargeMax, rules = [] } = this.#byCurrency[currency];
    const { tolerancePercent, excludeDebitsFromRate } = this.#parameters;
    const ruled = this.#nettedFees ? rules : [];
    const mscRate = Math.max(this.#parameters.mscRate, ...ruled.map((rule) => rule.mscRate ?? 0));
    // The percentage is of the GL amount, which may be the other one: size / (1 - p) at most.
    const percent = tolerancePercent === 0 ? 0 : widest(size, tolerancePercent, PERCENT_SCALE);
    const allowed = Math.max(tolerance, percent);
    const rate =
      mscRate === 0 || (excludeDebitsFromRate && amount < 0) ? 0 : widest(size + allowed, mscRate, RATE_SCALE);
    const fees = ruled.map(({ fee }) =>
      fee.type === 'fixed' ? fee.amount + allowed : widest(size + allowed, fee.amount, RATE_SCALE) + 2 * allowed + 2,
    );
    const reach = Math.max(allowed, chargeMax, rate === 0 ? 0 : rate + 2 * allowed + 2, ...fees);
    return [Math.max(0, size - reach), size + reach];
  }
}

/**
 * The amount from which the fee is computed: for money in the gross amount, from which the fee is taken; for money out
 * the principal, to which the fee is added.
 */
export function transactionAmount(glAmount: number, bankAmount: number): number {
  const one = Math.abs(glAmount);
  const other = Math.abs(bankAmount);
  return glAmount > 0 ? Math.max(one, other) : Math.min(one, other);
}

/**
 * The most that a share can add to an amount when it is a share of the larger amount: size x p / (1 - p), rounded up.
 */
function widest(size: number, share: number, scale: number): number {
  return share >= scale ? Number.MAX_SAFE_INTEGER : scaled(size, share, scale - share) + 1;
}

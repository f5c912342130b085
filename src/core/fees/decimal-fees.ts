// The fees of a template: amounts and percentages as decimal texts, as in requests and `--template` files, and
// converted to minor units of a currency. Values from which no fee can be computed are refused.

import { TieoutError } from '../errors.ts';
import { exponentOf, scaledInteger } from '../money/money.ts';
import { RATE_DECIMALS } from '../money/rates.ts';
import type { BankService } from './bank-service.ts';
import type { FeeRule, GlType } from './fee-rule.ts';

interface DecimalSplit {
  readonly glType: GlType;
  readonly entry: string;
  /** Currency units, or percent of the fee. */
  readonly amount: string;
  readonly type: 'fixed' | 'percentage';
  /** A share: `0.0025` is a quarter of a percent. */
  readonly mscRate: string | null;
}

export interface DecimalFeeRule {
  readonly service: BankService;
  readonly min: string;
  /** Zero means no limit. */
  readonly max: string;
  /** Currency units, or percent of the transaction; null if the fixed splits are the fee. */
  readonly amount: string | null;
  readonly type: 'fixed' | 'percentage';
  readonly splits: readonly DecimalSplit[];
}

/** Decimals of a percentage that give a share RATE_DECIMALS. */
const PERCENT_OF_RATE_DECIMALS = RATE_DECIMALS - 2;

/** The rules in minor units of the currency, rounded half up. Throws `usage`. */
export function feeRulesIn(currency: string, rules: readonly DecimalFeeRule[]): FeeRule[] {
  return rules.map((rule, r) => {
    const units = (text: string): number => integerOf(text, exponentOf(currency), r);
    const percent = (text: string): number => integerOf(text, PERCENT_OF_RATE_DECIMALS, r);
    const of = (type: 'fixed' | 'percentage', text: string): number => (type === 'fixed' ? units(text) : percent(text));
    const splits = rule.splits.map(({ glType, entry, amount, type }) => ({
      glType,
      entry,
      type,
      amount: of(type, amount),
    }));
    const rates = rule.splits.flatMap(({ mscRate }) =>
      mscRate === null ? [] : [integerOf(mscRate, RATE_DECIMALS, r)],
    );
    return {
      service: rule.service,
      min: units(rule.min),
      max: units(rule.max),
      fee:
        rule.amount === null
          ? {
              type: 'fixed',
              amount: splits.reduce((sum, { type, amount }) => (type === 'fixed' ? sum + amount : sum), 0),
            }
          : { type: rule.type, amount: of(rule.type, rule.amount) },
      splits,
      mscRate: rates.length === 0 ? null : rates.reduce((sum, rate) => sum + rate, 0),
    };
  });
}

function integerOf(text: string, decimals: number, rule: number): number {
  const value = scaledInteger(text, decimals);
  if (value !== null) return value;
  throw new TieoutError('usage', `Rule ${rule + 1} of the template has "${text}", which is not a usable number.`);
}

// The expected fee of a transaction and its splits, by the rules of a template, in minor units of one currency. The
// first rule whose service and amounts fit applies. Its fee is an amount, a percentage of the transaction, or the sum
// of its fixed splits.

import { RATE_SCALE, scaled } from '../money/rates.ts';
import type { BankService } from './bank-service.ts';

export type GlType = 'income' | 'nip_fee';

interface FeeSplit {
  readonly glType: GlType;
  /** debit or credit; other texts are kept as given. */
  readonly entry: string;
  /** Minor units, or the share of the fee scaled by RATE_SCALE. */
  readonly amount: number;
  readonly type: 'fixed' | 'percentage';
}

export interface FeeRule {
  readonly service: BankService;
  /** Least amount of the transaction, in minor units. */
  readonly min: number;
  readonly max: number;
  /** Minor units, or a share of the transaction scaled by RATE_SCALE. */
  readonly fee: { readonly type: 'fixed' | 'percentage'; readonly amount: number };
  readonly splits: readonly FeeSplit[];
  /** Merchant service charge scaled by RATE_SCALE; null for the run's. */
  readonly mscRate: number | null;
}

export interface FeeLeg extends Pick<FeeSplit, 'glType' | 'entry'> {
  /** Minor units. */
  readonly amount: number;
}

/** `amount`: of the transaction, without sign. */
export function ruleFor(
  rules: readonly FeeRule[],
  { service, amount }: { readonly service: BankService; readonly amount: number },
): FeeRule | null {
  return (
    rules.find((rule) => rule.service === service && amount >= rule.min && (rule.max === 0 || amount <= rule.max)) ??
    null
  );
}

/** The fee in minor units; a percentage is rounded half up. */
export function feeOf({ fee }: FeeRule, amount: number): number {
  return fee.type === 'fixed' ? fee.amount : scaled(amount, fee.amount, RATE_SCALE, RATE_SCALE / 2);
}

/**
 * The fee by its splits. Fixed ones come first; percentages share the rest, each rounded down; the last leg takes the
 * remainder. The legs add up to the fee.
 */
export function legsOf({ splits }: FeeRule, fee: number): FeeLeg[] {
  const fixed = splits.reduce((sum, { type, amount }) => (type === 'fixed' ? sum + amount : sum), 0);
  const shared = Math.max(0, fee - fixed);
  const legs = splits.map(({ glType, entry, type, amount }) => ({
    glType,
    entry,
    amount: type === 'fixed' ? amount : Math.sign(amount) * scaled(shared, Math.abs(amount), RATE_SCALE),
  }));
  const last = legs.pop()!;
  const others = legs.reduce((sum, { amount }) => sum + amount, 0);
  return [...legs, { ...last, amount: fee - others }];
}

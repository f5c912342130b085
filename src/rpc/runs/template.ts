// A ReconciliationTemplateCreate as parameters of a run. Where both it and the run's request have a value, the template
// wins: it is more specific, and the contract requires its fields.

import type { ReconciliationTemplateCreate } from '../../../gen/tieout/engine/v1/template_pb.ts';
import {
  type BankService as AskedService,
  BankServiceSchema,
  FeeDisplayType,
  FeeType,
  GlType,
  type ServiceType,
  ServiceTypeSchema,
  SplitType,
} from '../../../gen/tieout/engine/v1/vocabulary_pb.ts';
import type { BankService } from '../../core/fees/bank-service.ts';
import type { DecimalFeeRule } from '../../core/fees/decimal-fees.ts';
import { type FeeDisplay, searchWindow } from '../../core/matching/parameters.ts';
import type { DecimalParameters } from '../../core/matching/parameters-from-decimals.ts';
import { decimalText } from '../decimal-text.ts';
import { enumNames } from '../enum-names.ts';
import { methodOf, searchModeOf } from './matching-words.ts';

export type TemplateParameters = Pick<
  DecimalParameters,
  'method' | 'daysForward' | 'daysBack' | 'reversalDaysForward' | 'reversalDaysBack' | 'netReversals' | 'fees' | 'rules'
>;

/** Takes a validated template with its defaults. */
export function templateParameters(template: ReconciliationTemplateCreate): TemplateParameters {
  return {
    method: methodOf(template.matchingMethod),
    ...searchWindow(searchModeOf(template), {
      forward: template.maxDaysForwardSearch ?? 0,
      back: template.maxDaysBackwardSearch ?? 0,
    }),
    reversalDaysForward: template.reversalMaxDaysForwardSearch ?? 0,
    reversalDaysBack: template.reversalMaxDaysBackwardSearch ?? 0,
    netReversals: template.isReversal ?? true,
    fees: { display: displayOf(template.feeDisplayType), service: serviceOf(template.service) },
    rules: template.rules.map(ruleOf),
  };
}

/** BankService and ServiceType have the same names; a test compares them to the core's. */
export const serviceOf = (asked: ServiceType | undefined): BankService | null =>
  (enumNames(ServiceTypeSchema).names.get(asked ?? 0) as BankService | undefined) ?? null;

const bankServiceOf = (asked: AskedService | undefined): BankService =>
  (enumNames(BankServiceSchema).names.get(asked ?? 0) as BankService | undefined) ?? 'other';

function displayOf(asked: FeeDisplayType | undefined): FeeDisplay {
  if (asked === FeeDisplayType.NETTED) return 'netted';
  return asked === FeeDisplayType.SEPARATE ? 'separate' : null;
}

function ruleOf(rule: ReconciliationTemplateCreate['rules'][number]): DecimalFeeRule {
  return {
    service: bankServiceOf(rule.bankService),
    min: decimalText(rule.minAmount),
    max: decimalText(rule.maxAmount),
    amount: rule.amount === undefined ? null : decimalText(rule.amount),
    type: rule.feeType === FeeType.PERCENTAGE ? 'percentage' : 'fixed',
    splits: rule.ruleDefinitions.map((split) => ({
      glType: split.glType === GlType.NIP_FEE ? 'nip_fee' : 'income',
      entry: split.entry ?? '',
      amount: decimalText(split.amount),
      type: split.splitType === SplitType.PERCENTAGE ? 'percentage' : 'fixed',
      mscRate: split.mscRate === undefined ? null : decimalText(split.mscRate),
    })),
  };
}

// The parameters of a run of any kind as its stored command has them: decimals as texts, with the rules of fees.

import { BANK_SERVICES } from '../../core/fees/bank-service.ts';
import type { DecimalFeeRule } from '../../core/fees/decimal-fees.ts';
import { MATCHING_METHODS } from '../../core/matching/method.ts';
import type { DecimalParameters } from '../../core/matching/parameters-from-decimals.ts';
import { type ChargeWords, CONFIRMED_AS } from '../../core/records/charge-words.ts';
import type { StoredFields } from './stored-fields.ts';

/** Throws command_unreadable. */
export function storedParameters(parameters: StoredFields): DecimalParameters {
  const [amounts, fees] = [parameters.fields('amounts'), parameters.fields('fees')];
  return {
    method: parameters.word('method', MATCHING_METHODS),
    events: parameters.list('events').map((event) => ({ start: event.integer('start'), end: event.integer('end') })),
    daysForward: parameters.integer('daysForward'),
    daysBack: parameters.integer('daysBack'),
    reversalDaysForward: parameters.integer('reversalDaysForward'),
    reversalDaysBack: parameters.integer('reversalDaysBack'),
    netReversals: parameters.flag('netReversals'),
    tolerancePercent: parameters.text('tolerancePercent'),
    mscRate: parameters.text('mscRate'),
    excludeDebitsFromRate: parameters.flag('excludeDebitsFromRate'),
    amounts: {
      tolerance: amounts.text('tolerance'),
      chargeMin: amounts.text('chargeMin'),
      chargeMax: amounts.text('chargeMax'),
    },
    fees: {
      display: fees.textOrNull('display') === null ? null : fees.word('display', DISPLAYS),
      service: fees.textOrNull('service') === null ? null : fees.word('service', BANK_SERVICES),
    },
    rules: parameters.list('rules').map(ruleOf),
    ...(parameters.has('chargeWords') && { chargeWords: chargeWordsOf(parameters.fields('chargeWords')) }),
  };
}

const chargeWordsOf = (words: StoredFields): ChargeWords => ({
  version: words.integer('version'),
  charges: words.texts('charges'),
  taxes: words.texts('taxes'),
  ...(words.has('seen') && {
    seen: words.list('seen').map((row) => ({
      name: row.text('name'),
      kind: row.word('kind', CONFIRMED_AS),
      currency: row.text('currency'),
      amount: row.integer('amount'),
      day: row.integer('day'),
    })),
  }),
});

function ruleOf(rule: StoredFields): DecimalFeeRule {
  return {
    service: rule.word('service', BANK_SERVICES),
    min: rule.text('min'),
    max: rule.text('max'),
    amount: rule.textOrNull('amount'),
    type: rule.word('type', TYPES),
    splits: rule.list('splits').map((split) => ({
      glType: split.word('glType', ['income', 'nip_fee']),
      entry: split.text('entry'),
      amount: split.text('amount'),
      type: split.word('type', TYPES),
      mscRate: split.textOrNull('mscRate'),
    })),
  };
}

const DISPLAYS = ['netted', 'separate'] as const;
const TYPES = ['fixed', 'percentage'] as const;

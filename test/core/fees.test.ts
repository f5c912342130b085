// The fees of a template: which rule holds a transaction, how its fee is split, and what is odd about the rules.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { namesChannel, serviceIn } from '../../src/core/fees/bank-service.ts';
import { type DecimalFeeRule, feeRulesIn } from '../../src/core/fees/decimal-fees.ts';
import { linesOfFee, unpaidLines } from '../../src/core/fees/due-fee.ts';
import { feeOf, legsOf, ruleFor } from '../../src/core/fees/fee-rule.ts';
import { ruleWarnings } from '../../src/core/fees/rule-warnings.ts';

const rule = (of: Partial<DecimalFeeRule>): DecimalFeeRule => ({
  ...{ service: 'nip', min: '0', max: '0', amount: '10', type: 'fixed' },
  splits: [
    { glType: 'income', entry: 'credit', amount: '60', type: 'percentage', mscRate: null },
    { glType: 'nip_fee', entry: 'credit', amount: '40', type: 'percentage', mscRate: null },
  ],
  ...of,
});
const TARIFF = [
  rule({ max: '5000' }),
  rule({ min: '5000.01', max: '50000', amount: '25' }),
  rule({ min: '50000.01', amount: '50' }),
];
const figures = (given: readonly DecimalFeeRule[], units: number) => {
  const amount = Math.round(units * 100);
  const found = ruleFor(feeRulesIn('NGN', given), { service: 'nip', amount });
  return found === null ? null : legsOf(found, feeOf(found, amount)).map((leg) => leg.amount);
};

describe('a fee', () => {
  test.each([
    [5_000, [600, 400]],
    [5_000.01, [1_500, 1_000]],
    [1e6, [3_000, 2_000]],
  ])('of %d is that of its band, split', (units, legs) => expect(figures(TARIFF, units)).toEqual(legs));

  test('of a percentage is rounded half up, and the last leg takes what rounding leaves', () => {
    const splits = ['33.33', '33.33', '33.34'].map((amount) => ({
      ...({ glType: 'income', entry: 'credit', type: 'percentage', mscRate: null } as const),
      amount,
    }));
    // 0.75% of 13.34 is 0.10005: 10 kobo.
    expect(figures([rule({ type: 'percentage', amount: '0.75', splits })], 13.34)).toEqual([3, 3, 4]);
  });

  test('without an amount is what its fixed splits make; fixed ones come before percentages', () => {
    const [income, nip] = rule({}).splits;
    const fixed = [
      { ...income!, type: 'fixed', amount: '30' } as const,
      { ...nip!, type: 'fixed', amount: '20' } as const,
    ];
    expect(figures([rule({ amount: null, splits: fixed })], 1)).toEqual([3_000, 2_000]);
    const mixed = [fixed[0], { ...nip!, amount: '100' }];
    expect(figures([rule({ amount: '53.75', splits: mixed })], 1)).toEqual([3_000, 2_375]);
  });

  test('is its legs, whatever is split', () => {
    const share = fc.integer({ min: 0, max: 100 });
    fc.assert(
      fc.property(fc.tuple(share, share, fc.integer({ min: 0, max: 1e9 })), ([first, fee, amount]) => {
        const splits = [first, 100 - first].map((percent) => ({ ...rule({}).splits[0], amount: String(percent) }));
        const [one] = feeRulesIn('NGN', [rule({ type: 'percentage', amount: String(fee), splits })]);
        const whole = feeOf(one!, amount);
        expect(legsOf(one!, whole).reduce((sum, leg) => sum + leg.amount, 0)).toBe(whole);
      }),
    );
  });

  test('is of one service and within bounds', () => {
    expect(ruleFor(feeRulesIn('NGN', TARIFF), { service: 'pos', amount: 100 })).toBeNull();
    expect(figures([rule({ min: '100' })], 99.99)).toBeNull();
  });
});

test.each([
  [TARIFF, []],
  [
    [rule({ max: '5000' }), rule({ min: '5000' })],
    [/^Rules 1 and 2 of nip both hold 5,000\.00: rule 1 counts there\.$/],
  ],
  [[rule({ min: '10' }), rule({ max: '50' })], [/^Rules 1 and 2 of nip both hold 10\.00 to 50\.00: /]],
  [[rule({ max: '5000' }), rule({ min: '5001' })], [/^No rule of nip holds amounts between 5,000\.00 and 5,001\.00 /]],
  [[rule({ max: '5000' }), rule({ service: 'pos', min: '5000' })], []],
  [
    [rule({ max: '5000' }), rule({ min: '5000', max: '10' }), rule({ min: '5000.01' })],
    [/^Rule 2 of nip holds no amount: it begins at 5,000\.00 and ends at 10\.00\.$/],
  ],
  [[rule({ min: '2', max: '1' })], [/^Rule 1 of nip holds no amount: /]],
  [
    [rule({ amount: null, splits: [{ ...rule({}).splits[0], amount: '-10', type: 'fixed' }] })],
    [/^The splits of rule 1 come to -10\.00, less than no fee: none is expected by it\.$/],
  ],
  [
    [rule({ splits: [{ ...rule({}).splits[0], entry: 'left', amount: '100' }] })],
    [/^Rule 1 has a split that is posted neither /],
  ],
])('what is odd about rules is named', (rules, says) => {
  expect(ruleWarnings(rules)).toEqual(says.map((one) => expect.stringMatching(one)));
});

const fixed = (amount: string) => ({ ...rule({}).splits[0], type: 'fixed', amount }) as const;
const share = (amount: string) => ({ ...rule({}).splits[0], type: 'percentage', amount }) as const;
const last = 'the last split takes the difference';
test.each([
  ['fixed splits make the fee', '50', 'fixed', [fixed('30'), fixed('20')], null, [3_000, 2_000]],
  [
    ...(['fixed splits miss the fee', '50', 'fixed', [fixed('30'), fixed('19')]] as const),
    ...[`The fixed splits of rule 1 come to 49.00, and its fee is 50.00: ${last}.`, [3_000, 2_000]],
  ],
  ['decimals add up as they are written', '0.3', 'fixed', [fixed('0.1'), fixed('0.2')], null, [10, 20]],
  ['shares make 100', '50', 'fixed', [share('60'), share('40')], null, [3_000, 2_000]],
  [
    ...(['shares miss 100', '50', 'fixed', [share('60'), share('39')]] as const),
    ...[`The percentages of rule 1 come to 99.00, not to 100: ${last}.`, [3_000, 2_000]],
  ],
  ['shares of a fee in percent make 100', '1.5', 'percentage', [share('100')], null, [1_500]],
  [
    'fixed ones come first and shares divide the rest',
    '50',
    'fixed',
    [fixed('10'), share('100')],
    null,
    [1_000, 4_000],
  ],
  [
    ...(['fixed ones leave nothing to divide', '50', 'fixed', [fixed('60'), share('100')]] as const),
    ...[`The fixed splits of rule 1 come to 60.00, and its fee is 50.00: ${last}.`, [6_000, -1_000]],
  ],
  ['without a fee, fixed splits are it', null, 'fixed', [fixed('10'), fixed('5')], null, [1_000, 500]],
  [
    ...(['without a fee, there is nothing to share', null, 'fixed', [fixed('10'), share('100')]] as const),
    'Rule 1 has percentages of a fee and no amount: its fee is what its fixed splits come to, 10.00.',
    [1_000, 0],
  ],
  [
    'fixed splits of a fee in percent are known with the transaction',
    '1.5',
    'percentage',
    [fixed('10')],
    null,
    [1_500],
  ],
] as const)('splits that do not add up are told and not refused: %s', (_, amount, type, splits, says, legs) => {
  const rules = [rule({ amount, type, splits })];
  expect(ruleWarnings(rules)).toEqual(says === null ? [] : [says]);
  expect(figures(rules, 1_000)).toEqual(legs);
});

test.each([
  ['NIP/GTB/ADE/RENT', 'nip'],
  ['POS 2033 SHOPRITE', 'pos'],
  ['USSD *737# TRF', 'ussd'],
  ['TRF TO BOLA', 'transfers'],
  ['ATM WDL POS', 'atm'],
  ['MATERIAL SNIPPET', null],
])('%s is of %s', (text, service) => expect(serviceIn(text)).toBe(service));

test.each([
  ...(['USSD', 'pos_deposits', 'Mobile App', 'NIP', 'Branch', 'internet banking', '9'] as const).map(
    (text) => [text, true] as const,
  ),
  ...(['Amazon', 'Consulting', 'POS of the shop in Lagos', '2026', ''] as const).map((text) => [text, false] as const),
])('“%s” is the name of a channel: %s', (text, is) => expect(namesChannel(text)).toBe(is));

describe('lines beside a transaction', () => {
  const due = { fee: 26_88, legs: [{ amount: 25_00 }, { amount: 1_88 }], tolerance: 0 };
  const beside = (sizes: readonly number[], words: readonly number[] = []) => ({
    lines: sizes.map((_, line) => line),
    size: (line: number) => sizes[line],
    saysFee: (line: number) => words.includes(line),
  });
  test.each([
    ['all of them together', [10_00, 16_88], [0, 1]],
    ['one that is all of it, before lines that are a part', [25_00, 26_88], [1]],
    ['a line for each part, the first that is it', [25_00, 25_00, 1_88], [0, 2]],
    ['a part alone', [1_88, 7_00], [0]],
    ['none', [7_00], []],
  ])('are the fee: %s', (_, sizes, paid) => {
    expect(linesOfFee(beside(sizes), due)).toEqual(paid);
  });
  test('that are left look like a fee by their size or their words, and are due what is left', () => {
    const lines = beside([25_00, 53_76, 53_77, 90_00], [3]);
    expect(unpaidLines(lines, due, [0])).toEqual({ lines: [1, 3], due: 1_88 });
    expect(unpaidLines(lines, { ...due, dearest: 53_77 }, [])).toEqual({ lines: [0, 1, 2, 3], due: 26_88 });
    expect(unpaidLines(beside([25_00, 26_88]), due, [1])).toEqual({ lines: [0], due: 0 });
  });
});

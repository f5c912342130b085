// Batches that come out once the fee of each row is taken off, and batches that do not come out: no single row is then
// the counterpart of another.

import { describe, expect, test } from 'vitest';
import { classify } from '../../../src/core/classification/classify.ts';
import { clusterAt, reasonOf } from '../../../src/core/classification/cluster-set.ts';
import { nearRowsOf } from '../../../src/core/classification/near/near-rows.ts';
import { BANKING_RULES } from '../../../src/core/classification/rules.ts';
import type { FeeRule } from '../../../src/core/fees/fee-rule.ts';
import { matchSession } from '../../../src/core/matching/match-session.ts';
import type { MatchingMethod } from '../../../src/core/matching/method.ts';
import { feeLegsAt } from '../../../src/core/matching/outcome/fee-legs.ts';
import { DEFAULT_PARAMETERS } from '../../../src/core/matching/parameters.ts';
import { RATE_SCALE } from '../../../src/core/money/rates.ts';
import { FEE_BASES } from '../../../src/core/records/groups/fee-basis.ts';
import { columnsOf } from '../../reference/columns-of.ts';

const row = (amount: number, narration = 'POS SALE', reference = 'BATCH260310') => ({
  account: '0123456789',
  currency: 'NGN',
  amount,
  bookingDay: 20_522,
  valueDay: null,
  reference,
  settlementSession: '',
  narration,
  sourceId: '',
});

interface Asked {
  readonly gl: readonly ReturnType<typeof row>[];
  readonly bank: readonly ReturnType<typeof row>[];
  readonly mscRate?: number;
  readonly rules?: readonly FeeRule[];
  readonly method?: MatchingMethod;
  readonly excludeDebitsFromRate?: boolean;
}

function answer({ gl, bank, mscRate = 0, rules = [], method = 'line_by_line', ...rate }: Asked) {
  const numbered = (rows: Asked['gl']) => rows.map((one, id) => ({ ...one, id }));
  const columns = { gl: columnsOf(numbered(gl)), bank: columnsOf(numbered(bank)) };
  const currencies = { NGN: { tolerance: 0, chargeMin: 0, chargeMax: 0, rules } };
  const parameters = { ...DEFAULT_PARAMETERS, daysForward: 3, daysBack: 3, method, mscRate, currencies, ...rate };
  const outcome = matchSession({ ...columns, parameters });
  const near = nearRowsOf({ columns, outcome, parameters });
  const session = { columns, open: outcome.open, parameters, near, period: { start: null, end: null } };
  const set = classify(session, BANKING_RULES);
  const { groups } = outcome;
  const all = <T>(count: number, of: (i: number) => T): T[] => Array.from({ length: count }, (_, i) => of(i));
  return {
    groups: all(groups.count, (g) => [groups.tier[g], FEE_BASES[groups.feeBasis[g]], groups.difference[g]]),
    legs: all(groups.count, (g) => feeLegsAt(parameters, { columns, groups }, g)),
    open: all(set.count, (c) => `${clusterAt(session, set, c).type}: ${reasonOf(session, set, c)}`),
  };
}

const SALES = [1_250_000, 730_050, 2_500_000, 499_999, 1_800_000].map((amount) => row(amount));
const HALF_PERCENT = RATE_SCALE / 200;
const rule = (fee: number, { min = 0, max = 0 } = {}): FeeRule => ({
  service: 'pos',
  min,
  max,
  fee: { type: 'fixed', amount: fee },
  splits: [
    { glType: 'nip_fee', entry: 'debit', amount: fee - 100, type: 'fixed' },
    { glType: 'income', entry: 'debit', amount: 100, type: 'fixed' },
  ],
  mscRate: null,
});

describe('a batch less its fees', () => {
  test.each(['line_by_line', 'bulk', 'line_by_line_and_lump_sum'] as const)('by the rate, %s', (method) => {
    const said = answer({ gl: SALES, bank: [row(6_746_149, 'POS SETTLEMENT')], mscRate: HALF_PERCENT, method });
    expect(said).toMatchObject({ groups: [[7, 'rate', 33_900]], open: [] });
  });

  test('each row is rounded by itself: the rate of the sum would be another fee', () => {
    const kobo = [row(101), row(101), row(101)];
    expect(answer({ gl: kobo, bank: [row(300)], mscRate: HALF_PERCENT }).groups).toEqual([[7, 'rate', 3]]);
    expect(answer({ gl: kobo, bank: [row(301)], mscRate: HALF_PERCENT }).groups).toEqual([]);
  });

  test('by the rules of a template, each row by the rule of its amount, posted leg by leg', () => {
    const rules = [rule(1_000, { max: 1_000_000 }), rule(5_000, { min: 1_000_001 })];
    const said = answer({ gl: SALES, bank: [row(6_780_049 - 17_000, 'POS SETTLEMENT')], rules });
    expect(said).toMatchObject({ groups: [[7, 'rule', 17_000]], open: [] });
    expect(said.legs[0]!.map(({ glType, amount }) => [glType, amount])).toEqual([
      ['nip_fee', 16_500],
      ['income', 500],
    ]);
  });

  test('money out: the fees are added to what was paid', () => {
    const paid = [row(-100_000, 'POS REFUND'), row(-200_000, 'POS REFUND')];
    const said = answer({
      gl: paid,
      bank: [row(-301_500, 'POS REFUNDS')],
      mscRate: HALF_PERCENT,
      excludeDebitsFromRate: false,
    });
    expect(said).toMatchObject({ groups: [[7, 'rate', 1_500]], open: [] });
  });
});

describe('a batch that does not come out', () => {
  test('five sales and a credit that is short', () => {
    const { groups, open } = answer({ gl: SALES, bank: [row(6_746_149, 'POS SETTLEMENT')] });
    expect(groups).toEqual([]);
    expect(open).toHaveLength(6);
    expect(open[0]).toMatch(
      /^possible_batch: .* stands for several rows: 5 ledger receipts with its reference come to NGN 67,800.49, and 1 bank credit to NGN 67,461.49: the bank is NGN 339.00 short.$/,
    );
    expect(open.slice(1).every((one) => one.startsWith('not_found_gl') && one.includes('339.00 short'))).toBe(true);
  });

  test('one row a side is an amount mismatch, also beside a line of its fee', () => {
    const { open } = answer({
      gl: [row(900_000, 'ADA OBI', 'FT26061AB12')],
      bank: [row(1_000_000, 'ADA OBI', 'FT26061AB12'), row(5_000, 'COMM ADA OBI', 'FT26061AB12')],
    });
    expect(open[0]).toContain('amount_mismatch');
  });

  test('what is left of it, when the others were matched', () => {
    const { groups, open } = answer({
      gl: [row(100_000), row(200_000), row(300_000)],
      bank: [row(100_000), row(200_000), row(350_000)],
    });
    expect(groups).toHaveLength(2);
    expect(open.map((one) => one.split(':')[0])).toEqual(['not_found_gl', 'not_found_bank']);
  });
});

// An explanation says what matching did and why: for pairs the same figures as the outcome, for others what stood in
// the way. Checked on small cases and on random months, against the outcome itself.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { FeeRule } from '../../../src/core/fees/fee-rule.ts';
import { shareOf } from '../../../src/core/matching/evidence/bits.ts';
import { LEAST_ODDS } from '../../../src/core/matching/evidence/probability.ts';
import { matchSession } from '../../../src/core/matching/match-session.ts';
import { type Explanation, explainer } from '../../../src/core/matching/outcome/explain.ts';
import { membersOf } from '../../../src/core/matching/outcome/match-groups.ts';
import type { Obstacle } from '../../../src/core/matching/outcome/obstacle.ts';
import { DEFAULT_PARAMETERS, type MatchParameters } from '../../../src/core/matching/parameters.ts';
import { FEE_CHARGE, FEE_RATE, FEE_RULE } from '../../../src/core/records/groups/fee-basis.ts';
import { ROW_ZERO } from '../../../src/core/records/rows/columns.ts';
import { columnsOf } from '../../reference/columns-of.ts';
import { randomMonth } from '../../reference/random-month.ts';
import { sessionOf, type TestRow } from '../classification/session-of.ts';

const WINDOW: MatchParameters = { ...DEFAULT_PARAMETERS, daysForward: 3, daysBack: 3 };

/** Explains ledger row `g` and bank row `b` of a session that is matched first. */
function explanationOf(
  of: { gl: readonly TestRow[]; bank: readonly TestRow[]; parameters?: MatchParameters },
  [g, b]: readonly [number, number] = [0, 0],
): Explanation {
  const { columns } = sessionOf({ gl: of.gl, bank: of.bank });
  const parameters = of.parameters ?? WINDOW;
  const outcome = matchSession({ ...columns, parameters });
  return explainer({ columns, outcome, parameters })({ gl: g, bank: b });
}

const kinds = ({ obstacles }: Explanation): string[] => obstacles.map(({ kind }) => kind);
const row = (amount: number, rest: Partial<TestRow> = {}): TestRow => ({ amount, ...rest });

describe('a pair', () => {
  test('by a name that many rows have, like the amount, where references tell none of them apart', () => {
    const rows = (word: (tenant: string) => string): TestRow[] =>
      ['2026-03-02', '2026-03-09', '2026-03-16', '2026-03-23'].flatMap((day) =>
        ['ADA', 'BELLO', 'CHIDI'].map((tenant) => row(15_000, { day, narration: word(tenant) })),
      );
    const session = {
      gl: rows((tenant) => `RENT ${tenant} SHOP`),
      bank: rows((tenant) => `TRF FROM ${tenant} STORES`),
    };
    expect(explanationOf(session, [4, 4])).toMatchObject({ tier: 5, obstacles: [] });
  });

  test('by an amount that many rows have, where nothing ever tells them apart but their days', () => {
    const days = Array.from(
      { length: 8 },
      (_, week) => `2026-0${week < 4 ? 3 : 4}-${String(1 + (week % 4) * 7).padStart(2, '0')}`,
    );
    const said = explanationOf({
      gl: days.map((day) => row(50_000, { day, narration: 'STANDING ORDER' })),
      bank: days.map((day) => row(50_000, { day, narration: 'SO 4471' })),
    });
    expect(said).toMatchObject({ tier: 4, obstacles: [] });
  });

  test('by a number inside the ledger’s reference field, which is named as such', () => {
    const explanation = explanationOf({
      gl: [row(1_500, { reference: 'TRF FT26061AB12 ADA', narration: 'STORES' })],
      bank: [row(1_500, { narration: 'NIP/ADA STORES/FT-26061AB12' })],
    });
    expect(explanation.identifiers).toContainEqual({ identifier: '26061AB12', gl: 'reference', bank: 'narration' });
  });

  test('by a reference that the bank carries in its narration', () => {
    const said = explanationOf({
      gl: [row(1_500, { reference: 'FT26061AB12', narration: 'ADA STORES' })],
      bank: [row(1_500, { narration: 'NIP/ADA STORES/FT-26061AB12', day: '2026-03-07' })],
    });
    expect(said).toMatchObject({
      tier: 1,
      keyRelation: 'same',
      identifiers: [{ identifier: '26061AB12', gl: 'reference', bank: 'narration' }],
      amountDifference: 0,
      dateDifferenceDays: 2,
      feeBasis: null,
      runnerUp: null,
      obstacles: [],
    });
    expect(said.sharedWords).toEqual(expect.arrayContaining(['ADA', 'STORES']));
  });

  test('by a reference that was cut short', () => {
    const said = explanationOf({
      gl: [row(1_500, { reference: '000013260302101530123456789012' })],
      bank: [row(1_500, { narration: 'NIP/ADA/00001326030210153012' })],
    });
    expect(said).toMatchObject({ tier: 1, keyRelation: 'cut' });
  });

  test('with a charge', () => {
    const charges = { NGN: { tolerance: 0, chargeMin: 1_000, chargeMax: 6_000 } };
    const said = explanationOf({
      gl: [row(100_000, { reference: 'FT26061AB12' })],
      bank: [row(97_312, { reference: 'FT26061AB12' })],
      parameters: { ...WINDOW, currencies: charges },
    });
    expect(said).toMatchObject({ tier: 2, feeBasis: 'charge', amountDifference: 2_688 });
  });
});

test('of a lump of one row a side the days are those of the group, which the booking days give', () => {
  const said = explanationOf({
    gl: [row(1_500, { day: '2026-03-05', valueDay: '2026-03-05' })],
    bank: [row(1_500, { day: '2026-03-04', valueDay: '2026-03-05' })],
    parameters: { ...WINDOW, method: 'lump_sum' },
  });
  expect(said).toMatchObject({ tier: 9, dateDifferenceDays: -1, obstacles: [] });
});

test('of a row of a group of several the difference and its explanation are those of the group', () => {
  const fee: FeeRule = {
    ...{ service: 'nip', min: 0, max: 0, mscRate: null },
    fee: { type: 'fixed', amount: 2_500 },
    splits: [{ glType: 'income', entry: 'debit', type: 'fixed', amount: 2_500 }],
  };
  const key = { reference: 'FT26061AB12' };
  const said = explanationOf(
    {
      gl: [row(-100_000, key)],
      bank: [row(-100_000, key), row(-2_500, key)],
      parameters: {
        ...WINDOW,
        fees: { display: 'separate', service: 'nip' },
        currencies: { NGN: { tolerance: 0, chargeMin: 0, chargeMax: 0, rules: [fee] } },
      },
    },
    [0, 1],
  );
  expect(said).toMatchObject({ tier: 2, members: { gl: 1, bank: 2 }, feeBasis: 'rule', amountDifference: 2_500 });
});

describe('two rows that are no pair', () => {
  const key = { reference: 'FT26061AB12' };
  const obstacles: readonly [what: string, gl: TestRow, bank: TestRow, kinds: Obstacle['kind'][]][] = [
    ['of two currencies', row(500, { ...key, currency: 'USD' }), row(500, key), ['other_currency']],
    ['of opposite directions', row(500, key), row(-500, key), ['other_direction']],
    ['of unlike amounts', row(500, key), row(700, key), ['amounts_disagree']],
    ['too far apart', row(500, key), row(500, { ...key, day: '2026-03-20' }), ['outside_window']],
    ['set aside', row(0, { flags: ROW_ZERO }), row(500), ['set_aside']],
  ];
  test.each(obstacles)('%s', (_, gl, bank, expected) => {
    const said = explanationOf({ gl: [gl], bank: [bank] });
    expect([said.tier, ...kinds(said)]).toEqual([null, ...expected]);
  });

  test('set aside with the reference of the other is said to carry it', () => {
    const said = explanationOf({ gl: [row(500, key)], bank: [row(500, { ...key, flags: ROW_ZERO })] });
    expect(said).toMatchObject({ keyRelation: 'same', identifiers: [{ identifier: '26061AB12', gl: 'reference' }] });
  });

  test('whose references speak against each other', () => {
    const [a, b] = [{ reference: 'FT26061AB12' }, { reference: 'FT26061CD34' }];
    const said = explanationOf({ gl: [row(500, a), row(900, b)], bank: [row(500, b), row(900, a)] });
    expect(said.obstacles).toEqual([{ kind: 'references_conflict', gl: '26061AB12', bank: '26061CD34', shared: null }]);
    expect(said.keyRelation).toBe('conflict');
  });

  test('whose references speak against each other though they share one', () => {
    const [a, b] = [{ reference: 'INV260001' }, { reference: 'INV260002' }];
    const said = explanationOf(
      { gl: [row(500, a), row(300, b)], bank: [row(800, { narration: 'INV260001 INV260002' })] },
      [1, 0],
    );
    expect(said.obstacles).toContainEqual({
      kind: 'references_conflict',
      gl: 'INV260002',
      bank: 'INV260001',
      shared: 'INV260002',
    });
  });

  test('one of which is matched already, and with what', () => {
    const said = explanationOf({ gl: [row(500, key), row(500)], bank: [row(500, key), row(900)] }, [1, 0]);
    expect(said.obstacles).toEqual([{ kind: 'taken', side: 'bank', tier: 1, row: 0, more: 0 }]);
  });

  test('one of which is netted against its reversal', () => {
    const said = explanationOf({
      gl: [row(500, key), row(-500, { ...key, narration: 'REVERSAL' })],
      bank: [row(500, { day: '2026-03-20' })],
    });
    expect(said.obstacles).toEqual([{ kind: 'outside_window' }, { kind: 'netted', side: 'gl', row: 1 }]);
  });

  test('between which another is as good', () => {
    const said = explanationOf({
      gl: [row(500)],
      bank: [row(500, { narration: 'YABA' }), row(500, { narration: 'IKEJA' })],
    });
    const [obstacle] = said.obstacles;
    expect(obstacle).toMatchObject({ kind: 'better_candidate', side: 'gl', row: 1 });
    // Neither has a word of the ledger's: one is as likely as the other.
    expect(obstacle).toMatchObject({ share: (obstacle as { own: number }).own });
  });

  const within: MatchParameters = {
    ...WINDOW,
    currencies: { NGN: { tolerance: 100, chargeMin: 1_000, chargeMax: 6_000 } },
  };

  test('whose amounts differ and whose texts agree too little', () => {
    // Rows with partners of their own tell that words are found again here: those of the two are not.
    const names = ['ADA STORES', 'BELLO FARMS', 'CHIKE MOTORS', 'DANJUMA FOODS', 'EZE PHARMACY', 'FATIMA TAILORS'];
    const others = names.map((narration, n) => row(20_000 + 900 * n, { narration }));
    const said = explanationOf(
      {
        gl: [row(10_000, { narration: 'SUNDRY RECEIPT OF MARKET LEVY KANO' }), ...others],
        bank: [row(10_050, { narration: 'CASH LODGEMENT YABA BRANCH TELLER FOUR', day: '2026-03-08' }), ...others],
        parameters: within,
      },
      [0, 0],
    );
    expect(said).toMatchObject({ tier: null, probability: null, evidence: [], obstacles: [{ kind: 'unlikely' }] });
  });

  test('are a pair with evidence by part, in words', () => {
    const said = explanationOf({
      gl: [row(500, { narration: 'ADA STORES YABA' }), row(500, { narration: 'BELLO FARMS' })],
      bank: [row(500, { narration: 'NIP ADA STORES YABA' }), row(500, { narration: 'NIP BELLO FARMS' })],
    });
    expect(said).toMatchObject({ tier: 3, runnerUp: { row: 1 }, obstacles: [] });
    expect(said.probability).toBeGreaterThan(9_000);
    expect(said.evidence.map(({ part }) => part)).toEqual(['text', 'days', 'amount', 'next_best', 'nobody']);
    expect(said.evidence[0].words).toBe('3 words in common, one of them in 2 rows only');
    expect(said.evidence[2]).toEqual({ part: 'amount', bits: 0, words: 'equal amount' });
  });

  test('a charge apart that is too large to be believed', () => {
    const said = explanationOf({ gl: [row(10_000)], bank: [row(7_000)], parameters: within });
    expect(said.obstacles).toEqual([{ kind: 'charge_too_large' }]);
  });

  test('of which there are more on one side', () => {
    const alike = row(500, { narration: 'CASH' });
    const said = explanationOf({ gl: [alike], bank: [alike, alike] });
    expect(said.obstacles).toEqual([{ kind: 'unlike_numbers', gl: 1, bank: 2 }]);
  });

  test('of two accounts', () => {
    const rows = ['0011', '0022'].map((account) => row(500, { account }));
    expect(kinds(explanationOf({ gl: rows, bank: rows }, [0, 1]))).toEqual(['other_account']);
  });
});

/** Whether an obstacle's own figures bear it out. */
function isTrue(obstacle: Obstacle, said: Explanation): boolean {
  switch (obstacle.kind) {
    case 'unlike_numbers':
    case 'references_conflict':
      return obstacle.gl !== obstacle.bank;
    case 'unlikely':
      return obstacle.share < shareOf(LEAST_ODDS[5]);
    case 'better_candidate':
      return obstacle.share >= obstacle.own;
    case 'charge_too_large':
      return said.amountDifference !== 0;
    default:
      return true;
  }
}

test('of every pair of a random month the explanation is the outcome’s', () => {
  const fees: Readonly<Record<number, string>> = { [FEE_CHARGE]: 'charge', [FEE_RATE]: 'rate', [FEE_RULE]: 'rule' };
  fc.assert(
    fc.property(randomMonth, (month) => {
      const columns = { gl: columnsOf(month.gl), bank: columnsOf(month.bank) };
      const { parameters, calibration } = month;
      const outcome = matchSession({ ...columns, parameters, calibration });
      const { groups } = outcome;
      const explain = explainer({ columns, outcome, parameters, calibration });
      for (let i = 0; i < groups.count; i++) {
        const [gl, bank] = [membersOf(groups.gl, i), membersOf(groups.bank, i)];
        const said = explain({ gl: gl[0], bank: bank[0] });
        const isPair = gl.length + bank.length === 2;
        expect(said).toMatchObject({
          tier: groups.tier[i],
          amountDifference: groups.difference[i],
          ...(isPair && { dateDifferenceDays: groups.days[i] }),
          feeBasis: fees[groups.feeBasis[i]] ?? null,
          obstacles: [],
        });
        expect(said.textScore).toBe(groups.textScore[i] < 0 ? null : groups.textScore[i]);
        expect(said.runnerUp?.row ?? -1).toBe(groups.runnerUp[i]);
        expect(said.probability).toBe(groups.weighed.probability?.[i] || null);
        if (groups.tier[i] <= 2) expect(['same', 'cut']).toContain(said.keyRelation);
      }
      const matched = new Set(
        Array.from({ length: groups.count }, (_, i) => i).flatMap((i) =>
          Array.from(membersOf(groups.gl, i)).flatMap((gl) =>
            Array.from(membersOf(groups.bank, i), (bank) => `${gl} ${bank}`),
          ),
        ),
      );
      for (let gl = 0; gl < Math.min(4, columns.gl.count); gl++) {
        for (let bank = 0; bank < Math.min(4, columns.bank.count); bank++) {
          const said = explain({ gl, bank });
          expect(said.tier !== null).toBe(matched.has(`${gl} ${bank}`));
          expect(said.obstacles.length > 0).toBe(said.tier === null);
          expect(said.obstacles.filter((obstacle) => !isTrue(obstacle, said))).toEqual([]);
        }
      }
    }),
    { numRuns: 150 },
  );
});

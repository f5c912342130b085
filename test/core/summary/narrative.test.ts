// The narrative reads as an accountant would write it, states no figure that is not in the facts, and the check that
// says so catches what a careless writer would slip in.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseDay } from '../../../src/core/money/calendar.ts';
import { AGEING_BANDS } from '../../../src/core/summary/ageing.ts';
import type { SideFacts, SummaryFacts } from '../../../src/core/summary/facts.ts';
import { figuresOf } from '../../../src/core/summary/figures.ts';
import { narrativeOf } from '../../../src/core/summary/narrative.ts';
import { floorTo, foreignFigures } from '../../../src/core/summary/narrative-check.ts';
import { type ProofLine, proofOf } from '../../../src/core/summary/proof/proof.ts';
import { NOTHING } from '../../../src/core/summary/tally.ts';

const SIDE: SideFacts = {
  rows: 2_010,
  rejectedRows: 0,
  matchedRows: 1_950,
  reversedRows: 24,
  openRows: 36,
  pendingRows: 0,
  zeroRows: 0,
  outOfPeriodRows: 0,
  amount: 123_456_789n,
  matchedAmount: 120_000_000n,
  reversedAmount: 0n,
  openAmount: 3_456_789n,
  pendingAmount: 0n,
  outOfPeriodAmount: 0n,
  openingBalance: 50_000_000n,
  closingBalance: 173_456_789n,
  currencies: [
    {
      currency: 'NGN',
      total: { rows: 2_010, amount: 123_456_789n, volume: 123_456_789n },
      matched: { 1: { rows: 1_950, amount: 120_000_000n, volume: 120_000_000n } },
      reversed: { ...NOTHING, rows: 24 },
      open: { rows: 36, amount: 3_456_789n, volume: 3_456_789n },
      pending: NOTHING,
      zero: NOTHING,
      outOfPeriod: NOTHING,
    },
  ],
};

const DAY = parseDay('2026-03-31')!;

const sideOfProof = (side: SideFacts) => ({
  statedOpening: side.openingBalance,
  statedClosing: side.closingBalance,
  before: 0n,
  within: side.amount,
  after: 0n,
  laterRows: 0,
  lastDay: DAY,
});

/** Every open row of the ledger in transit, every one of the bank to be booked. */
const linesOf = ({ gl, bank }: { gl: SideFacts; bank: SideFacts }): ProofLine[] => [
  { kind: 'deposits_in_transit', side: 'bank', clusterType: 'not_found_gl', rows: gl.openRows, amount: gl.openAmount },
  {
    kind: 'receipts_not_booked',
    side: 'book',
    clusterType: 'not_found_bank',
    rows: bank.openRows,
    amount: bank.openAmount,
  },
];

function factsOf(
  gl: Partial<SideFacts> = {},
  bank: Partial<SideFacts> = {},
  rest: Partial<SummaryFacts> = {},
): SummaryFacts {
  const sides = { gl: { ...SIDE, ...gl }, bank: { ...SIDE, ...bank } };
  return {
    currency: 'NGN',
    ...sides,
    matchedGroups: 1_950,
    reversalPairs: 24,
    byTier: { 1: 1_800, 3: 150, reversal: 24 },
    clusters: { possible_bank_fee: 20, not_found_gl: 14, amount_mismatch: 1 },
    clusterCount: 35,
    asOfDay: parseDay('2026-03-31'),
    ageing: AGEING_BANDS.map((band, i) => ({ ...band, glRows: i === 2 ? 36 : 0, bankRows: i === 0 ? 36 : 0 })),
    balances: [
      { side: 'gl', account: '0123456789', currency: 'NGN', openingMinor: 50_000_000, closingMinor: 173_456_789 },
    ],
    period: { start: DAY - 30, end: DAY, isNamed: true },
    proofs: [
      proofOf({
        account: '0123456789',
        currency: 'NGN',
        bank: sideOfProof(sides.bank),
        book: sideOfProof(sides.gl),
        lines: linesOf(sides),
        settledOfBefore: 0n,
      }),
    ],
    matchRate: { count: 0.97014, value: 0.9996 },
    ...rest,
  };
}

describe('the built-in narrative', () => {
  test('of an ordinary month', () => {
    expect(narrativeOf(factsOf({}, { rows: 2_013, rejectedRows: 3 }))).toBe(
      'This reconciliation compares 2,010 ledger rows with 2,013 bank rows, 2026-03-01 to 2026-03-31. ' +
        '1,950 matches cover 1,950 ledger rows and 1,950 bank rows, 97.0% of all rows by count and 99.9% by value, ' +
        'and 24 entries netted against a reversal. ' +
        'Left out of matching were 3 bank rows not understood or never booked. ' +
        '36 ledger rows with a net of NGN 34,567.89 and 36 bank rows with a net of NGN 34,567.89 remain open; ' +
        'the oldest, 36 in the ledger, are 8 to 30 days old. ' +
        'They form 35 exceptions, namely bank charge (20), not found in the bank statement (14) and ' +
        'same reference, other amount (1). ' +
        'The bank closes at NGN 1,734,567.89, adjusted NGN 1,769,135.78; the ledger closes at NGN 1,734,567.89, ' +
        'adjusted NGN 1,769,135.78. Every amount between them is named in the statement. ' +
        'There remain 36 items to post in the ledger, net NGN 34,567.89 and 36 items to wait for at the bank, net NGN 34,567.89.',
    );
  });

  const verdicts: readonly [what: string, facts: SummaryFacts, verdict: string][] = [
    [
      'different opening balances',
      factsOf({}, { openingBalance: 50_000_100n, closingBalance: 173_456_889n }),
      'They differ by NGN 1.00, which was brought forward from before the period.',
    ],
    [
      'a file that does not foot',
      factsOf({}, { closingBalance: 173_456_889n }),
      'They differ by NGN 1.00; NGN 1.00 is not explained by the files: this needs attention.',
    ],
    [
      'both',
      factsOf({}, { openingBalance: 50_000_100n, closingBalance: 173_457_089n }),
      'They differ by NGN 3.00, of which NGN 1.00 was brought forward from before the period; NGN 2.00 is not explained by the files: this needs attention.',
    ],
    [
      'no balances',
      factsOf({ openingBalance: null, closingBalance: null }),
      'the bank moved by NGN 1,234,567.89 and the ledger by NGN 1,234,567.89. Every amount between them is named in the statement.',
    ],
  ];

  test.each(verdicts)('says outright what comes of %s', (_, facts, verdict) => {
    const text = narrativeOf(facts);
    expect(text).toContain(verdict);
    expect(text).not.toContain('reconciled');
    expect(foreignFigures(text, facts)).toEqual([]);
  });

  test('has four to eight sentences and only figures of the facts, whatever the facts', () => {
    const n = fc.oneof(fc.constant(0), fc.nat({ max: 5_000_000 }));
    const money = fc.bigInt({ min: -(10n ** 18n), max: 10n ** 18n });
    const rate = fc.nat({ max: 1_000_000_000 }).map((billionths) => billionths / 1_000_000_000);
    const balance = fc.option(money, { nil: null });
    const side = fc.record({
      rows: n,
      rejectedRows: n,
      matchedRows: n,
      openRows: n,
      pendingRows: n,
      zeroRows: n,
      outOfPeriodRows: n,
      openAmount: money,
      amount: money,
      openingBalance: balance,
      closingBalance: balance,
    });
    const rest = fc.record({
      matchedGroups: n,
      reversalPairs: n,
      asOfDay: fc.option(fc.nat({ max: 40_000 }), { nil: null }),
      matchRate: fc.record({ count: rate, value: rate }),
    });
    fc.assert(
      fc.property(side, side, rest, (gl, bank, others) => {
        const facts = factsOf(gl, bank, others);
        const text = narrativeOf(facts);
        expect(foreignFigures(text, facts), text).toEqual([]);
        const sentences = text.split(/(?<=\.) (?=[A-Z0-9])/).length;
        expect(sentences, text).toBeGreaterThanOrEqual(4);
        expect(sentences, text).toBeLessThanOrEqual(9);
      }),
    );
  });
});

describe('figures of a text', () => {
  test.each([
    ['NGN 1,234.50 on 2026-03-31', ['number 1234.5', 'date 2026-03-31']],
    ['on 31 March 2026 or March 1st, 2026', ['date 2026-03-31', 'date 2026-03-01']],
    ['97.40% and 3 per cent', ['percent 97.4', 'percent 3']],
    ['8 to 30 days, over 90 days', ['days 8', 'days 30', 'days 90']],
    ['tier 2', ['tier 2']],
    ['a net of NGN -10.00, or −7', ['number -10', 'number -7']],
    ['1.2 million, 5k, half, a dozen', ['vague 1.2 million', 'vague 5k', 'vague half', 'vague dozen']],
    ['three rows, Twelve more, forty', ['number 3', 'number 12', 'vague forty']],
    ['account 0123456789', ['number 0123456789']],
    ['N5,000.00, ₦7 and rows,40 of .5', ['number 5000', 'number 7', 'number 40', 'number .5']],
    ['31-60 and twenty-one', ['number 31', 'number 60', 'vague twenty-one']],
    ['no one, none, often, attend', []],
  ])('%j', (text, figures) => {
    expect(figuresOf(text).map(({ kind, value }) => `${kind} ${value}`)).toEqual(figures);
  });
});

describe('a text that states', () => {
  const facts = factsOf();

  test.each([
    'The match rate is 97% by count.',
    'The match rate is 99.96% by value.',
    'Open items come to NGN 34,567.89.',
    'Tier 3 made 150 matches as of 31 March 2026.',
    'Account 0123456789 closes at 1734567.89.',
    'Nothing is older than 30 days.',
  ])('facts holds: %s', (text) => {
    expect(foreignFigures(text, facts)).toEqual([]);
  });

  test.each([
    ['another rate', 'The match rate is 98%.'],
    ['a rate rounded up to all', 'The match rate is 100% by value.'],
    ['another amount', 'Open items come to NGN 34,567.90.'],
    ['the wrong sign', 'Open items come to NGN -34,567.89.'],
    ['another day', 'As of 30 March 2026 all is well.'],
    ['a rounded amount', 'The ledger closes at NGN 1.7 million.'],
    ['a count in words', 'Seventeen rows are open.'],
    ['a share in words', 'Half of the rows are fees.'],
    ['a tier that made nothing', 'Tier 6 was used.'],
    ['a rate as a plain number', 'It scored 97.01 overall.'],
    ['a number in other digits', 'There are ٣ rows.'],
  ])('%s does not hold', (_, text) => {
    expect(foreignFigures(text, facts)).not.toEqual([]);
  });
});

describe('a percentage', () => {
  test('is cut, not rounded, and exact decimals stay what they are', () => {
    expect(floorTo(99.96, 1)).toBe('99.9');
    expect(floorTo(0.29 * 100, 1)).toBe('29.0');
    expect(floorTo(100, 1)).toBe('100.0');
    expect(floorTo(0, 1)).toBe('0.0');
    expect(floorTo(0.999999999 * 100, 2)).toBe('99.99');
  });
});

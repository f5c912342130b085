// The banking types as a table in the order of precedence of design/matching.md: for each a session that makes it and
// a near miss that does not. Then precedence itself: one row that satisfies everything and loses it bit by bit.

import { describe, expect, test } from 'vitest';
import { classify } from '../../../src/core/classification/classify.ts';
import { clusterAt, countByType, reasonOf } from '../../../src/core/classification/cluster-set.ts';
import { BANKING_RULES } from '../../../src/core/classification/rules.ts';
import {
  FACT_AMOUNT_CANDIDATE,
  FACT_AMOUNT_OPEN,
  FACT_HOLDER_MATCHED,
  FACT_KEY,
  FACT_KEY_LINKED,
  FACT_KEY_OPEN_ELSEWHERE,
  FACT_REVERSAL_MARKER,
  FACT_SEVERAL_SUMS,
} from '../../../src/core/matching/outcome/outcome.ts';
import { CLUSTER_TYPES, type ClusterType } from '../../../src/core/records/documents/cluster-type.ts';
import { sessionOf, type TestRow, withoutPlaces } from './session-of.ts';

type Session = Parameters<typeof sessionOf>[0];

interface Case {
  readonly type: ClusterType;
  readonly fires: Session;
  readonly rule: string;
  readonly reason: string;
  /** What else the cluster says, where the type has more to say than its rows. */
  readonly says?: Partial<ReturnType<typeof clusterAt>>;
  /** Almost the same session, and what becomes of it instead. */
  readonly nearMiss: Session;
  readonly instead: readonly ClusterType[];
}

const KEYED = FACT_KEY | FACT_KEY_LINKED;
const PAIRED = KEYED | FACT_KEY_OPEN_ELSEWHERE;
const twinOnGl: TestRow[] = [
  { name: 'settled', amount: 500_000, reference: 'FT100', day: '2026-03-02', matched: { tier: 1, with: 'line' } },
  { amount: 500_000, reference: 'FT100', day: '2026-03-04', facts: KEYED, duplicateOf: 'settled' },
];
const line: TestRow = { name: 'line', amount: 500_000, reference: 'FT100' };
const charges = { currencies: { NGN: { tolerance: 0, chargeMin: 1_000, chargeMax: 10_000 } } };

/** A ledger and a bank row that matching named as partners of some kind. */
function partners(gl: Partial<TestRow>, bank: Partial<TestRow> = {}, parameters = {}): Session {
  return {
    gl: [{ amount: 500_000, reference: 'FT100', facts: PAIRED, ...gl }],
    bank: [{ name: 'line', amount: 500_000, reference: 'FT100', facts: PAIRED, ...bank }],
    parameters,
  };
}

const bankOnly = (row: Partial<TestRow>, parameters = {}): Session => ({
  bank: [{ amount: -5_250, ...row }],
  parameters,
});

const settledCard: TestRow[] = [
  { amount: 800_000, reference: '624402947390', day: '2026-03-02', matched: { tier: 1, with: 'card' } },
];
const feeBeside = (row: Partial<TestRow>): Session => ({
  gl: [{ amount: -300_000, reference: 'FT100', day: '2026-03-02', matched: { tier: 1, with: 'line' } }],
  bank: [
    { name: 'line', amount: -300_000, reference: 'FT100' },
    { amount: -1_500, reference: 'FT100', facts: KEYED, ...row },
  ],
});

const CASES: readonly Case[] = [
  {
    type: 'chargeback',
    fires: {
      gl: settledCard,
      bank: [
        { name: 'card', amount: 800_000, day: '2026-03-02' },
        { amount: -800_000, narration: 'CBK 624402947390', chargebackOf: 'card' },
      ],
    },
    rule: 'marked_and_linked_to_a_settled_item',
    reason:
      'The bank debit of NGN 8,000.00 on 2026-03-05 takes back the bank credit of NGN 8,000.00 on 2026-03-02, which is ' +
      'already matched, for the card holder: answer the dispute or post it.',
    nearMiss: {
      gl: settledCard,
      bank: [
        { name: 'card', amount: 800_000, day: '2026-03-02' },
        { amount: -800_000, narration: 'CBK 624402947391 ADA' },
      ],
    },
    instead: ['not_found_bank'],
  },
  {
    type: 'reversal_unmatched',
    fires: bankOnly({ amount: 500_000, narration: 'RVSL NIP TRF', facts: FACT_REVERSAL_MARKER }),
    rule: 'reversal_marker_without_original',
    reason:
      'The bank credit of NGN 5,000.00 on 2026-03-05 is marked as a reversal; no bank line of its account has the ' +
      'opposite amount; no open ledger entry fits its amount and dates.',
    nearMiss: bankOnly({ amount: 500_000, narration: 'REVEREND NIP TRF' }),
    instead: ['not_found_bank'],
  },
  {
    type: 'duplicate_gl',
    fires: { gl: twinOnGl, bank: [line] },
    rule: 'same_key_and_amount_as_a_matched_row',
    reason:
      'The ledger receipt of NGN 5,000.00 on 2026-03-04 repeats the ledger receipt of NGN 5,000.00 on 2026-03-02, ' +
      'a ledger entry with the same reference and amount that is already matched.',
    says: { glRows: [1], bankRows: [], amount: 500_000 },
    nearMiss: { gl: [twinOnGl[0], { amount: 500_000, reference: 'FT101', facts: FACT_KEY }], bank: [line] },
    instead: ['not_found_gl'],
  },
  {
    type: 'duplicate_bank',
    fires: {
      gl: [{ amount: -7_500, reference: 'FT7', matched: { tier: 1, with: 'settled' } }],
      bank: [
        { name: 'settled', amount: -7_500, reference: 'FT7' },
        { amount: -7_500, reference: 'FT7', facts: KEYED, duplicateOf: 'settled', day: '2026-03-06' },
        { amount: -7_500, reference: 'FT7', facts: KEYED, duplicateOf: 'settled', day: '2026-03-07' },
      ],
    },
    rule: 'same_key_and_amount_as_a_matched_row',
    reason:
      'The bank debit of NGN 75.00 on 2026-03-06 and 1 more like it repeat the bank debit of NGN 75.00 on 2026-03-05, ' +
      'a bank line with the same reference and amount that is already matched.',
    says: { glRows: [], bankRows: [1, 2], amount: -7_500 },
    nearMiss: {
      gl: [{ amount: -7_500, reference: 'FT7', matched: { tier: 1, with: 'settled' } }],
      bank: [
        { name: 'settled', amount: -7_500, reference: 'FT7' },
        { amount: -7_400, reference: 'FT7', facts: KEYED },
      ],
    },
    instead: ['not_found_bank'],
  },
  {
    type: 'currency_mismatch',
    fires: partners({ currencyPartner: 'line' }, { currency: 'USD' }),
    rule: 'same_key_other_currency',
    reason:
      'The ledger receipt of NGN 5,000.00 on 2026-03-05 and the bank credit of USD 5,000.00 on 2026-03-05 carry the ' +
      'same reference in different currencies.',
    says: { currency: 'NGN', amount: 500_000, amountDelta: null, dateDeltaDays: null },
    nearMiss: partners({}, { currency: 'USD' }),
    instead: ['not_found_gl', 'not_found_bank'],
  },
  {
    type: 'direction_mismatch',
    fires: partners({ directionPartner: 'line' }, { amount: -500_000 }),
    rule: 'same_key_and_amount_opposite_sign',
    reason:
      'The ledger receipt of NGN 5,000.00 on 2026-03-05 and the bank debit of NGN 5,000.00 on 2026-03-05 carry the ' +
      'same reference and amount in opposite directions.',
    says: { amountDelta: null },
    nearMiss: partners({}, { amount: -499_999 }),
    instead: ['not_found_gl', 'not_found_bank'],
  },
  {
    type: 'amount_mismatch',
    fires: partners({ amountPartner: 'line' }, { amount: 509_000 }),
    rule: 'same_key_difference_beyond_tolerance',
    reason:
      'The ledger receipt of NGN 5,000.00 on 2026-03-05 and the bank credit of NGN 5,090.00 on 2026-03-05 carry the ' +
      'same reference, but differ by NGN 90.00, which is beyond the tolerance and explained by no fee.',
    says: { amountDelta: 9_000, dateDeltaDays: null },
    nearMiss: partners({ reference: 'FT1', facts: FACT_KEY }, { amount: 509_000, facts: FACT_KEY }),
    instead: ['not_found_gl', 'not_found_bank'],
  },
  {
    type: 'fee_mismatch',
    fires: feeBeside({ narration: 'COMM', expectedFee: 1_000 }),
    rule: 'fee_is_not_as_agreed',
    reason:
      'The bank debit of NGN 15.00 on 2026-03-05 stands beside a matched transaction as its fee, charge or VAT; ' +
      'by the rules of the template or the run’s rate it is NGN 10.00.',
    nearMiss: feeBeside({ narration: 'COMM' }),
    instead: ['possible_bank_fee'],
  },
  {
    type: 'date_difference',
    fires: partners(
      { datePartner: 'line', day: '2026-03-02' },
      { day: '2026-03-27', valueDay: '2026-03-25' },
      { daysForward: 3, daysBack: 1 },
    ),
    rule: 'same_key_outside_window',
    reason:
      'The ledger receipt of NGN 5,000.00 on 2026-03-02 and the bank credit of NGN 5,000.00 on 2026-03-27 agree in ' +
      'reference and amount, but lie 23 days apart, outside the search window of 1 day back and 3 days forward.',
    says: { amountDelta: null, dateDeltaDays: 23 },
    nearMiss: partners({ day: '2026-03-02' }, { day: '2026-03-27' }),
    instead: ['not_found_gl', 'not_found_bank'],
  },
  {
    type: 'account_mismatch',
    fires: partners({ accountPartner: 'line', account: '1001' }, { account: '0123456789' }),
    rule: 'same_amount_and_texts_other_account',
    reason:
      'The ledger receipt of NGN 5,000.00 on 2026-03-05 is booked in account 1001, and the bank credit of ' +
      'NGN 5,000.00 on 2026-03-05, which is the same by amount and texts, stands in account 0123456789: one of the ' +
      'two is the wrong account.',
    nearMiss: partners({ account: '1001' }, { account: '0123456789' }),
    instead: ['not_found_gl', 'not_found_bank'],
  },
  {
    type: 'possible_interest_or_tax',
    fires: bankOnly({ narration: 'STAMP DUTY 05/03/26' }),
    rule: 'interest_or_tax_as_its_purpose',
    reason:
      'The bank debit of NGN 52.50 on 2026-03-05 says STAMP DUTY: possibly interest or tax that is not yet in the ledger.',
    nearMiss: bankOnly({ narration: 'NIP/VATSA VENTURES/STAMPS' }),
    instead: ['not_found_bank'],
  },
  {
    type: 'possible_bank_fee',
    fires: bankOnly({ narration: 'SMS ALERT FEB-2026' }),
    rule: 'unanswered_bank_debit_with_a_charge_as_its_purpose',
    reason:
      'The bank debit of NGN 52.50 on 2026-03-05 says SMS ALERT, and it carries no usable reference: possibly a bank charge ' +
      'that is not yet in the ledger.',
    nearMiss: bankOnly({ narration: 'SMS ALERT FEB-2026', amount: 5_250 }),
    instead: ['not_found_bank'],
  },
  {
    type: 'possible_batch',
    fires: bankOnly({ amount: 500_000, facts: FACT_SEVERAL_SUMS }),
    rule: 'rows_add_up_to_it_in_more_than_one_way',
    reason:
      'Open ledger entries add up to the bank credit of NGN 5,000.00 on 2026-03-05, but it is not certain which: a ' +
      'person has to choose.',
    nearMiss: bankOnly({ amount: 500_000, narration: 'ADE OKONKWO' }),
    instead: ['not_found_bank'],
  },
  {
    type: 'ambiguous_match',
    fires: {
      gl: [{ amount: 500_000, ambiguity: 0, facts: FACT_AMOUNT_CANDIDATE }],
      bank: [
        { amount: 500_000, ambiguity: 0, day: '2026-03-04', facts: FACT_AMOUNT_CANDIDATE },
        { amount: 500_000, ambiguity: 0, day: '2026-03-06', facts: FACT_AMOUNT_CANDIDATE },
      ],
    },
    rule: 'equally_good_candidates',
    reason:
      '1 ledger entry and 2 bank lines (the first the ledger receipt of NGN 5,000.00 on 2026-03-05) can be paired in ' +
      'more than one way, about equally well: a person has to choose.',
    says: { glRows: [0], bankRows: [0, 1], amount: 500_000 },
    nearMiss: {
      gl: [{ amount: 500_000, facts: FACT_AMOUNT_CANDIDATE }],
      bank: [{ amount: 500_000, facts: FACT_AMOUNT_CANDIDATE }],
    },
    instead: ['not_found_gl', 'not_found_bank'],
  },
  {
    type: 'missing_identifier',
    fires: bankOnly({ amount: 500_000, narration: 'TRF' }),
    rule: 'nothing_to_look_by',
    reason:
      'The bank credit of NGN 5,000.00 on 2026-03-05 carries no reference, no name and nothing else to look it up by: ' +
      'ask the bank who paid it, and what for.',
    nearMiss: bankOnly({ amount: 500_000, narration: 'TRF', facts: FACT_AMOUNT_OPEN }),
    instead: ['not_found_bank'],
  },
  {
    type: 'not_found_gl',
    fires: { gl: [{ amount: -500_000, reference: 'FT9', facts: FACT_KEY }] },
    rule: 'no_counterpart',
    reason:
      'The ledger payment of NGN 5,000.00 on 2026-03-05 is not found in the bank statement: no open bank line of its ' +
      'account carries its reference, and no open bank line has its amount within the search window.',
    says: { glRows: [0], bankRows: [], sampleBankDay: null, amount: -500_000 },
    nearMiss: { gl: [{ amount: -500_000, reference: 'N/A' }] },
    instead: ['missing_identifier'],
  },
  {
    type: 'not_found_bank',
    fires: bankOnly({ amount: 500_000, reference: 'FT9', facts: KEYED }),
    rule: 'no_counterpart',
    reason:
      'The bank credit of NGN 5,000.00 on 2026-03-05 is not found in the ledger: the ledger entry that carries a cut ' +
      'form of its reference is already matched, and no open ledger entry has its amount within the search window.',
    says: { glRows: [], bankRows: [0], sampleGlDay: null },
    nearMiss: { bank: [{ amount: 500_000, reference: 'FT9', facts: KEYED, flags: 1 }] },
    instead: [],
  },
];

const typesOf = (of: Session): ClusterType[] => {
  const session = sessionOf(of);
  const set = classify(session, BANKING_RULES);
  return Array.from({ length: set.count }, (_, c) => clusterAt(session, set, c).type);
};

describe('the banking types', () => {
  test('are all in the table, in the order of the rules, which is the order of the union', () => {
    expect(CASES.map(({ type }) => type)).toEqual(BANKING_RULES.map(({ type }) => type));
    const places = BANKING_RULES.map(({ type }) => CLUSTER_TYPES.indexOf(type));
    expect(places).toEqual([...places].sort((a, b) => a - b));
  });

  for (const { type, fires, rule, reason, says, nearMiss, instead } of CASES) {
    test(`${type} fires, and says why`, () => {
      const session = sessionOf(fires);
      const set = classify(session, BANKING_RULES);
      expect(countByType(set)).toEqual({ [type]: 1 });
      expect(clusterAt(session, set, 0)).toMatchObject({ type, rule, ...says });
      expect(withoutPlaces(reasonOf(session, set, 0))).toBe(reason);
    });

    test(`${type} does not fire on its near miss`, () => {
      expect(typesOf(nearMiss)).toEqual(instead);
    });
  }
});

describe('a row that the other side does not answer says how near that side came', () => {
  const fits = 'an open ledger entry fits its amount and dates';
  test.each([
    [PAIRED, 'an open ledger entry carries its reference, but the two could not be paired'],
    [FACT_AMOUNT_CANDIDATE, `${fits}, but they have no common reference: confirm by cheque number`],
    [FACT_AMOUNT_OPEN, `${fits}, but they have no common reference: confirm by cheque number`],
    [
      FACT_KEY | FACT_AMOUNT_OPEN,
      `no open ledger entry of its account carries its reference; ${fits}, but not its reference`,
    ],
    [
      KEYED | FACT_AMOUNT_OPEN,
      `the ledger entry that carries a cut form of its reference is already matched; ${fits}, but not its reference`,
    ],
    [
      FACT_KEY,
      'no open ledger entry of its account carries its reference, and no open ledger entry has its amount within the ' +
        'search window',
    ],
  ])('facts %i: %s', (facts, nearest) => {
    const session = sessionOf(bankOnly({ amount: 500_000, reference: 'FT9', facts }));
    expect(withoutPlaces(reasonOf(session, classify(session, BANKING_RULES), 0))).toBe(
      `The bank credit of NGN 5,000.00 on 2026-03-05 is not found in the ledger: ${nearest}.`,
    );
  });
});

test('a reason names rows by file and line, the file by its own name', () => {
  const session = sessionOf(bankOnly({ narration: 'STAMP DUTY', file: 'march/bank.csv?token=secret', line: 14 }));
  expect(reasonOf(session, classify(session, BANKING_RULES), 0)).toBe(
    'The bank debit of NGN 52.50 on 2026-03-05 (bank.csv line 14) says STAMP DUTY: possibly interest or tax that is not ' +
      'yet in the ledger.',
  );
});

test('a row that alone fits one is named', () => {
  const session = sessionOf({
    gl: [{ name: 'it', amount: 500_000, day: '2026-03-04', reference: 'FT8' }],
    bank: [{ amount: 500_000, reference: 'FT9', facts: FACT_KEY | FACT_AMOUNT_OPEN, amountHolder: 'it' }],
  });
  const set = classify(session, BANKING_RULES);
  const said = [0, 1].map((cluster) => withoutPlaces(reasonOf(session, set, cluster)));
  expect(said).toContain(
    'The bank credit of NGN 5,000.00 on 2026-03-05 is not found in the ledger: no open ledger entry of its account ' +
      'carries its reference; the ledger receipt of NGN 5,000.00 on 2026-03-04 is open and fits its amount and dates, but not its ' +
      'reference.',
  );
});

describe('the second ground of a rule', () => {
  test('date_difference by amount and text', () => {
    const session = sessionOf(partners({ datePartner: 'line', datePartnerByKey: false }, { day: '2026-03-27' }));
    const set = classify(session, BANKING_RULES);
    expect(clusterAt(session, set, 0).rule).toBe('same_amount_and_text_outside_window');
    expect(withoutPlaces(reasonOf(session, set, 0))).toContain('agree in amount and narration, but lie 22 days apart');
  });

  test.each([
    ['at the lower end of the charge range', -1_000, 'possible_bank_fee'],
    ['at the upper end', -10_000, 'possible_bank_fee'],
    ['below it', -999, 'missing_identifier'],
    ['above it', -10_001, 'missing_identifier'],
    ['in the range, but money in', 5_000, 'missing_identifier'],
  ])('possible_bank_fee by amount: %s', (_, amount, type) => {
    expect(typesOf(bankOnly({ amount }, charges))).toEqual([type]);
  });

  test.each([
    ['stamp duty is no charge', { narration: 'STAMP DUTY' }, 'possible_interest_or_tax'],
    ['what a customer paid for is no charge', { narration: 'SCH FEES CHIAMAKA' }, 'not_found_bank'],
    [
      'words of a settled transaction are no purpose of the charge',
      { narration: 'NIP/ADA OBI', reference: 'FT3', facts: KEYED | FACT_HOLDER_MATCHED },
      'possible_bank_fee',
    ],
  ])('within the charge range: %s', (_, row, type) => {
    expect(typesOf(bankOnly({ amount: -5_000, ...row }, charges))).toEqual([type]);
  });

  test('possible_bank_fee by amount names the range', () => {
    const session = sessionOf(bankOnly({ amount: -5_000, reference: 'FT3', facts: FACT_KEY }, charges));
    expect(withoutPlaces(reasonOf(session, classify(session, BANKING_RULES), 0))).toBe(
      'The bank debit of NGN 50.00 on 2026-03-05 lies within the charge range of NGN 10.00 to NGN 100.00, and no ' +
        'open ledger entry carries its reference: possibly a bank charge that is not yet in the ledger.',
    );
  });

  test('a charge_max of 0 is no range', () => {
    const off = { currencies: { NGN: { tolerance: 0, chargeMin: 0, chargeMax: 0 } } };
    expect(typesOf(bankOnly({ amount: -5_000 }, off))).toEqual(['missing_identifier']);
  });

  test.each([
    ['an open ledger entry carries its key', PAIRED, 'not_found_bank'],
    ['only a matched ledger entry carries its key', KEYED, 'possible_bank_fee'],
    ['no ledger entry carries its key', FACT_KEY, 'possible_bank_fee'],
  ])('possible_bank_fee when %s', (_, facts, type) => {
    expect(typesOf(bankOnly({ narration: 'COMMISSION', reference: 'FT3', facts }))).toEqual([type]);
  });
});

describe('precedence: one row that satisfies everything and loses it bit by bit', () => {
  const everything: Partial<TestRow> = {
    name: 'line',
    amount: -5_250,
    narration: 'COMMISSION WITH VAT',
    facts: FACT_REVERSAL_MARKER,
    duplicateOf: 'settled',
    ambiguity: 0,
  };
  const kinds = ['currencyPartner', 'directionPartner', 'amountPartner', 'datePartner', 'accountPartner'] as const;

  /** The bank row, and a ledger row that is its partner in the given kinds. */
  const against = (row: Partial<TestRow>, partnerOf: readonly string[]): Session => ({
    gl: [
      { amount: -5_250, matched: { tier: 1, with: 'settled' } },
      { amount: -5_250, facts: PAIRED, ...Object.fromEntries(partnerOf.map((kind) => [kind, 'line'])) },
    ],
    bank: [
      { name: 'settled', amount: -5_250 },
      { amount: -5_250, ...row },
    ],
  });

  const { facts: _, duplicateOf: __, ...unmarked } = everything;
  const steps: readonly [ClusterType, Session][] = [
    ['reversal_unmatched', against(everything, kinds)],
    ['duplicate_bank', against({ ...everything, facts: 0 }, kinds)],
    ['currency_mismatch', against(unmarked, kinds)],
    ['direction_mismatch', against(unmarked, kinds.slice(1))],
    ['amount_mismatch', against(unmarked, kinds.slice(2))],
    ['date_difference', against(unmarked, kinds.slice(3))],
    ['account_mismatch', against(unmarked, kinds.slice(4))],
    ['possible_interest_or_tax', against({ ...unmarked, narration: 'VAT' }, [])],
    ['possible_bank_fee', against(unmarked, [])],
    ['possible_batch', against({ ...unmarked, narration: '', facts: FACT_SEVERAL_SUMS }, [])],
    ['ambiguous_match', against({ ...unmarked, narration: '' }, [])],
    ['missing_identifier', against({ name: 'line' }, [])],
    ['not_found_bank', against({ name: 'line', facts: FACT_AMOUNT_CANDIDATE }, [])],
  ];

  test.each(steps)('%s', (type, of) => {
    const session = sessionOf(of);
    const set = classify(session, BANKING_RULES);
    const item = session.open.bank.row.indexOf(1);
    expect(clusterAt(session, set, set.clusterOf.bank[item]).type).toBe(type);
  });

  test('leaves out only what cannot stand on the bank', () => {
    const left = BANKING_RULES.map(({ type }) => type).filter((type) => !steps.some(([step]) => step === type));
    expect(left).toEqual(['chargeback', 'duplicate_gl', 'fee_mismatch', 'not_found_gl']);
  });

  test('a pair is not made when an earlier rule took either of its rows', () => {
    const marked = partners({ amountPartner: 'line' }, { amount: 509_000, facts: PAIRED | FACT_REVERSAL_MARKER });
    expect(typesOf(marked)).toEqual(['reversal_unmatched', 'not_found_gl']);
  });
});

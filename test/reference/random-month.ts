// Small adversarial months for fast-check: few amounts, days and words, so that everything collides with everything.
// Half of the bank's rows are GL rows that changed on the way (later, less a fee, the reference inside the narration,
// cut, repeated); the bounds are so small that a dozen rows reach them.

import fc from 'fast-check';
import type { FeeRule } from '../../src/core/fees/fee-rule.ts';
import { CALIBRATION, type Calibration } from '../../src/core/matching/calibration.ts';
import { eventWindows } from '../../src/core/matching/events.ts';
import { MATCHING_METHODS } from '../../src/core/matching/method.ts';
import type { MatchParameters } from '../../src/core/matching/parameters.ts';
import { RATE_SCALE } from '../../src/core/money/rates.ts';
import type { RefRow } from './ref-row.ts';

export interface RandomMonth {
  readonly gl: RefRow[];
  readonly bank: RefRow[];
  readonly parameters: MatchParameters;
  readonly calibration: Calibration;
}

type Draft = Omit<RefRow, 'id'>;

const FRIDAY = 19_788; // 2024-03-08: a weekend lies inside every window
const SESSION = '000014240308101500123456789012';
const OTHER_SESSION = '000013240308091500123456789044';

// biome-ignore format: one family a line
const REFERENCES = [
  '', '', '', 'N/A', '0', '000000', 'NONREF', '5.8E+28',
  'FT24001234', '24001234', '0024001234', 'TRF/24001234', 'ft-24001234',
  '240012345678', '2400123456', '012345678', '345678',
  'AB2400125678', 'AB240012', '12AB2400125678',
  'INV-1001', 'INV1001', '1001', 'INV1002', 'INV-1003', 'REF 7700001', '7700001', '7700002',
  '08031234567', '0123456789', '2348031234567', 'NIP/MUSA/24001234', SESSION, SESSION,
  '001234', '1234', 'CHQ 7', 'CHQ000007', '007', 'CHQ 222', 'PV26A4501/01', 'PV26A4501/02', 'PV26A4501', 'INV26/0012', 'INV26/0012', 'INV 26-0013', 'PV/045', 'PV045', 'TRF/INV26/0012/ADA', 'A/1001', '3301/012', 'INV2026-001', 'INV2026-017', OTHER_SESSION, `X ${OTHER_SESSION}`,
];
// biome-ignore format: one family a line
const WORDS = [
  'ADAEZE', 'ADAEZE', 'ADAE', 'ADA', 'STORES', 'STOR', 'MUSA', 'GARBA', 'Musa', 'ADAEZESTORES', 'ÉCLAIR', 'ÉCL', 'A',
  'TRF', 'FOR GOODS', 'NIP', 'TO', 'FROM', 'RENT 03', 'P2P1', 'P2',
  'REVERSAL', 'RVSL', 'VOID', 'REV', 'CHARGE', 'VAT',
  '08031234567', '8031234567', '2348031234567', '0123456789', 'REF0123456789',
  '05032024', '20240305', '2024-03-05', '20240305101500',
  '24001234', 'FT24001234', '240012345678', '2400123456', 'AB2400125678', 'AB240012', '00002400125678', 'INV1001',
  SESSION, OTHER_SESSION, `${SESSION} ${OTHER_SESSION}`, 'PV26A4501-03', 'PV26A4501-01', 'PV26A4501', 'MARCH2026',
  'INV26/0012', 'INV 26 0012', 'INV26', '0012', '0013', 'INV-26/0013', 'PV', 'PV045', 'PV 045/2', 'A 1001', 'INV26/0012-3', 'INV26/0012 3', '3301 012',
  'FY202603', 'CHQ 001234', 'CHEQUE NO. 1234', 'CHQ', '001234', 'CHQ001234', 'CHQ451', 'CHQ 7', 'CHQ07', 'CHEQUE-7', 'CHQ 12/03', 'CHQ 222', '007', 'CHQ 0451', 'A-CHQ-451', '451', '00000451', SESSION.slice(0, 20), SESSION.slice(-12), '5.8E+28', '.',
];
const HUGE = 8_999_999_999_999_900;
const AMOUNTS = [10_000, 10_000, 10_000, 10_000, 10_025, 10_050, 9_950, 9_990, 9_975, 20_000, 20_100, 5, 0, HUGE];
const FEES = [0, 0, 0, 0, 10, 25, 50, 100];

const amount = fc
  .tuple(fc.constantFrom(...AMOUNTS), fc.constantFrom(1, 1, 1, -1))
  .map(([magnitude, sign]) => (magnitude === 0 ? 0 : magnitude * sign));
const narration = fc
  .array(fc.tuple(fc.constantFrom(...WORDS), fc.constantFrom(' ', ' ', '/', '-', '')), { maxLength: 4 })
  .map((pieces) => pieces.map(([word, separator], at) => (at === 0 ? '' : separator) + word).join(''));

const draft: fc.Arbitrary<Draft> = fc.record({
  account: fc.constantFrom('0012', '0012', '0012', 'OPS', ''),
  currency: fc.constantFrom('NGN', 'NGN', 'NGN', 'NGN', 'USD'),
  amount,
  bookingDay: fc.integer({ min: FRIDAY, max: FRIDAY + 5 }),
  valueDay: fc.option(fc.integer({ min: FRIDAY - 1, max: FRIDAY + 6 }), { nil: null, freq: 2 }),
  reference: fc.constantFrom(...REFERENCES),
  settlementSession: fc.constantFrom('', '', '', '', '', SESSION, SESSION.slice(0, 24), '24001234'),
  narration,
  sourceId: fc.constantFrom('', '1', '2'),
});

/** What may happen to a row between the books and the bank. */
const change: fc.Arbitrary<(row: Draft) => Draft> = fc.oneof(
  fc.constant((row: Draft) => row),
  fc.integer({ min: -2, max: 4 }).map((days) => (row: Draft) => ({ ...row, bookingDay: row.bookingDay + days })),
  fc.constantFrom(...FEES).map((fee) => (row: Draft) => ({ ...row, amount: row.amount - Math.sign(row.amount) * fee })),
  fc.constant((row: Draft) => ({ ...row, reference: '', narration: `${row.narration} ${row.reference}` })),
  fc
    .integer({ min: 6, max: 12 })
    .map((bytes) => (row: Draft) => ({ ...row, reference: row.reference.slice(0, bytes) })),
  fc
    .integer({ min: 1, max: 8 })
    .map((bytes) => (row: Draft) => ({ ...row, narration: row.narration.slice(0, -bytes) })),
  fc.constant((row: Draft) => ({
    ...row,
    amount: row.amount === 0 ? 0 : -row.amount,
    narration: `RVSL ${row.narration}`,
  })),
  narration.map((text) => (row: Draft) => ({ ...row, narration: text })),
  fc.constantFrom(...REFERENCES).map((reference) => (row: Draft) => ({ ...row, reference })),
);

const changes = fc.array(change, { maxLength: 3 });
const changed = (row: Draft, all: readonly ((row: Draft) => Draft)[]) => all.reduce((now, next) => next(now), row);

/** A row that stands in the file once or, as genuine twins do, more often. */
const withTwins = (one: fc.Arbitrary<Draft>) =>
  fc.tuple(one, fc.constantFrom(1, 1, 1, 1, 2, 3)).map(([row, times]) => Array<Draft>(times).fill(row));

const numbered = (drafts: readonly Draft[]): RefRow[] => drafts.slice(0, MOST_ROWS).map((row, id) => ({ ...row, id }));
const MOST_ROWS = 14;

const books = fc
  .array(withTwins(draft), { minLength: 1, maxLength: 7 })
  .chain((groups) => {
    const rows = groups.flat();
    const again = fc.tuple(fc.nat({ max: rows.length - 1 }), changes).map(([at, all]) => changed(rows[at], all));
    const repeats = fc.array(again, { maxLength: 3 });
    const arrivals = fc.array(withTwins(fc.oneof({ weight: 4, arbitrary: again }, { weight: 1, arbitrary: draft })), {
      minLength: 1,
      maxLength: 8,
    });
    return fc.record({ gl: repeats.map((more) => [...rows, ...more]), bank: arrivals.map((more) => more.flat()) });
  })
  .map(({ gl, bank }) => ({ gl: numbered(gl), bank: numbered(bank) }));

const rule: fc.Arbitrary<FeeRule> = fc.record({
  service: fc.constantFrom('nip', 'pos', 'other'),
  min: fc.constantFrom(0, 0, 1_000),
  max: fc.constantFrom(0, 0, 2_000),
  fee: fc.constantFrom(
    { type: 'fixed', amount: 50 },
    { type: 'fixed', amount: 20 },
    { type: 'percentage', amount: 10_000_000 },
  ),
  splits: fc.constantFrom(
    [{ glType: 'income', entry: 'credit', amount: RATE_SCALE, type: 'percentage' }] as const,
    [
      { glType: 'income', entry: 'credit', amount: (RATE_SCALE * 3) / 5, type: 'percentage' },
      { glType: 'nip_fee', entry: 'credit', amount: (RATE_SCALE * 2) / 5, type: 'percentage' },
    ] as const,
  ),
  mscRate: fc.constantFrom(null, null, 5_000_000),
});

const currency = fc.record({
  rules: fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, fc.array(rule, { minLength: 1, maxLength: 3 })),
  tolerance: fc.constantFrom(0, 0, 10, 50, 60),
  chargeMin: fc.constantFrom(0, 20, 50),
  chargeMax: fc.constantFrom(0, 0, 50, 100),
});

const events = fc
  .array(fc.tuple(fc.integer({ min: -2, max: 6 }), fc.integer({ min: 0, max: 4 })), { minLength: 1, maxLength: 3 })
  .map((all) => eventWindows(all.map(([from, days]) => ({ start: FRIDAY + from, end: FRIDAY + from + days }))));

const parameters: fc.Arbitrary<MatchParameters> = fc.record({
  method: fc.oneof(
    { weight: 4, arbitrary: fc.constant('line_by_line' as const) },
    fc.constantFrom(...MATCHING_METHODS),
  ),
  fees: fc.record({
    display: fc.constantFrom(null, 'netted', 'separate'),
    service: fc.constantFrom(null, 'nip', 'pos'),
  }),
  events: fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, events),
  daysForward: fc.integer({ min: 0, max: 3 }),
  daysBack: fc.integer({ min: 0, max: 3 }),
  reversalDaysForward: fc.constantFrom(0, 2, 7),
  reversalDaysBack: fc.constantFrom(0, 7),
  netReversals: fc.constantFrom(true, true, true, false),
  tolerancePercent: fc.constantFrom(0, 0, 1_000, 5_000),
  mscRate: fc.constantFrom(0, 0, 2_500_000, 5_000_000),
  excludeDebitsFromRate: fc.boolean(),
  currencies: fc.oneof(
    currency.map((one) => ({ NGN: one, USD: one })),
    currency.map((one) => ({ NGN: one })),
  ),
});

const calibration: fc.Arbitrary<Calibration> = fc
  .record({
    keyRows: fc.constantFrom(1, 2, 5, 20),
    keyShare: fc.constantFrom(50, 3_000),
    candidates: fc.constantFrom(1, 2, 3, 64),
    crowd: fc.constantFrom(1, 4, 2_048),
    exactClasses: fc.constantFrom(1, 2, 3, 64, 64, 64),
    rounds: fc.constantFrom(1, 2, 50),
  })
  .map((drawn) => ({ ...CALIBRATION, ...drawn }));

/** In one month of three no row has a reference or a session id. */
const withReferences = fc.constantFrom(true, true, false);
const bare = (row: RefRow): RefRow => ({ ...row, reference: '', settlementSession: '' });

export const randomMonth: fc.Arbitrary<RandomMonth> = fc
  .record({ books, withReferences, parameters, calibration: fc.oneof(fc.constant(CALIBRATION), calibration) })
  .map(({ books: { gl, bank }, withReferences: whole, ...rest }) => {
    const rows = whole ? { gl, bank } : { gl: gl.map(bare), bank: bank.map(bare) };
    return { ...rows, ...rest };
  });

/** Months with serial numbers in the reference field on both sides, enough of them to be seen through. */
export const ownNumbering: fc.Arbitrary<RandomMonth> = fc
  .record({
    amounts: fc.array(fc.constantFrom(10_000, 10_900, 15_000, 20_000, 30_000), { minLength: 22, maxLength: 22 }),
    shared: fc.integer({ min: 18, max: 22 }),
    shift: fc.nat({ max: 3 }),
    parameters,
  })
  .map(({ amounts, shared, shift, parameters: drawn }) => {
    const serial = (count: number, from: number): RefRow[] =>
      amounts.slice(0, count).map((_, id) => ({
        id,
        account: '',
        currency: 'NGN',
        amount: amounts[(id + from) % amounts.length],
        bookingDay: FRIDAY + (id % 4),
        valueDay: null,
        reference: `S${100 + id}`,
        settlementSession: '',
        narration: WORDS[(id * 7 + from) % WORDS.length],
        sourceId: '',
      }));
    return { gl: serial(amounts.length, 0), bank: serial(shared, shift), parameters: drawn, calibration: CALIBRATION };
  });

// Small random months in which rows are the sums of others: batches with and without a reference, parts that several sums
// could have, twins among them, totals that agree and totals that do not, in every method.

import fc from 'fast-check';
import { CALIBRATION } from '../../src/core/matching/calibration.ts';
import { eventWindows } from '../../src/core/matching/events.ts';
import { MATCHING_METHODS } from '../../src/core/matching/method.ts';
import { DEFAULT_PARAMETERS } from '../../src/core/matching/parameters.ts';
import type { RandomMonth } from './random-month.ts';
import type { RefRow } from './ref-row.ts';

const FIRST_DAY = 19_788;

const part = fc.oneof(
  fc.integer({ min: 1, max: 99_999 }),
  // Round amounts, of which many sums are alike.
  fc.integer({ min: 1, max: 9 }).map((hundreds) => hundreds * 10_000),
);
const day = fc.oneof(
  { weight: 3, arbitrary: fc.integer({ min: FIRST_DAY, max: FIRST_DAY + 4 }) },
  // So far from those that what comes to their amounts comes to them by chance.
  { weight: 1, arbitrary: fc.integer({ min: FIRST_DAY + 20, max: FIRST_DAY + 22 }) },
);
const words: fc.Arbitrary<string> = fc.constantFrom(
  '',
  'KIOSK',
  'KIOSK TILL',
  'POS BATCH',
  'NIP TRF ADE',
  'CASH KIOSK',
);
const reference: fc.Arbitrary<string> = fc.constantFrom('', '', '', 'PB700107', 'PB700107', 'INV2001', 'INV2002');

const row = fc.record({ amount: part, day, reference, words, isOut: fc.boolean() });
type Draft = (typeof row extends fc.Arbitrary<infer T> ? T : never) & Pick<RefRow, 'batch' | 'payments'>;

/** What a file states: that the parts are a batch, or what the parts of the whole are called. Texts tell batches apart. */
function statedOf(states: '' | 'batch' | 'payments', { day: on, amount }: Draft, parts: readonly number[]) {
  const name = `B${on}${amount}${parts.length}`;
  const called = (n: number) => `${name}N${n}`;
  return {
    part: (n: number): Partial<Draft> => {
      if (states === 'batch') return { batch: name, words: `STATED ${name}`, reference: '' };
      return states === 'payments' ? { reference: called(n) } : {};
    },
    whole: (states === 'payments' ? { payments: parts.map((_, n) => called(n)) } : {}) as Partial<Draft>,
  };
}

/** Parts on one side, their sum on the other, often a little off. */
const batch = fc
  .record({
    parts: fc.array(part, { minLength: 1, maxLength: 4 }),
    wholes: fc.constantFrom(1, 1, 1, 2),
    off: fc.constantFrom(0, 0, 0, 30, -30, 1_000),
    of: row,
    reworded: words,
    later: fc.integer({ min: 0, max: 2 }),
    partsAreGl: fc.boolean(),
    keepsReference: fc.boolean(),
    takenBack: fc.constantFrom(0, 0, 0, 500),
    states: fc.constantFrom('', '', '', 'batch' as const, 'payments' as const),
  })
  .map(({ parts, wholes, off, of, reworded, later, partsAreGl, keepsReference, takenBack, states }) => {
    const sum = parts.reduce((all, one) => all + one, 0) + off - takenBack;
    const back = { ...of, amount: takenBack, isOut: !of.isOut, words: 'RVSL PART' };
    const ofBatch = statedOf(states, of, parts);
    const many = [
      ...parts.map((amount, n) => ({ ...of, ...ofBatch.part(n), amount })),
      ...(takenBack === 0 ? [] : [back]),
    ];
    const whole = { ...of, words: reworded, day: of.day + later, reference: keepsReference ? of.reference : '' };
    const first = Math.max(1, Math.floor(sum / wholes));
    const few = (wholes === 1 ? [sum] : [first, sum - first]).filter((amount) => amount > 0);
    const others = few.map((amount) => ({ ...whole, ...ofBatch.whole, amount }));
    return partsAreGl ? { gl: many, bank: others } : { gl: others, bank: many };
  });

const numbered = (rows: readonly Draft[]): RefRow[] =>
  rows.map(({ amount, day: bookingDay, reference: of, words: narration, isOut, batch: stated, payments }, id) => ({
    ...{ id, account: '', currency: 'NGN', amount: isOut ? -amount : amount, bookingDay, valueDay: null },
    ...{ reference: of, settlementSession: '', narration, sourceId: '' },
    ...(stated !== undefined && { batch: stated }),
    ...(payments !== undefined && { payments }),
  }));

export const sumsMonth: fc.Arbitrary<RandomMonth> = fc
  .record({
    batches: fc.array(batch, { minLength: 1, maxLength: 3 }),
    gl: fc.array(row, { maxLength: 3 }),
    bank: fc.array(row, { maxLength: 3 }),
    // Batches of more rows than a key may have prove themselves.
    keyRows: fc.constantFrom(20, 20, 2),
    method: fc.constantFrom('line_by_line' as const, 'line_by_line' as const, ...MATCHING_METHODS),
    days: fc.integer({ min: 0, max: 3 }),
    tolerance: fc.constantFrom(0, 0, 30),
    tolerancePercent: fc.constantFrom(0, 0, 10_000),
    events: fc.constantFrom([], [], [{ start: FIRST_DAY, end: FIRST_DAY + 2 }]),
  })
  .map(({ batches, gl, bank, method, days, tolerance, tolerancePercent, events, keyRows }) => ({
    gl: numbered([...batches.flatMap((one) => one.gl), ...gl]),
    bank: numbered([...batches.flatMap((one) => one.bank), ...bank]),
    parameters: {
      ...DEFAULT_PARAMETERS,
      ...{ method, daysForward: days, daysBack: days, tolerancePercent, events: eventWindows(events) },
      currencies: { NGN: { tolerance, chargeMin: 0, chargeMax: 0 } },
    },
    calibration: { ...CALIBRATION, keyRows },
  }));

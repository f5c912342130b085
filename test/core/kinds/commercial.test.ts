// Instant transfers and cards over thousands of small random cases: the same answer as the slow reference, whatever the order
// of rows; each row in one place, and every kobo accounted for.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { classify } from '../../../src/core/classification/classify.ts';
import { nearRowsOf } from '../../../src/core/classification/near/near-rows.ts';
import { COMMERCIAL, type CommercialKind } from '../../../src/core/kinds/commercial.ts';
import { membersOf } from '../../../src/core/matching/outcome/match-groups.ts';
import type { MatchOutcome } from '../../../src/core/matching/outcome/outcome.ts';
import { DEFAULT_PARAMETERS } from '../../../src/core/matching/parameters.ts';
import { formatDay } from '../../../src/core/money/calendar.ts';
import { RATE_SCALE } from '../../../src/core/money/rates.ts';
import { type RowColumns, SIDES, type Side } from '../../../src/core/records/rows/columns.ts';
import { textColumnOf } from '../../../src/core/records/rows/text-column.ts';
import { proofsOf } from '../../../src/core/summary/proof/session-proof.ts';
import { tallySide } from '../../../src/core/summary/tally.ts';
import { type Answer, type CommercialRow, narration, slowCards, slowTransfers } from '../../reference/commercial.ts';
import { sessionOf } from '../classification/session-of.ts';
import { namedColumnsOf } from '../records/named-columns-of.ts';

const DAYS = 1;
const PARAMETERS = { ...DEFAULT_PARAMETERS, daysForward: DAYS, daysBack: DAYS };
const FIRST_DAY = 20_514;

const sessions = [
  '',
  '000013260302091011000000000001',
  '000013260302091011000000000002',
  '000013260302101112000000000001',
  '000000000001',
];
const row = (side: Side): fc.Arbitrary<Omit<CommercialRow, 'name'>> =>
  fc.record({
    side: fc.constant(side),
    day: fc.integer({ min: FIRST_DAY, max: FIRST_DAY + 3 }),
    second: fc.constantFrom(0, 300, 420, 600, 901, 86_000),
    amount: fc.constantFrom(-100_000, -100_000, -200_000, 100_000, 100_000, 99_000, -1_000, -75, -101_075, -1_075),
    reference: fc.constantFrom('', '', 'PAY1', 'PAY2'),
    session: fc.constantFrom(...sessions),
    beneficiary: fc.constantFrom('', '', '0123456789', '0123456780'),
    reversal: fc.boolean(),
    rrn: fc.constantFrom('', '', '606000000001', '606000000002'),
    stan: fc.constantFrom('', '', '000007'),
    terminal: fc.constantFrom('', 'T1', 'T2'),
    card: fc.constantFrom('', '539983******0001'),
  });
const monthsOf = (row: (side: Side) => fc.Arbitrary<Omit<CommercialRow, 'name'>>) =>
  fc
    .tuple(fc.array(row('gl'), { maxLength: 7 }), fc.array(row('bank'), { maxLength: 7 }))
    .map(([gl, bank]) => [...gl, ...bank].map((one, i): CommercialRow => ({ ...one, name: `${one.side}${i}` })));
const months = monthsOf(row);

function columnsOf(rows: readonly CommercialRow[], kind: CommercialKind): RowColumns {
  const plain = sessionOf({
    gl: rows.map((one) => ({
      amount: one.amount,
      day: formatDay(one.day)!,
      reference: one.reference,
      narration: narration(one),
    })),
  }).columns.gl;
  const { columns } = COMMERCIAL[kind].reading('outward');
  const wanted = new Set(columns.map(({ name }) => name));
  const values = rows.map((one) => {
    const all = { ...one, masked_card: one.card, second_of_day: String(one.second) };
    return Object.fromEntries(Object.entries(all).filter(([name]) => wanted.has(name))) as Record<string, string>;
  });
  return {
    ...plain,
    settlementSession: textColumnOf(rows.map(({ session }) => (kind === 'nip' ? session : ''))),
    named: namedColumnsOf(columns, values),
  };
}

interface Matched {
  readonly columns: Readonly<Record<Side, RowColumns>>;
  readonly outcome: MatchOutcome;
  readonly answer: Answer;
}

/** References are not for cards: a withdrawal has none beside its retrieval reference. */
const ofKind = (rows: readonly CommercialRow[], kind: CommercialKind): CommercialRow[] =>
  rows.map((one) =>
    kind === 'nip'
      ? { ...one, rrn: '', stan: '', terminal: '', card: '' }
      : { ...one, reference: '', session: '', beneficiary: '' },
  );

function matched(rows: readonly CommercialRow[], kind: CommercialKind, parameters = PARAMETERS): Matched {
  const ofSide = (side: Side) => rows.filter((one) => one.side === side);
  const columns = { gl: columnsOf(ofSide('gl'), kind), bank: columnsOf(ofSide('bank'), kind) };
  const outcome = COMMERCIAL[kind].match(columns, parameters);
  const name = (side: Side) => (at: number) => ofSide(side)[at].name;
  const { groups, reversals } = outcome;
  const names = (side: Side, g: number) => Array.from(membersOf(groups[side], g), name(side)).sort().join('+');
  return {
    columns,
    outcome,
    answer: {
      groups: Array.from(
        { length: groups.count },
        (_, g) => `${names('gl', g)}=${names('bank', g)} tier ${groups.tier[g]}`,
      ).sort(),
      netted: SIDES.flatMap((side) =>
        Array.from({ length: reversals[side].count }, (_, r) =>
          [reversals[side].original[r], reversals[side].reversal[r]].map(name(side)).sort().join('~'),
        ),
      ).sort(),
    },
  };
}

/** Rows that say the same are interchangeable: their names are one. */
function withoutTwins({ groups, netted }: Answer, rows: readonly CommercialRow[]): Answer {
  const first = new Map<string, string>();
  const called = new Map<string, string>();
  for (const { name, ...said } of rows) {
    const content = JSON.stringify(said);
    if (!first.has(content)) first.set(content, name);
    called.set(name, first.get(content)!);
  }
  // Those of one side in their order once more, which other names may change.
  const side = (text: string) =>
    (['~', '+'] as const).reduce(
      (all, between) => all.split(between).sort().join(between),
      text.replace(/[^+~]+/g, (name) => called.get(name) ?? name),
    );
  const renamed = (text: string) =>
    text
      .split(/([= ])/)
      .map(side)
      .join('');
  return { groups: groups.map(renamed).sort(), netted: netted.map(renamed).sort() };
}

describe.each(['nip', 'atm'] as const)('%s', (kind) => {
  test('agrees with the slow reference', () => {
    fc.assert(
      fc.property(months, (all) => {
        const rows = ofKind(all, kind);
        const slow = kind === 'nip' ? slowTransfers(rows, DAYS) : slowCards(rows, DAYS);
        expect(withoutTwins(matched(rows, kind).answer, rows)).toEqual(withoutTwins(slow, rows));
      }),
      { numRuns: 2_000 },
    );
  });

  test('says the same whatever the order of rows', () => {
    const shuffled = months.chain((rows) =>
      fc.tuple(fc.constant(rows), fc.shuffledSubarray(rows, { minLength: rows.length })),
    );
    fc.assert(
      fc.property(shuffled, ([all, other]) => {
        const answer = (rows: readonly CommercialRow[]) =>
          withoutTwins(matched(ofKind(rows, kind), kind).answer, ofKind(all, kind));
        expect(answer(other)).toEqual(answer(all));
      }),
      { numRuns: 500 },
    );
  });

  test('leaves each row in one place and every kobo accounted for', () => {
    fc.assert(
      fc.property(months, (all) => {
        const { columns, outcome } = matched(ofKind(all, kind), kind);
        // Throws where a row has no fate or two, or the sums of the fates are not the sum of the rows.
        for (const side of SIDES) tallySide(side, { columns: columns[side], outcome, rejectedRows: 0 });
        const near = nearRowsOf({ columns, outcome, parameters: PARAMETERS });
        const period = { start: null, end: null };
        const session = { columns, open: outcome.open, parameters: PARAMETERS, near, period };
        const clusters = classify(session, COMMERCIAL[kind].rules.rules);
        for (const side of SIDES) expect(clusters.clusterOf[side].every((c) => c >= 0)).toBe(true);
        const proofs = proofsOf({ columns, outcome, clusters, period: null, balances: [] });
        for (const { unexplained } of proofs) expect(unexplained).toBe(0n);
      }),
      { numRuns: 500 },
    );
  });
});

/** Few references, so that sales meet lines of their charge. */
const charged = monthsOf((side) =>
  fc
    .tuple(
      row(side),
      fc.record({
        amount: fc.constantFrom(100_000, 100_000, 99_000, -1_000, -500, -99_000),
        rrn: fc.constantFrom('', '606000000001', '606000000001', '606000000002'),
        terminal: fc.constantFrom('', '', 'T1', 'T2'),
        day: fc.integer({ min: FIRST_DAY, max: FIRST_DAY + 2 }),
      }),
    )
    .map(([one, narrow]) => ({ ...one, ...narrow })),
);

test('charges of cards on lines of their own agree with the slow reference', () => {
  const parameters = { ...PARAMETERS, mscRate: RATE_SCALE / 100 };
  fc.assert(
    fc.property(charged, (all) => {
      const rows = ofKind(all, 'atm');
      const { answer } = matched(rows, 'atm', parameters);
      expect(withoutTwins(answer, rows)).toEqual(withoutTwins(slowCards(rows, DAYS, 0.01), rows));
    }),
    { numRuns: 2_000 },
  );
});

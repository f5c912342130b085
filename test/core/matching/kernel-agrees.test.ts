// The kernel against the reference matcher on thousands of small adversarial months, others in every run of the tests:
// the same content, whatever the order of the rows, and every minor unit accounted for. A failure prints its seed and
// the smallest month that shows it.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CALIBRATION } from '../../../src/core/matching/calibration.ts';
import { matchSession } from '../../../src/core/matching/match-session.ts';
import { membersOf } from '../../../src/core/matching/outcome/match-groups.ts';
import { FACT_SEVERAL_SUMS, type MatchOutcome } from '../../../src/core/matching/outcome/outcome.ts';
import { DEFAULT_PARAMETERS, type MatchParameters } from '../../../src/core/matching/parameters.ts';
import { FEE_RULE } from '../../../src/core/records/groups/fee-basis.ts';
import { SIDES, type Side } from '../../../src/core/records/rows/columns.ts';
import { aligned } from '../../reference/aligned.ts';
import { columnsOf } from '../../reference/columns-of.ts';
import { type Content, contentOfKernel, contentOfReference, type Signatures } from '../../reference/content.ts';
import { evidenceMonth } from '../../reference/evidence-month.ts';
import { feeLinesMonth } from '../../reference/fee-lines-month.ts';
import { knownMonth } from '../../reference/known-month.ts';
import { ownNumbering, type RandomMonth, randomMonth } from '../../reference/random-month.ts';
import type { RefRow, Sides } from '../../reference/ref-row.ts';
import { referenceMatch } from '../../reference/reference-match.ts';
import { sumsMonth } from '../../reference/sums-month.ts';
import { type Line, rowsOf } from '../../reference/worked.ts';

/** Months that are matched by both; some of them in another order of their rows besides. */
const CASES = 1_500;
const SHUFFLED_CASES = 300;

function kernelMatch({ gl, bank, parameters, calibration }: RandomMonth): MatchOutcome {
  return matchSession({ gl: columnsOf(gl), bank: columnsOf(bank), parameters, calibration });
}

/** What both found, where they agree. */
function expectAgreement(month: RandomMonth): {
  readonly outcome: MatchOutcome;
  readonly content: Content;
  readonly signatures: Signatures;
} {
  const reference = referenceMatch(aligned(month));
  const outcome = kernelMatch(month);
  const content = contentOfKernel(outcome, reference.signatures);
  expect(content).toEqual(contentOfReference(reference));
  return { outcome, content, signatures: reference.signatures };
}

test('the kernel says what the reference says', { timeout: 60_000 }, () => {
  fc.assert(
    fc.property(randomMonth, (month) => void expectAgreement(month)),
    { numRuns: CASES - SHUFFLED_CASES },
  );
});

describe('what random months rarely have', () => {
  const PARAMETERS: MatchParameters = {
    ...DEFAULT_PARAMETERS,
    daysForward: 3,
    daysBack: 3,
    currencies: { NGN: { tolerance: 50, chargeMin: 0, chargeMax: 0 } },
  };
  const month = (gl: Line[], bank: Line[]): RandomMonth => ({
    gl: rowsOf(gl),
    bank: rowsOf(bank),
    parameters: PARAMETERS,
    calibration: CALIBRATION,
  });

  test('a number of three digits is a cut form of the whole that begins with it', () => {
    const whole = '000014240308101500123456789012';
    const { content } = expectAgreement(
      month(
        [
          [-9_975, 4, whole, 'INV26/0012 3'],
          [-9_975, 4, whole, 'INV26/0012 3'],
        ],
        [
          [-9_975, 4, whole, 'INV26/0012 3'],
          [-9_975, 4, '0000142', 'INV26/0012 3'],
        ],
      ),
    );
    expect(content.pairs).toHaveLength(2);
  });

  test('whether a sum is there by chance is tried on amounts of rows that were settled at sight too', () => {
    const { gl, bank } = month(
      [
        [10_000, 7, 'MBR/00/120', 'ADA OKEKE'],
        [10_000, 4, 'MBR/00/120', 'ADA OKEKE'],
        [10_000, 1, 'PV-001', 'ADA OKEKE'],
        [10_000, 1, 'PV-003', 'ADA OKEKE'],
      ],
      [
        [19_999, 7, '', 'ADA OKEKE/PV-000'],
        [10_000, 1, '', 'ADA OKEKE/PV-001'],
        [20_001, 13, '', 'ADA OKEKE/PV-002'],
        [10_000, 2, '', 'ADA OKEKE/PV 000'],
      ],
    );
    const calibration = { ...CALIBRATION, keyRows: 2, keyShare: 0 };
    const { outcome } = expectAgreement({ gl, bank, calibration, parameters: { ...PARAMETERS, daysBack: 2 } });
    expect([...outcome.open.bank.facts].filter((facts) => (facts & FACT_SEVERAL_SUMS) !== 0)).toHaveLength(1);
  });

  test('rows that a glance at the other amounts of their key left, one a side, are tier 2 by the key', () => {
    const lines = (amount: number): Line[] => [
      [10_000, 10, 'FT24001234', ''],
      [amount, 10, 'FT24001234', ''],
    ];
    const left = month(lines(-9_990), lines(-10_000));
    expectAgreement(left);
    expect([...kernelMatch(left).groups.tier].sort()).toEqual([1, 2]);
  });

  test('of equal texts on any day a class that keeps one candidate keeps the nearest', () => {
    const line = (day: number): Line => [-10_000, day, 'PV/045', 'PV 045/2 0012'];
    const narrow = { ...CALIBRATION, keyRows: 1, keyShare: 50, candidates: 1, crowd: 1 };
    const { outcome } = expectAgreement({
      ...month([10, 10, 12].map(line), [10, 13].map(line)),
      calibration: narrow,
      parameters: { ...PARAMETERS, daysForward: 0, daysBack: 0 },
    });
    expect(outcome.open.gl.datePartner).toContain(1);
  });

  test('a cut reference stands for one that only looks cut itself: what it seems cut from stands for another', () => {
    const chain = month(
      [
        [10_000, 10, '012345678', ''],
        [9_000, 10, '', 'GARBA 123456789012'],
      ],
      [[10_000, 20, '0123456789', '000014240308101500123456789012']],
    );
    expectAgreement(chain);
    expect(kernelMatch(chain).open.gl).toMatchObject({ row: Uint32Array.of(1, 0), datePartner: Int32Array.of(-1, 0) });
  });
});

describe('references found in texts because a row has them', () => {
  const month = (gl: Line[], bank: Line[]): RandomMonth => ({
    gl: rowsOf(gl),
    bank: rowsOf(bank),
    parameters: { ...DEFAULT_PARAMETERS, daysForward: 3, daysBack: 3 },
    calibration: CALIBRATION,
  });

  test.each([
    [22, 9, 0],
    [22, 10, 10],
    [19, 7, 0],
    [19, 8, 8],
    [2, 0, 0],
    [3, 0, 0],
  ])('of %i that meet %i beside their amount: %i pairs by them', (met, alike, byThem) => {
    const all = Array.from({ length: met }, (_, n) => n);
    const amount = (n: number) => 10_000 * 3 ** n;
    const other = (n: number) => alike + ((n - alike + 1) % (met - alike));
    const meeting = month(
      all.map((n) => [amount(n), 10, `PV-1${String(n).padStart(2, '0')}`, '']),
      all.map((n) => [amount(n < alike ? n : other(n)), 10, '', `TRF PV 1${String(n).padStart(2, '0')}`]),
    );
    expectAgreement(meeting);
    expect(kernelMatch(meeting).groups.tier.filter((tier) => tier === 1)).toHaveLength(byThem);
  });

  test('few numbers beside unlike amounts that stand nowhere else are wrong amounts', () => {
    const halves = month(
      [1, 2, 3, 4].map((n) => [n * 20_000, 10, `INV26/010${n}`, '']),
      [1, 2, 3, 4].map((n) => [n * 13_337, 10, '', `NIP INV26/010${n}`]),
    );
    expectAgreement(halves);
    expect(kernelMatch(halves).open.gl.amountPartner.filter((partner) => partner >= 0)).toHaveLength(4);
  });

  test.each([
    [12, 0],
    [14, -1],
  ])('on day %i the amount and number of a pair of day 10 repeat bank row %i', (day, repeated) => {
    const again = month(
      [[10_000, 10, 'PV-045', '']],
      [
        [10_000, 10, '', 'TRF PV 045'],
        [10_000, day, '', 'TRF PV 045'],
      ],
    );
    expectAgreement(again);
    expect([...kernelMatch(again).open.bank.duplicateOf]).toEqual([repeated]);
  });

  test.each([
    [12, 0],
    [20, -1],
  ])('on day %i beside a pair of day 10 that the field settled it repeats bank row %i', (day, repeated) => {
    const again = month(
      [[10_000, 10, 'FLAT-101', '']],
      [
        [10_000, 10, 'FLAT-101', ''],
        [10_000, day, '', 'ADA FLAT 101 RENT'],
      ],
    );
    expectAgreement(again);
    expect([...kernelMatch(again).open.bank.duplicateOf]).toEqual([repeated]);
  });

  test.each([
    ['REFUND', 0],
    ['REVERSAL', 1],
  ])('two rows of one flat, the other way round and marked %s: %i netted', (mark, netted) => {
    const paidBack = month(
      [[10_000, 1, 'FLAT-101', '']],
      [
        [10_000, 1, '', 'ADA FLAT-101 RENT'],
        [10_000, 20, '', 'OBI FLAT-101 DEPOSIT'],
        [-10_000, 22, '', `OBI FLAT-101 ${mark}`],
      ],
    );
    expectAgreement(paidBack);
    expect(kernelMatch(paidBack).reversals.bank.count).toBe(netted);
  });
});

test('also where the reference column is each side numbering its own rows', { timeout: 60_000 }, () => {
  fc.assert(
    fc.property(ownNumbering, (month) => void expectAgreement(month)),
    { numRuns: 50 },
  );
});

test('also where references stand inside narrations in other pieces', { timeout: 60_000 }, () => {
  fc.assert(
    fc.property(knownMonth, (month) => void expectAgreement(month)),
    { numRuns: 400 },
  );
});

test('also where names, initials and cut words are all there is', { timeout: 60_000 }, () => {
  fc.assert(
    fc.property(evidenceMonth, (month) => void expectAgreement(month)),
    { numRuns: 400 },
  );
});

test('also where fees stand on lines of their own', { timeout: 60_000 }, () => {
  const met = { groups: 0, lines: 0, expected: 0 };
  fc.assert(
    fc.property(feeLinesMonth, (month) => {
      const { outcome } = expectAgreement(month);
      expectNothingLost(month, outcome);
      const { groups, open } = outcome;
      for (let g = 0; g < groups.count; g++) {
        if (groups.feeBasis[g] !== FEE_RULE) continue;
        met.groups++;
        met.lines += membersOf(groups.gl, g).length + membersOf(groups.bank, g).length - 2;
      }
      for (const side of SIDES) met.expected += open[side].expectedFee.filter((fee) => fee >= 0).length;
    }),
    { numRuns: 800 },
  );
  expect(met.groups).toBeGreaterThan(30);
  expect(met.lines).toBeGreaterThan(30);
  expect(met.expected).toBeGreaterThan(30);
});

test('also where rows are the sums of others; every sum is within its tolerance', { timeout: 60_000 }, () => {
  const found = new Map<number, number>();
  fc.assert(
    fc.property(sumsMonth, (month) => {
      const { outcome } = expectAgreement(month);
      expectNothingLost(month, outcome);
      const { groups } = outcome;
      for (let g = 0; g < groups.count; g++) {
        found.set(groups.tier[g], (found.get(groups.tier[g]) ?? 0) + 1);
        if (groups.tier[g] < 7) continue;
        const ledger = sum(month, 'gl', [...membersOf(groups.gl, g)]);
        const bank = sum(month, 'bank', [...membersOf(groups.bank, g)]);
        const { tolerancePercent, currencies } = month.parameters;
        const share = Math.floor((Math.abs(Number(ledger)) * tolerancePercent) / 1_000_000);
        expect(Number(ledger - bank)).toBe(groups.difference[g]);
        expect(Math.abs(groups.difference[g])).toBeLessThanOrEqual(Math.max(share, currencies['NGN'].tolerance));
      }
    }),
    { numRuns: 1_000 },
  );
  for (const tier of [7, 8, 9]) expect(found.get(tier)).toBeGreaterThan(20);
});

test('every row is matched, netted or open exactly once, the money adds up, and the order changes nothing', {
  timeout: 60_000,
}, () => {
  const order = (rows: RefRow[]) => fc.shuffledSubarray(rows, { minLength: rows.length });
  const shuffled = fc
    .oneof(randomMonth, sumsMonth, feeLinesMonth)
    .chain((month) =>
      fc
        .record({ gl: order(month.gl), bank: order(month.bank) })
        .map((rows) => ({ month, other: { ...month, ...rows } })),
    );
  fc.assert(
    fc.property(shuffled, ({ month, other }) => {
      const { outcome, content, signatures } = expectAgreement(month);
      expectNothingLost(month, outcome);
      const moved: Signatures = { gl: movedTo(other.gl, signatures.gl), bank: movedTo(other.bank, signatures.bank) };
      expect(contentOfKernel(kernelMatch(other), moved)).toEqual(content);
    }),
    { numRuns: SHUFFLED_CASES },
  );
});

/** Signatures by position in the shuffled side; a row that takes no part has none. */
function movedTo(rows: readonly RefRow[], signatures: ReadonlyMap<number, string>): Map<number, string> {
  return new Map(rows.flatMap(({ id }, at) => (signatures.has(id) ? [[at, signatures.get(id)!]] : [])));
}

function expectNothingLost(month: RandomMonth, outcome: MatchOutcome): void {
  for (const side of SIDES) {
    const told = rowsTold(outcome, side);
    const expected = month[side].filter((row) => row.amount !== 0).map((row) => row.id);
    expect(told.toSorted((a, b) => a - b)).toEqual(expected);
    expect(sum(month, side, told)).toBe(sum(month, side, expected));
  }
  const matched = Array.from(outcome.groups.difference, BigInt).reduce((total, one) => total + one, 0n);
  const [gl, bank] = [sum(month, 'gl', [...outcome.groups.gl.rows]), sum(month, 'bank', [...outcome.groups.bank.rows])];
  expect(matched).toBe(gl - bank);
}

function rowsTold({ groups, reversals, open }: MatchOutcome, side: Side): number[] {
  return [...groups[side].rows, ...reversals[side].original, ...reversals[side].reversal, ...open[side].row];
}

function sum(month: Sides<readonly RefRow[]>, side: Side, ids: readonly number[]): bigint {
  return ids.reduce((total, id) => total + BigInt(month[side][id].amount), 0n);
}

// Properties of classification over random sessions: every open row is in exactly one cluster, amounts are conserved,
// no cluster is too large, and neither the order of rows nor that of their listing changes what is found.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { classify } from '../../../src/core/classification/classify.ts';
import { clusterAt, countByType, membersOf, reasonOf } from '../../../src/core/classification/cluster-set.ts';
import { BANKING_RULES } from '../../../src/core/classification/rules.ts';
import { MAX_CLUSTER_RECORDS } from '../../../src/core/limits.ts';
import { SIDES } from '../../../src/core/records/rows/columns.ts';
import { openCount, sessionOf, type TestRow, type TestSession, withoutPlaces } from './session-of.ts';

const KINDS = ['currencyPartner', 'directionPartner', 'amountPartner', 'datePartner', 'accountPartner'] as const;

const anyRow = fc.record({
  amount: fc.constantFrom(-500_000, -5_250, -1, 1, 5_250, 500_000),
  day: fc.constantFrom('2026-03-02', '2026-03-05', '2026-03-31'),
  account: fc.constantFrom('0011', '0012'),
  narration: fc.constantFrom('', 'COT', 'VAT ON COT', 'NIP/TUNDE STORES'),
  facts: fc.nat({ max: 127 }),
  ambiguity: fc.constantFrom(-1, -1, -1, 0, 1),
});

/** Rows with random facts; ledger row i may be the partner of bank row i, in any kinds. */
const anySession = fc
  .record({
    gl: fc.array(anyRow, { maxLength: 12 }),
    bank: fc.array(anyRow, { maxLength: 12 }),
    partners: fc.array(fc.subarray([...KINDS]), { minLength: 12, maxLength: 12 }),
  })
  .map(({ gl, bank, partners }) => ({
    gl: gl.map((row, i): TestRow => {
      const named = i < bank.length ? Object.fromEntries(partners[i].map((kind) => [kind, `b${i}`])) : {};
      return { ...row, ...named, name: `g${i}`, reference: `G${i}` };
    }),
    bank: bank.map((row, i): TestRow => ({ ...row, name: `b${i}`, reference: `B${i}` })),
  }));

/** What was found, by the rows' own names and not their numbers. */
function found(session: TestSession) {
  const set = classify(session, BANKING_RULES);
  const reference = (side: 'gl' | 'bank', row: number) => {
    const { bytes, offsets } = session.columns[side].reference;
    return new TextDecoder().decode(bytes.slice(offsets[row], offsets[row + 1]));
  };
  return Array.from({ length: set.count }, (_, c) => {
    const { glRows, bankRows, ...rest } = clusterAt(session, set, c);
    const rows = [...glRows.map((row) => reference('gl', row)), ...bankRows.map((row) => reference('bank', row))];
    return { ...rest, rows, reason: withoutPlaces(reasonOf(session, set, c)) };
  });
}

describe('classification', () => {
  test('puts every open row into exactly one cluster and conserves amounts', () => {
    fc.assert(
      fc.property(anySession, (of) => {
        const session = sessionOf(of);
        const set = classify(session, BANKING_RULES);
        for (const side of SIDES) {
          const items = Array.from({ length: set.count }, (_, c) => membersOf(set, c)[side]).flat();
          expect([...items].sort((a, b) => a - b)).toEqual([...Array(session.open[side].count).keys()]);
          for (let c = 0; c < set.count; c++) {
            for (const item of membersOf(set, c)[side]) expect(set.clusterOf[side][item]).toBe(c);
          }
        }
        const counted = Object.values(countByType(set)).reduce((sum, n) => sum + n, 0);
        expect(counted).toBe(set.count);
        expect(set.count).toBeLessThanOrEqual(openCount(session));
      }),
    );
  });

  test('does not depend on the order of rows', () => {
    fc.assert(
      fc.property(anySession, fc.gen(), (of, gen) => {
        const shuffled = <T>(rows: readonly T[]) => gen(fc.shuffledSubarray, [...rows], { minLength: rows.length });
        const other = { gl: shuffled(of.gl), bank: shuffled(of.bank) };
        expect(found(sessionOf(other))).toEqual(found(sessionOf(of)));
      }),
    );
  });
});

describe('a group that is too large', () => {
  const many = (n: number, row: (i: number) => Partial<TestRow>): TestRow[] =>
    Array.from({ length: n }, (_, i) => ({ amount: 1_000, ambiguity: 0, ...row(i) }));
  const sizes = (gl: readonly TestRow[], bank: readonly TestRow[] = []) => {
    const session = sessionOf({ gl, bank });
    const set = classify(session, BANKING_RULES);
    return Array.from({ length: set.count }, (_, c) => clusterAt(session, set, c)).map((cluster) => [
      cluster.glRows.length,
      cluster.bankRows.length,
    ]);
  };

  test('of exactly the limit is one cluster', () => {
    expect(sizes(many(MAX_CLUSTER_RECORDS, () => ({})))).toEqual([[1_000, 0]]);
  });

  test('is cut by account', () => {
    const gl = many(1_200, (i) => ({ account: i % 2 === 0 ? '0011' : '0012' }));
    expect(
      sizes(
        gl,
        many(3, () => ({ account: '0012' })),
      ),
    ).toEqual([
      [600, 0],
      [600, 3],
    ]);
  });

  test('then by amount, then by date, and only where it is still too large', () => {
    const gl = [
      ...many(700, () => ({ amount: 1_000 })),
      ...many(1_100, (i) => ({ amount: 2_000, day: i < 400 ? '2026-03-02' : '2026-03-03' })),
    ];
    expect(sizes(gl)).toEqual([
      [700, 0],
      [400, 0],
      [700, 0],
    ]);
  });

  test('and last by count, rows alike in all three', () => {
    expect(
      sizes(
        many(2_100, () => ({})),
        many(1_001, () => ({})),
      ),
    ).toEqual([
      [1_000, 1_000],
      [1_000, 1],
      [100, 0],
    ]);
  });
});

// Rows that a person must decide together: those of one ambiguity or one batch, rows that a hint pairs, and rows whose
// counterpart stands in another account. They enter the statement with their net, and no entry is proposed for them.

import { describe, expect, test } from 'vitest';
import { classify } from '../../../src/core/classification/classify.ts';
import { hintsOf } from '../../../src/core/classification/hints/hints.ts';
import { BANKING_RULES } from '../../../src/core/classification/rules.ts';
import { withUndecided } from '../../../src/core/classification/undecided.ts';
import { FACT_KEY, FACT_SEVERAL_SUMS } from '../../../src/core/matching/outcome/outcome.ts';
import { parseDay } from '../../../src/core/money/calendar.ts';
import { journalsOf } from '../../../src/core/summary/proof/journals.ts';
import { proofsOf } from '../../../src/core/summary/proof/session-proof.ts';
import { sessionOf, type TestRow } from './session-of.ts';

function linesOf(gl: readonly TestRow[], bank: readonly TestRow[]) {
  const session = sessionOf({ gl, bank });
  const clusters = classify(session, BANKING_RULES);
  const open = withUndecided(session, clusters, hintsOf(session, clusters));
  const period = { start: parseDay('2026-03-01')!, end: parseDay('2026-03-31')! };
  const proofs = proofsOf({ ...session, outcome: { ...session.outcome, open }, clusters, period, balances: [] });
  return {
    lines: proofs.flatMap(({ account, lines }) =>
      lines.map(({ kind, side, rows, amount }) => [account, kind, side, rows, amount]),
    ),
    journals: proofs.flatMap((proof) => journalsOf(proof, { legsOf: () => [] })),
    unexplained: proofs.map(({ unexplained }) => unexplained),
  };
}

const row = (amount: number, more: Partial<TestRow> = {}): TestRow => ({ amount, facts: FACT_KEY, ...more });

describe('rows to be decided together', () => {
  test('one deposit and two equal bank lines: one of them is too many', () => {
    const same = { ambiguity: 0 };
    const { lines, journals, unexplained } = linesOf(
      [row(3_300_000, same)],
      [row(3_300_000, same), row(3_300_000, { ...same, day: '2026-03-06' })],
    );
    expect(lines).toEqual([[null, 'to_decide', 'book', 3, 3_300_000n]]);
    expect(journals).toEqual([]);
    expect(unexplained).toEqual([0n]);
  });

  test('two payments and one bank line: one of them is still outstanding', () => {
    const same = { ambiguity: 0 };
    const { lines } = linesOf([row(-500, same), row(-500, { ...same, day: '2026-03-06' })], [row(-500, same)]);
    expect(lines).toEqual([[null, 'to_decide', 'bank', 3, -500n]]);
  });

  test('a possible batch and the entries that may be its parts', () => {
    const part = { undecided: 0 };
    const { lines, journals } = linesOf(
      [row(500, part), row(500, { ...part, day: '2026-03-06' }), row(500, { ...part, day: '2026-03-07' })],
      [row(1_000, { ...part, facts: FACT_SEVERAL_SUMS })],
    );
    expect(lines).toEqual([[null, 'to_decide', 'bank', 4, 500n]]);
    expect(journals).toEqual([]);
  });

  test('a pair that a hint names takes the bank’s figure', () => {
    const { lines, journals } = linesOf(
      [row(46_500, { narration: 'BELLO FARMS YAM SALES' })],
      [row(45_600, { narration: 'BELLO FARMS YAM SALES' })],
    );
    expect(lines).toEqual([[null, 'to_decide', 'book', 2, -900n]]);
    expect(journals).toEqual([]);
  });

  test('a deposit in the wrong account is on both statements, and nothing is posted', () => {
    const wrong = { reference: 'FT26064ABC12' };
    const { lines, journals, unexplained } = linesOf(
      [row(7_000, { ...wrong, account: '1111111111' }), row(1, { account: '2222222222', narration: 'X' })],
      [row(7_000, { ...wrong, account: '2222222222' }), row(1, { account: '1111111111', narration: 'Y' })],
    );
    expect(lines).toContainEqual(['1111111111', 'to_decide', 'book', 1, -7_000n]);
    expect(lines).toContainEqual(['2222222222', 'to_decide', 'book', 1, 7_000n]);
    expect(journals.every(({ amount }) => amount === 1)).toBe(true);
    expect(unexplained).toEqual([0n, 0n]);
  });

  test('a row whose counterpart was matched meanwhile stands alone', () => {
    const session = sessionOf({ gl: [row(500, { undecided: 3 })] });
    const clusters = classify(session, BANKING_RULES);
    const [proof] = proofsOf({ ...session, clusters, period: null, balances: [] });
    expect(proof!.lines.map(({ kind }) => kind)).toEqual(['deposits_in_transit']);
  });
});

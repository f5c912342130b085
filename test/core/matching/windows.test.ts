// A session that is cut into windows, matched window by window from stored copies of their rows, in any order, says what
// it says uncut.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { packOutcome, unpackOutcome } from '../../../src/adapters/block-packing/outcome.ts';
import { packRowBlock, unpackRowBlocks } from '../../../src/adapters/block-packing/row-blocks.ts';
import type { AccountSource } from '../../../src/core/matching/account-source.ts';
import { matchAccount } from '../../../src/core/matching/match-account.ts';
import { matchSession } from '../../../src/core/matching/match-session.ts';
import { accountOutcome } from '../../../src/core/matching/outcome/account-outcome.ts';
import { mergeOutcomes } from '../../../src/core/matching/outcome/merge-outcomes.ts';
import type { MatchOutcome } from '../../../src/core/matching/outcome/outcome.ts';
import { planSession } from '../../../src/core/matching/plan.ts';
import { pairsAtSight } from '../../../src/core/matching/tiers/at-sight.ts';
import { cutSession, planOfWindow } from '../../../src/core/matching/windows/cut-session.ts';
import { dateWindows } from '../../../src/core/matching/windows/date-windows.ts';
import { outcomeAt } from '../../../src/core/matching/windows/outcome-at.ts';
import { windowRows, windowSum } from '../../../src/core/matching/windows/window-rows.ts';
import type { RowColumns } from '../../../src/core/records/rows/columns.ts';
import { concatRows } from '../../../src/core/records/rows/concat-rows.ts';
import { columnsOf } from '../../reference/columns-of.ts';
import { type RandomMonth, randomMonth } from '../../reference/random-month.ts';

/** Pairs that windows of days found. */
let settled = 0;

/** Rows of several files, whose lines do not ascend. */
const ofFiles = (columns: RowColumns): RowColumns => ({
  ...columns,
  file: columns.file.map((_, i) => i % 3),
  line: columns.line.map((_, i) => ((i * 7) % 11) + 1),
  files: ['b.csv', 'a.csv', 'c.csv'],
});

/** Months of different accounts as one session, tuned as the first. */
function joined(months: readonly RandomMonth[]) {
  const side = (name: 'gl' | 'bank') =>
    ofFiles(
      columnsOf(months.flatMap((month, m) => month[name].map((row) => ({ ...row, account: `${m}-${row.account}` })))),
    );
  const { parameters, calibration } = months[0];
  return { gl: side('gl'), bank: side('bank'), parameters, calibration };
}

const stored = (columns: RowColumns): RowColumns => {
  const ranges = [0, 5, 9, columns.count].filter((at) => at <= columns.count);
  const blocks = ranges.slice(1).map((to, n) => packRowBlock(columns, { from: ranges[n], to }));
  return blocks.length === 0 ? columns : unpackRowBlocks(blocks);
};

test('cut and uncut are the same', { timeout: 60_000 }, () => {
  const months = fc.array(randomMonth, { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(months, fc.integer({ min: 1, max: 40 }), (of, mostRows) => {
      const session = joined(of);
      const windows = cutSession(planSession(session.gl, session.bank), mostRows);
      fc.pre(windows.length > 0);
      const { parameters, calibration } = session;
      const outcomes = windows.map((window) => {
        const { rows } = window;
        const own = { gl: windowRows(session.gl, rows.gl), bank: windowRows(session.bank, rows.bank) };
        const [gl, bank] = [stored(own.gl), stored(own.bank)];
        const ofAccounts = planOfWindow(window).accounts.map((rows) =>
          accountOutcome(matchAccount({ gl, bank, rows, parameters, calibration }), gl),
        );
        const found = unpackOutcome(packOutcome({ outcome: mergeOutcomes(ofAccounts) }));
        return outcomeAt((found as { outcome: MatchOutcome }).outcome, rows);
      });
      expect(mergeOutcomes(outcomes)).toEqual(matchSession(session));
    }),
    { numRuns: 40 },
  );
});

test('an account that is cut by days says what it says uncut', { timeout: 60_000 }, () => {
  fc.assert(
    fc.property(randomMonth, fc.integer({ min: 1, max: 12 }), (month, mostRows) => {
      const session = joined([month]);
      const { parameters, calibration } = session;
      for (const rows of planSession(session.gl, session.bank).accounts) {
        const windows = dateWindows({ ...session, rows }, mostRows);
        const pairs = windows.map((of) => {
          const [gl, bank] = [stored(windowRows(session.gl, of.gl)), stored(windowRows(session.bank, of.bank))];
          const all = ({ count }: RowColumns) => Uint32Array.from({ length: count }, (_, k) => k);
          const found = pairsAtSight({ gl, bank, rows: { gl: all(gl), bank: all(bank) }, parameters });
          return { gl: found.gl.map((k) => of.gl[k]), bank: found.bank.map((k) => of.bank[k]) };
        });
        settled += pairs.reduce((sum, { gl }) => sum + gl.length, 0);
        const sharers = {
          gl: concatRows(pairs.map(({ gl }) => gl)),
          bank: concatRows(pairs.map(({ bank }) => bank)),
        };
        const match = (of: Partial<AccountSource>) =>
          accountOutcome(matchAccount({ ...session, rows, parameters, calibration, ...of }), session.gl);
        expect(match({ sharers })).toEqual(match({}));
      }
    }),
    { numRuns: 100 },
  );
  expect(settled).toBeGreaterThan(0);
});

test('windows hold whole accounts, no more rows than may be unless of one account, and every row once', () => {
  const months = fc.array(randomMonth, { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(months, fc.integer({ min: 1, max: 40 }), (of, mostRows) => {
      const { gl, bank } = joined(of);
      const plan = planSession(gl, bank);
      const windows = cutSession(plan, mostRows);
      const all = (side: 'gl' | 'bank') => plan.accounts.flatMap((account) => [...account[side]]);
      if (windows.length === 0) {
        expect(Math.max(all('gl').length, all('bank').length)).toBeLessThanOrEqual(mostRows);
        return;
      }
      for (const side of ['gl', 'bank'] as const)
        expect(windows.flatMap(({ rows }) => [...rows[side]])).toEqual(all(side));
      for (const { accounts, rows } of windows)
        if (accounts.length > 1) expect(Math.max(rows.gl.length, rows.bank.length)).toBeLessThanOrEqual(mostRows);
    }),
    { numRuns: 100 },
  );
});

test('the sum of a window tells its rows and their order', () => {
  const { fingerprint } = columnsOf([]);
  const words = Uint32Array.of(1, 2, 3, 4, 5, 6);
  expect(fingerprint.length).toBe(0);
  const sum = (...rows: number[]) => windowSum({ fingerprint: words }, Uint32Array.from(rows));
  expect(new Set([sum(), sum(0), sum(0, 1), sum(1, 0), sum(0, 1, 2), sum(0, 2)]).size).toBe(6);
  expect(sum(0, 1, 2)).toBe(sum(0, 1, 2));
});

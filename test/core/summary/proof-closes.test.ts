// The proof closes, whatever the method: over thousands of small adversarial months, by every method, each row has one
// fate, opening balance and rows come to the closing balance of both sides, and what stands between the two is in the
// proof's lines, to the minor unit. (Of transfers, cards and holdings: test/core/kinds, test/core/matching/holdings.)

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { classify } from '../../../src/core/classification/classify.ts';
import { hintsOf } from '../../../src/core/classification/hints/hints.ts';
import { nearRowsOf } from '../../../src/core/classification/near/near-rows.ts';
import { BANKING_RULES } from '../../../src/core/classification/rules.ts';
import { withUndecided } from '../../../src/core/classification/undecided.ts';
import { withinEvents } from '../../../src/core/matching/events.ts';
import { matchSession } from '../../../src/core/matching/match-session.ts';
import { MATCHING_METHODS } from '../../../src/core/matching/method.ts';
import { ROW_PENDING, type RowColumns, SIDES, type Side } from '../../../src/core/records/rows/columns.ts';
import { journalsOf } from '../../../src/core/summary/proof/journals.ts';
import { proofsOf } from '../../../src/core/summary/proof/session-proof.ts';
import { partsOf, sumOf, tallySide } from '../../../src/core/summary/tally.ts';
import { columnsOf } from '../../reference/columns-of.ts';
import { feeLinesMonth } from '../../reference/fee-lines-month.ts';
import { randomMonth } from '../../reference/random-month.ts';
import type { RefRow } from '../../reference/ref-row.ts';
import { sumsMonth } from '../../reference/sums-month.ts';

// Random sides seldom come to the same total: some months have the same rows on both.
const agreeing = sumsMonth.map((month) => ({ ...month, bank: month.gl }));
const months = fc.oneof(sumsMonth, randomMonth, feeLinesMonth, agreeing);
const CASES = 500;
/** How often each kind is met at least: a third of what chance brings to the rarest. */
const LEAST_MET = 15;

const sum = (rows: readonly RefRow[], currency: string): bigint =>
  rows.reduce((total, row) => (row.currency === currency ? total + BigInt(row.amount) : total), 0n);

/** The bank, or the ledger's own system, announces every so many rows; none at 0. */
const isAnnounced = (row: number, every: number): boolean => every > 0 && row % (every + 2) === 0;

const booked = (rows: readonly RefRow[], every: number): RefRow[] => rows.filter((_, row) => !isAnnounced(row, every));

const withAnnounced = (columns: RowColumns, every: number): RowColumns => ({
  ...columns,
  flags: columns.flags.map((bits, row) => (isAnnounced(row, every) ? bits | ROW_PENDING : bits)),
});

test.each(MATCHING_METHODS)('%s', { timeout: 60_000 }, (method) => {
  const opening = fc.bigInt({ min: -1_000_000n, max: 1_000_000n });
  const met = { lines: 0, groups: 0, setAside: 0, toDecide: 0 };
  fc.assert(
    fc.property(
      months,
      opening,
      opening,
      fc.nat(3),
      fc.nat(3),
      fc.nat(9),
      (month, ofLedger, ofBank, late, early, every) => {
        const alone = (rows: readonly RefRow[]) => rows.map((row) => ({ ...row, account: '' }));
        const rows = { gl: alone(month.gl), bank: alone(month.bank) };
        // A balance that a file states fits into a number.
        fc.pre([...rows.gl, ...rows.bank].reduce((all, { amount }) => all + Math.abs(amount), 0) < 1e15);
        const parameters = { ...month.parameters, method };
        const ofRun = (side: Side) => withinEvents(withAnnounced(columnsOf(rows[side]), every), parameters.events);
        const columns = { gl: ofRun('gl'), bank: ofRun('bank') };
        const outcome = matchSession({ ...columns, parameters, calibration: month.calibration });
        for (const side of SIDES) {
          // Throws where a row has no fate or two.
          const { currencies } = tallySide(side, { columns: columns[side], outcome, rejectedRows: 0 });
          for (const tally of currencies) expect(sumOf(partsOf(tally)).amount).toBe(sum(rows[side], tally.currency));
        }
        const near = nearRowsOf({ columns, outcome, parameters });
        const session = { columns, open: outcome.open, parameters, near, period: { start: null, end: null } };
        const clusters = classify(session, BANKING_RULES);
        const open = withUndecided(session, clusters, hintsOf(session, clusters));
        const days = [0, ...[...rows.gl, ...rows.bank].map(({ bookingDay }) => bookingDay)].slice(
          rows.gl.length + rows.bank.length > 0 ? 1 : 0,
        );
        const first = Math.min(...days);
        // Some rows lie before the period, some after it.
        const period = { start: first + late, end: Math.max(first + late, Math.max(...days) - early) };
        const openings: Readonly<Record<Side, bigint>> = { gl: ofLedger, bank: ofBank };
        const currencies = [...new Set([...rows.gl, ...rows.bank].map(({ currency }) => currency))];
        const balances = SIDES.flatMap((side) =>
          currencies.map((currency) => ({
            side,
            account: '',
            currency,
            openingMinor: Number(openings[side]),
            closingMinor: Number(openings[side] + sum(booked(rows[side], every), currency)),
          })),
        );
        for (const proof of proofsOf({ columns, outcome: { ...outcome, open }, clusters, period, balances })) {
          expect(proof.unexplained).toBe(0n);
          const of = (side: 'bank' | 'book') =>
            proof.lines.filter((line) => line.side === side).reduce((total, { amount }) => total + amount, 0n);
          expect(proof.adjustedBank).toBe(proof.bank.closing! + of('bank'));
          expect(proof.adjustedBook).toBe(proof.book.closing! + of('book'));
          expect(journalsOf(proof, { legsOf: () => [] }).every(({ amount }) => amount > 0)).toBe(true);
          met.lines += proof.lines.length;
          met.toDecide += proof.lines.filter(({ kind }) => kind === 'to_decide').length;
          met.setAside += proof.lines.filter(({ kind }) => kind === 'set_aside').length;
        }
        met.groups += outcome.groups.count;
      },
    ),
    { numRuns: CASES },
  );
  expect(Math.min(...Object.values(met))).toBeGreaterThanOrEqual(LEAST_MET);
});

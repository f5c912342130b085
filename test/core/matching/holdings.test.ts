// The kernel of holdings against the slow reference, on thousands of small books and reports in which names stand
// together and apart in every way; and what holds for any of them.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { classify } from '../../../src/core/classification/classify.ts';
import { HOLDING_RULES } from '../../../src/core/classification/holdings/holding-rules.ts';
import { NOTHING_NEAR } from '../../../src/core/classification/near/near-rows.ts';
import { BREAKS } from '../../../src/core/matching/holdings/breaks.ts';
import { matchHoldings } from '../../../src/core/matching/holdings/match-holdings.ts';
import { membersOf } from '../../../src/core/matching/outcome/match-groups.ts';
import type { MatchOutcome } from '../../../src/core/matching/outcome/outcome.ts';
import { DEFAULT_PARAMETERS } from '../../../src/core/matching/parameters.ts';
import { numberedAccounts } from '../../../src/core/matching/plan.ts';
import { NO_DAY } from '../../../src/core/money/calendar.ts';
import { PERCENT_SCALE } from '../../../src/core/money/rates.ts';
import { CASH, HOLDING_COLUMNS } from '../../../src/core/records/holdings/holding-fields.ts';
import { minorOfScaled, scaledFromDecimal, scaledProduct } from '../../../src/core/records/holdings/scaled.ts';
import { sharedFigures } from '../../../src/core/records/rows/allocate.ts';
import { type RowColumns, SIDES, type Side } from '../../../src/core/records/rows/columns.ts';
import { fingerprintRows } from '../../../src/core/records/rows/fingerprint.ts';
import { textColumnOf } from '../../../src/core/records/rows/text-column.ts';
import { holdingProofs } from '../../../src/core/summary/proof/holdings-proof.ts';
import { tallySide } from '../../../src/core/summary/tally.ts';
import { type RefHolding, type RefTerms, referenceHoldings } from '../../reference/holdings.ts';
import { namedColumnsOf } from '../records/named-columns-of.ts';

const pick = <T>(...values: readonly T[]) => fc.constantFrom(...values);

/** Few values each, so that rows meet in some respects and differ in others. */
const holding: fc.Arbitrary<Omit<RefHolding, 'id'>> = fc.record({
  account: pick('A', 'A', 'A', 'B'),
  isin: pick('', 'US0378331005', 'US5949181045', 'GB0002634946', 'XS0000000001'),
  cusip: pick('', '', '', '037833100', '594918104'),
  sedol: pick('', '', '', '0263494', '2046251'),
  local_code: pick('', '', 'AAPL', 'MSFT', 'XS0000000001', '2046251'),
  name: pick('', 'Apple', 'Apple', 'Microsoft'),
  isCash: pick(false, false, false, false, true),
  currency: pick('USD', 'USD', 'USD', 'NGN'),
  day: pick(20_000, 20_000, 20_000, 20_000, 19_999, null),
  units: pick('100', '100', '50', '200', '150', '-100', '10.5', '0'),
  price: pick('10', '10', '9.999', '10.0005', '10.01', '5', '20', ''),
  price_factor: pick('', '', '1', '0.01'),
  market_value: pick('', '', '1000', '1000.05', '1000.2', '2000'),
  accrued: pick('', '', '1.5', '1.505', '1.52'),
  fx_rate: pick('', '', '', '1500', '1500.1', '1501'),
  unsettled: pick('', '', '', '50', '100'),
});

const terms: fc.Arbitrary<RefTerms> = fc.record({
  cents: pick(0, 0, 1, 500, 1_000, 100_000),
  percent: pick(0, 0, 1, 5),
  method: pick('line_by_line', 'line_by_line', 'bulk', 'lump_sum', 'line_by_line_and_lump_sum'),
});

const books = fc.array(holding, { minLength: 1, maxLength: 5 });
const sideRows = (rows: readonly Omit<RefHolding, 'id'>[]): RefHolding[] => rows.map((row, id) => ({ id, ...row }));

function amountOf(row: RefHolding): number {
  const factor = row.price_factor === '' ? '1' : row.price_factor;
  const product = () =>
    scaledProduct(scaledProduct(scaledFromDecimal(row.units), scaledFromDecimal(row.price)), scaledFromDecimal(factor));
  const worth =
    row.market_value !== ''
      ? scaledFromDecimal(row.market_value)
      : row.isCash
        ? scaledFromDecimal(row.units)
        : row.price === ''
          ? 0n
          : product();
  return Number(minorOfScaled(worth, 2));
}

function columnsOf(rows: readonly RefHolding[]): RowColumns {
  const [accounts, currencies] = [[...new Set(rows.map(({ account }) => account))], ['USD', 'NGN']];
  const figures = sharedFigures(rows.length);
  rows.forEach((row, i) => {
    figures.amount[i] = amountOf(row);
    figures.bookingDay[i] = row.day ?? NO_DAY;
    figures.account[i] = accounts.indexOf(row.account);
    figures.currency[i] = currencies.indexOf(row.currency);
    figures.line[i] = row.id + 2;
  });
  const columns = {
    ...figures,
    reference: textColumnOf(rows.map((row) => row.isin || row.cusip || row.sedol || row.local_code)),
    settlementSession: textColumnOf(rows.map(() => '')),
    narration: textColumnOf(rows.map(({ name }) => name)),
    sourceId: textColumnOf(rows.map(() => '')),
    accounts,
    currencies,
    files: ['f.csv'],
    named: namedColumnsOf(
      HOLDING_COLUMNS,
      rows.map(
        ({ isCash, ...row }) => ({ ...row, holding_class: isCash ? CASH : '' }) as unknown as Record<string, string>,
      ),
    ),
  };
  fingerprintRows(columns, { includeSourceId: true });
  return columns;
}

/** By account labels as they are: the accounts of the reference. */
function matched(gl: RowColumns, bank: RowColumns, { cents, percent, method }: RefTerms): MatchOutcome {
  const names = [...new Set([...gl.accounts, ...bank.accounts])].sort();
  const numbers = ({ accounts }: RowColumns) => accounts.map((label) => names.indexOf(label));
  const inCurrency = { tolerance: cents, chargeMin: 0, chargeMax: 0 };
  const currencies = { USD: inCurrency, NGN: inCurrency };
  const parameters = { method, tolerancePercent: (PERCENT_SCALE / 100) * percent, currencies };
  return matchHoldings({ gl, bank, accounts: { gl: numbers(gl), bank: numbers(bank) }, parameters });
}

/** What was found, by the ids of the rows, in an order of its own. */
function found(outcome: MatchOutcome, columns: Readonly<Record<Side, RowColumns>>): string[] {
  const idOf = (side: Side, row: number): number => columns[side].line[row] - 2;
  const ids = (side: Side, rows: Iterable<number>) => [...rows].map((row) => idOf(side, row)).sort((a, b) => a - b);
  const { groups, open } = outcome;
  const agreed = Array.from({ length: groups.count }, (_, g) => ({
    gl: ids('gl', membersOf(groups.gl, g)),
    bank: ids('bank', membersOf(groups.bank, g)),
    found: 'agrees',
  }));
  const broken = new Map<number, { gl: number[]; bank: number[]; found: string }>();
  for (const side of SIDES) {
    for (let item = 0; item < open[side].count; item++) {
      const number = open[side].ambiguity[item];
      const known = broken.get(number) ?? { gl: [], bank: [], found: BREAKS[open[side].facts[item] - 1] };
      broken.set(number, known);
      known[side].push(idOf(side, open[side].row[item]));
      known[side].sort((a, b) => a - b);
    }
  }
  return [...agreed, ...broken.values()].map((one) => JSON.stringify([one.gl, one.bank, one.found])).sort();
}

test('agrees with the reference on thousands of small cases', () => {
  const met = new Set<string>();
  fc.assert(
    fc.property(books, books, terms, (ours, theirs, how) => {
      const [gl, bank] = [sideRows(ours), sideRows(theirs)];
      const columns = { gl: columnsOf(gl), bank: columnsOf(bank) };
      const expected = referenceHoldings(gl, bank, how, amountOf).map((one) => {
        met.add(one.found);
        return JSON.stringify([one.gl.toSorted((a, b) => a - b), one.bank.toSorted((a, b) => a - b), one.found]);
      });
      expect(found(matched(columns.gl, columns.bank, how), columns)).toEqual(expected.sort());
    }),
    { numRuns: 3_000, seed: 18 },
  );
  // Each of the breaks was among them.
  expect([...met].sort()).toEqual(['agrees', ...BREAKS].sort());
});

test('holds for any books and report: each row once, no order, totals kept, differences closed', () => {
  fc.assert(
    fc.property(
      books,
      books,
      terms,
      fc.array(fc.nat(), { minLength: 10, maxLength: 10 }),
      (ours, theirs, how, seeds) => {
        const shuffled = (rows: readonly RefHolding[]) =>
          rows.toSorted((a, b) => (seeds[a.id] % 97) - (seeds[b.id] % 97) || b.id - a.id);
        const [gl, bank] = [sideRows(ours), sideRows(theirs)];
        const columns = { gl: columnsOf(gl), bank: columnsOf(bank) };
        const outcome = matched(columns.gl, columns.bank, how);
        // It throws where a row has no fate or two, or totals are not kept.
        for (const side of SIDES) tallySide(side, { columns: columns[side], outcome, rejectedRows: 0 });
        const other = { gl: columnsOf(shuffled(gl)), bank: columnsOf(shuffled(bank)) };
        expect(found(matched(other.gl, other.bank, how), other)).toEqual(found(outcome, columns));
        const { groups } = outcome;
        for (let g = 0; g < groups.count; g++) {
          const sum = (side: Side) =>
            membersOf(groups[side], g).reduce((all, row) => all + columns[side].amount[row], 0);
          expect(groups.difference[g]).toBe(sum('gl') - sum('bank'));
          const isTotal = groups.tier[g] === 9;
          expect(isTotal && !how.method.includes('lump_sum')).toBe(false);
          if (!isTotal) expect(groups.tier[g]).toBe(sum('gl') === sum('bank') ? 1 : 2);
        }
        const session = {
          columns,
          open: outcome.open,
          parameters: DEFAULT_PARAMETERS,
          near: NOTHING_NEAR,
          period: { start: null, end: null },
        };
        const clusters = classify(session, HOLDING_RULES);
        for (const proof of holdingProofs({ columns, outcome, clusters, period: null, balances: [] })) {
          expect([proof.unexplained, proof.difference]).toEqual([0n, 0n]);
        }
        const accounts = numberedAccounts(columns.gl, columns.bank);
        expect(matchHoldings({ ...columns, accounts, parameters: DEFAULT_PARAMETERS }).notes).toEqual([]);
      },
    ),
    { numRuns: 600, seed: 7 },
  );
});

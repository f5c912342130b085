// Warnings about a file of holdings. Each sentence says what to do.

import { exponentOf, formatMinor } from '../../../core/money/money.ts';
import { keptColumns, sayAbsent } from '../../../core/reading/columns/kept-columns.ts';
import type { RowColumns } from '../../../core/records/rows/columns.ts';
import type { HoldingsLayout } from './holdings-layout.ts';
import type { Oddity } from './position-cells.ts';
import type { StatedTotals } from './stated-totals.ts';

/** Findings about a whole file, beside its rows. */
interface HoldingsRead {
  readonly layout: HoldingsLayout;
  /** Number of positions. */
  readonly rows: number;
  /** Number of positions with each oddity, and the first line. */
  readonly oddities: ReadonlyMap<Oddity, { readonly rows: number; readonly line: number }>;
  readonly totals: StatedTotals;
}

export function holdingWarnings({ layout, rows, oddities, totals }: HoldingsRead, columns: RowColumns): string[] {
  const { of, profiles } = layout.columns;
  const warnings = (Object.keys(SENTENCES) as Oddity[]).flatMap((oddity) => {
    const count = oddities.get(oddity);
    return count === undefined ? [] : [SENTENCES[oddity]({ ...count, of: rows })];
  });
  const dateColumn = of.as_of_date === undefined ? undefined : profiles[of.as_of_date];
  if (dateColumn?.isOrderOpen && layout.given.dateOrder === undefined) {
    warnings.push('its dates could be day first or month first, and were read day first; write them as YYYY-MM-DD.');
  }
  for (const { line, stated, sum } of totals.wrong()) {
    // Totals are wrong only in a file of one currency.
    const currency = totals.currency!;
    const found = formatMinor(sum, exponentOf(currency));
    warnings.push(
      `line ${line} states a total of ${stated}, and the rows above it come to ${found}; check for missing rows.`,
    );
  }
  // Only the absent names are wanted here, so it does not matter which columns a mapping names for a field.
  warnings.push(...sayAbsent(keptColumns(layout.given, layout.titles, () => true)));
  const repeated = repeatedRows(columns);
  if (repeated !== null) warnings.push(repeated);
  return warnings;
}

/** An oddity of `rows` of the file's positions, first on `line`; `of`: how many positions there are. */
interface MetOddity {
  readonly rows: number;
  readonly line: number;
  readonly of: number;
}

const positions = (n: number): string => (n === 1 ? '1 position' : `${n} positions`);
const whereFirst = ({ rows, line }: MetOddity): string => (rows === 1 ? `line ${line}` : `the first on line ${line}`);

const SENTENCES: Readonly<Record<Oddity, (met: MetOddity) => string>> = {
  factor_unknown: (met) =>
    `${positions(met.rows)} (${whereFirst(met)}) ${met.rows === 1 ? 'has' : 'have'} neither a market value nor a price factor, and ${met.rows === 1 ? 'was' : 'were'} valued at units times price; options that count 100 and bonds in per cent need a column Price Factor, or one Market Value.`,
  product_is_not_value: (met) =>
    `of ${positions(met.rows)} (${whereFirst(met)}) units times price is not the market value by any usual factor; the market value counts: check the price, or add a column Price Factor.`,
  no_value: (met) =>
    `${positions(met.rows)} (${whereFirst(met)}) ${met.rows === 1 ? 'has' : 'have'} neither price nor market value: only units are compared.`,
  no_currency: (met) =>
    met.rows === met.of
      ? 'no currency is named; add a column Currency, or name the currency of the run.'
      : `${positions(met.rows)} (${whereFirst(met)}) ${met.rows === 1 ? 'names' : 'name'} no currency.`,
  isin_check_digit: (met) =>
    `${met.rows === 1 ? '1 ISIN' : `${met.rows} ISINs`} (${whereFirst(met)}) ${met.rows === 1 ? 'has' : 'have'} a wrong check digit: check for typing errors.`,
};

/** A warning for rows that are equal except for their lines: two lots, or one written twice. */
function repeatedRows({ count, fingerprint, line }: RowColumns): string | null {
  const first = new Map<number, number>();
  // Number of repeating rows, the line of the first of them, and the line that it repeats.
  let [repeated, at, of] = [0, 0, 0];
  for (let i = 0; i < count; i++) {
    // The 53 bits of the fingerprint that a number holds: in one of ten thousand files of a million rows two different
    // rows are equal in them.
    const content = fingerprint[2 * i] * 0x200000 + (fingerprint[2 * i + 1] >>> 11);
    const known = first.get(content);
    if (known === undefined) first.set(content, line[i]);
    else if (repeated++ === 0) [at, of] = [line[i], known];
  }
  if (repeated === 0) return null;
  const rows = repeated === 1 ? '1 row repeats' : `${repeated} rows repeat`;
  return `${rows} another one in everything (line ${at} repeats line ${of}) and ${repeated === 1 ? 'was' : 'were'} counted as a lot of its own; take out what was written twice.`;
}

// The named columns of positions in securities. A position is a row: its amount is the market value in minor units, its
// booking day the position's day, its narration the security's name, its reference the best identifier. Figures that
// need more than minor units (units, prices, factors, rates) are named columns: decimals of up to twelve places,
// written by formatScaled, so that equal figures are equal texts.

import { type RowColumns, type TextColumn, textAt, textsAt } from '../rows/columns.ts';
import { kindColumns } from '../rows/kind-columns.ts';

/** How a security is named, best first. */
export const SECURITY_IDS = ['isin', 'cusip', 'sedol', 'local_code'] as const;
export type SecurityId = (typeof SECURITY_IDS)[number];

/**
 * price: of one unit before price_factor (100 for an option's contract, 0.01 for a bond quoted in per cent; none is 1).
 * market_value: without accrued interest. fx_rate: base currency for one of the row's. unsettled: units among `units`
 * of trades that were not settled on the day of the position, or that the report states beside them.
 */
export const HOLDING_FIGURES = [
  'units',
  'price',
  'price_factor',
  'market_value',
  'accrued',
  'fx_rate',
  'unsettled',
] as const;

export const HOLDING_FIELDS = [...SECURITY_IDS, 'lot', 'holding_class', ...HOLDING_FIGURES] as const;
export type HoldingField = (typeof HOLDING_FIELDS)[number];

/** All columns identify rows: two lots of one security are two rows. */
export const HOLDING_COLUMNS = kindColumns([...HOLDING_FIELDS], [...HOLDING_FIELDS]);

export const CASH = 'cash';

/** Whether the rows are positions: each has units, or a class. */
export const isOfHoldings = (columns: RowColumns): boolean =>
  fieldsOf(columns).has('units') || fieldsOf(columns).has('holding_class');

/** The texts of up to this many rows are read one by one. */
const FEW = 16;

/** Texts of some rows by field; '' where a row has none. */
export function holdingTexts(columns: RowColumns, rows: ArrayLike<number>): (field: HoldingField, k: number) => string {
  const of = fieldsOf(columns);
  if (rows.length < FEW) {
    return (field, k) => {
      const texts = of.get(field);
      return texts === undefined ? '' : textAt(texts, rows[k]);
    };
  }
  const read = new Map([...of].map(([name, texts]) => [name, textsAt(texts, rows)]));
  return (field, k) => read.get(field)?.(k) ?? '';
}

/** Cache by the columns of a side, which every position reads again. */
const known = new WeakMap<RowColumns, ReadonlyMap<string, TextColumn>>();

export function fieldsOf(columns: RowColumns): ReadonlyMap<string, TextColumn> {
  let found = known.get(columns);
  if (found === undefined) {
    found = new Map((columns.named ?? []).map(({ name, texts }) => [name, texts]));
    known.set(columns, found);
  }
  return found;
}

// The named columns of positions in securities. A position is a row: its amount is the market value in minor units, its
// booking day the position's day, its narration the security's name, its reference the best identifier. Figures finer
// than minor units (units, prices, factors, rates) are named columns with up to twelve decimals, written by
// formatScaled, so that equal figures are equal texts.

import { type RowColumns, type TextColumn, textAt, textsAt } from '../rows/columns.ts';
import { kindColumns } from '../rows/kind-columns.ts';

/** Identifiers of a security, best first. */
export const SECURITY_IDS = ['isin', 'cusip', 'sedol', 'local_code'] as const;
export type SecurityId = (typeof SECURITY_IDS)[number];

/**
 * price: of one unit, before price_factor (100 for an option's contract, 0.01 for a bond in per cent, 1 if absent).
 * market_value: without accrued interest. fx_rate: base currency for one unit of the row's. unsettled: the part of
 * `units` in trades that were not settled on the position's day, or that the report states separately.
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

/** Whether the rows are positions: they have units, or a class. */
export const isOfHoldings = (columns: RowColumns): boolean =>
  fieldsOf(columns).has('units') || fieldsOf(columns).has('holding_class');

/** Below this number of rows texts are read one by one. */
const FEW = 16;

/** Reads fields of some rows; '' if a row has none. */
export function holdingTexts(columns: RowColumns, rows: ArrayLike<number>): (field: HoldingField, k: number) => string {
  const fields = fieldsOf(columns);
  if (rows.length < FEW) {
    return (field, k) => {
      const texts = fields.get(field);
      return texts === undefined ? '' : textAt(texts, rows[k]);
    };
  }
  const read = new Map([...fields].map(([name, texts]) => [name, textsAt(texts, rows)]));
  return (field, k) => read.get(field)?.(k) ?? '';
}

/** Named columns by name, cached for the columns of a side, because every position reads them. */
const known = new WeakMap<RowColumns, ReadonlyMap<string, TextColumn>>();

export function fieldsOf(columns: RowColumns): ReadonlyMap<string, TextColumn> {
  let found = known.get(columns);
  if (found === undefined) {
    found = new Map((columns.named ?? []).map(({ name, texts }) => [name, texts]));
    known.set(columns, found);
  }
  return found;
}

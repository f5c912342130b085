// The named columns that rows of a kind may have beside the common ones (reading/kinds/kind-columns.ts finds them in a
// file). Files without such columns cost nothing more. A column's type says how it is stored; in memory all are texts,
// an empty one meaning none. A stored name keeps its type.

import { TieoutError } from '../../errors.ts';

/** text: any text. code: one of few texts, stored as a list. integer: digits as String() writes a safe integer. */
export const COLUMN_TYPES = ['text', 'code', 'integer'] as const;
type ColumnType = (typeof COLUMN_TYPES)[number];

export interface ColumnDefinition {
  readonly name: string;
  readonly type: ColumnType;
  /** Whether the column identifies rows: then it is part of their fingerprints, uids and record ids. */
  readonly identifying: boolean;
}

/** All columns that a kind may have. The id of a settlement session is a common column (rows/columns.ts). */
const TYPES: Readonly<Record<string, ColumnType>> = {
  rrn: 'text',
  stan: 'text',
  terminal: 'code',
  /** First six and last four digits; other digits are never stored. */
  masked_card: 'text',
  response_code: 'code',
  institution: 'code',
  channel: 'code',
  /** A batch that the file states: rows of one entry have one text, others none. */
  batch: 'text',
  /** References of the payments that one row has together, with strokes between. */
  payments: 'text',
  /** Account that receives a transfer. */
  beneficiary: 'text',
  /** Amount that a machine paid out, in minor units. */
  dispensed: 'integer',
  /** Seconds since midnight of the booking day. */
  second_of_day: 'integer',
  // Columns of a position in a security (records/holdings/holding-fields.ts). Figures have up to twelve decimals.
  isin: 'text',
  cusip: 'text',
  sedol: 'text',
  local_code: 'text',
  lot: 'text',
  /** 'cash' for a balance of money among securities. */
  holding_class: 'code',
  units: 'text',
  price: 'text',
  price_factor: 'code',
  market_value: 'text',
  accrued: 'text',
  fx_rate: 'text',
  unsettled: 'text',
};

/** The column definitions of a kind, in order of names. Throws RangeError for a name that is not listed above. */
export function kindColumns(names: readonly string[], identifying: readonly string[]): readonly ColumnDefinition[] {
  const unlisted = identifying.find((name) => !names.includes(name));
  if (unlisted !== undefined) throw new RangeError(`a kind that has no column ${unlisted} cannot identify rows by it`);
  return names.toSorted().map((name) => {
    const type = TYPES[name];
    if (type === undefined) throw new RangeError(`no kind may have a column ${name}`);
    return { name, type, identifying: identifying.includes(name) };
  });
}

/** Checks a stored column definition. Throws store_damaged for an unknown one, because no stored data is dropped. */
export function knownColumn<Column extends ColumnDefinition>(stored: Column): Column {
  if (TYPES[stored.name] === stored.type) return stored;
  throw new TieoutError(
    'store_damaged',
    `Stored rows have a column ${stored.name} (${stored.type}) that this version does not know: read them with the ` +
      'version that wrote them.',
  );
}

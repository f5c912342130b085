// The plan that a file was read by, in the form of a mapping, with its layout. It is kept with the file's ingestion, so
// that a later file of the same layout is read in the same way. It contains what the file proved or a person said, and
// nothing that holds for one file only: no numbers of lines, and no guess, such as an order of dates without proof.

import type { AcceptedPlan } from '../records/documents/accepted-plan.ts';
import type { JsonObject, JsonValue } from '../records/documents/json.ts';
import type { ColumnProfile } from './cells/cell-profile.ts';
import { type GivenReading, ORDERS } from './columns/given-reading.ts';
import type { KindColumns } from './kinds/kind-columns.ts';
import type { FieldName } from './titles/target-fields.ts';

/** The identity of a layout: its titles; without titles, the kind of content of each column. */
interface Layout {
  readonly delimiter: string | null;
  readonly titles: readonly string[];
  readonly profiles: readonly ColumnProfile[];
}

const TITLED = 'delimited';
const UNTITLED = 'untitled';

export const isUntitled = (titles: readonly string[]): boolean => titles.every((title) => title.trim() === '');

/** Delimiter and titles as one text; without titles, the delimiter with the kinds of content. */
export const fingerprintOf = ({ delimiter, titles, profiles }: Layout): string =>
  isUntitled(titles)
    ? JSON.stringify([UNTITLED, delimiter, ...profiles.map(contentOf)])
    : JSON.stringify([TITLED, delimiter, ...titles.map((title) => title.trim())]);

/** The titles of a plan in order, trimmed; without titles, the kinds of content of its columns. */
export function columnsOfPlan({ fingerprint }: AcceptedPlan): {
  readonly areTitles: boolean;
  readonly columns: readonly string[];
} {
  const [kind, , ...columns] = JSON.parse(fingerprint) as string[];
  return { areTitles: kind === TITLED, columns };
}

/** The title of the column of amounts; null without titles or such a column. */
export function amountTitleOf(plan: AcceptedPlan): string | null {
  const { areTitles, columns } = columnsOfPlan(plan);
  const { amount = null } = (plan.mapping['columns'] ?? {}) as JsonObject;
  return areTitles && typeof amount === 'number' ? (columns[amount - 1] ?? null) : null;
}

const EMPTY = 'empty';

function contentOf({ filled, days, money, identifiers }: ColumnProfile): string {
  if (filled === 0) return EMPTY;
  if (days * 2 >= filled) return 'days';
  return money * 2 >= filled && identifiers * 2 < filled ? 'figures' : 'text';
}

/**
 * Whether a file without titles may have the layout of a plan: the contents of the columns are alike, apart from empty
 * ones.
 */
export function isLikePlan({ delimiter, profiles }: Layout, plan: AcceptedPlan): boolean {
  const [kind, delimiterOfPlan, ...columns] = JSON.parse(plan.fingerprint) as (string | null)[];
  if (kind !== UNTITLED || delimiterOfPlan !== delimiter || columns.length !== profiles.length) return false;
  const contents = profiles.map(contentOf);
  return columns.every((one, i) => one === contents[i] || one === EMPTY || contents[i] === EMPTY);
}

/** `dateOrder` and `decimal` are null if the file does not prove them; what a person gave comes before both. */
export function acceptedPlan(of: {
  readonly delimiter: string | null;
  readonly titles: readonly string[];
  readonly profiles: readonly ColumnProfile[];
  readonly fields: readonly (FieldName | null)[];
  /** Columns of the run's kind; other kinds ignore them. */
  readonly ofKind?: KindColumns;
  readonly given: GivenReading;
  readonly dateOrder: GivenReading['dateOrder'] | null;
  readonly decimal: GivenReading['decimal'] | null;
}): AcceptedPlan {
  const columns: Record<string, JsonValue> = {};
  for (const [column, field] of of.fields.entries()) {
    if (field === null) continue;
    // A mapping numbers columns from 1, and lists those that are joined into one field.
    const earlier = columns[field];
    columns[field] = earlier === undefined ? column + 1 : [earlier, column + 1].flat();
  }
  for (const [field, column] of Object.entries(of.ofKind ?? {})) columns[field] = column + 1;
  const { sign, marks, accountType, account, currency, unit, others, fees } = of.given;
  const order = Object.entries(ORDERS).find(([, known]) => known === (of.given.dateOrder ?? of.dateOrder))?.[0];
  const decimal = of.given.decimal ?? of.decimal;
  const mapping: JsonObject = {
    columns,
    ...(isUntitled(of.titles) && { header_line: null }),
    ...(order !== undefined && { date_order: order }),
    ...(decimal && { decimal }),
    ...(sign !== undefined && { sign }),
    ...(marks !== undefined && { marks }),
    ...(accountType !== undefined && { account_type: accountType }),
    ...(account !== undefined && { account }),
    ...(currency !== undefined && { currency }),
    ...(unit !== undefined && { unit }),
    ...(others !== undefined && { others: [...others] }),
    ...(fees !== undefined && { fees: [...fees] }),
  };
  return { fingerprint: fingerprintOf(of), mapping };
}

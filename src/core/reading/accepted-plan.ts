// The plan that a file was read by, in the form of a mapping, with the layout that it is of. It is kept with what the file
// gave to its session, so that a later file of the same layout is read in the same way. It holds what the file proved or
// a person said and nothing that is one file's own: no lines, and no order of dates that could have been another.

import type { JsonObject, JsonValue } from '../records/documents/json.ts';
import { type GivenReading, ORDERS } from './columns/given-reading.ts';
import type { KindColumns } from './kinds/kind-columns.ts';
import type { FieldName } from './titles/target-fields.ts';

export interface AcceptedPlan {
  /** Of the layout: container, delimiter, titles in order. */
  readonly fingerprint: string;
  /** The object of a side (column-mapping.ts), its columns by number. */
  readonly mapping: JsonObject;
}

export const fingerprintOf = (of: { readonly delimiter: string; readonly titles: readonly string[] }): string =>
  JSON.stringify(['delimited', of.delimiter, ...of.titles.map((title) => title.trim())]);

/** Of a plan, in order, trimmed. */
export const titlesOf = ({ fingerprint }: AcceptedPlan): readonly string[] => JSON.parse(fingerprint).slice(2);

/** `dateOrder` and `decimal` null where the file does not prove them. Null for a file without titles. */
export function acceptedPlan(of: {
  readonly delimiter: string;
  readonly titles: readonly string[];
  readonly fields: readonly (FieldName | null)[];
  /** Columns of the kind of run that read it; another kind passes over them. */
  readonly ofKind?: KindColumns;
  readonly given: GivenReading;
  readonly dateOrder: GivenReading['dateOrder'] | null;
  readonly decimal: GivenReading['decimal'] | null;
}): AcceptedPlan | null {
  if (of.titles.every((title) => title.trim() === '')) return null;
  const columns: Record<string, JsonValue> = {};
  for (const [column, field] of of.fields.entries()) {
    if (field === null) continue;
    const before = columns[field];
    columns[field] = before === undefined ? column + 1 : [before, column + 1].flat();
  }
  for (const [field, column] of Object.entries(of.ofKind ?? {})) columns[field] = column + 1;
  const { sign, marks, account, currency } = of.given;
  const order = Object.entries(ORDERS).find(([, known]) => known === (of.given.dateOrder ?? of.dateOrder))?.[0];
  const decimal = of.given.decimal ?? of.decimal;
  const mapping: JsonObject = {
    columns,
    ...(order !== undefined && { date_order: order }),
    ...(decimal && { decimal }),
    ...(sign !== undefined && { sign }),
    ...(marks !== undefined && { marks }),
    ...(account !== undefined && { account }),
    ...(currency !== undefined && { currency }),
  };
  return { fingerprint: fingerprintOf(of), mapping };
}

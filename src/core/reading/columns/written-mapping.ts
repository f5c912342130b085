// A mapping as the object that a person or a program writes: the opposite of column-mapping.ts.

import type { JsonObject, JsonValue } from '../../records/documents/json.ts';
import type { Side } from '../../records/rows/columns.ts';
import { type ColumnMappingFile, givenOf } from './column-mapping.ts';
import { type GivenReading, ORDERS } from './given-reading.ts';

/** The part of a mapping for a side, as JSON. */
export function writtenMapping(mapping: ColumnMappingFile | undefined, side: Side): JsonObject {
  const columns: Record<string, JsonValue> = {};
  for (const { name, [side]: title } of mapping?.entries ?? []) {
    if (title === null) continue;
    const earlier = columns[name];
    columns[name] = earlier === undefined ? title : [earlier, title].flat();
  }
  return { ...(Object.keys(columns).length > 0 && { columns }), ...writtenGiven(givenOf(mapping, side)) };
}

/** The facts beside the columns. */
function writtenGiven(given: GivenReading): JsonObject {
  const { sign, marks, accountType, dateOrder, decimal, account, currency, unit, headerLine, skipLines, others, fees } =
    given;
  const { entered = [], leftOut = [] } = given;
  const order = Object.keys(ORDERS).find((key) => ORDERS[key] === dateOrder);
  const entries = Object.fromEntries([
    ...entered.map((line) => [String(line), true] as const),
    ...leftOut.map((line) => [String(line), false] as const),
  ]);
  return {
    ...(sign !== undefined && { sign }),
    ...(marks !== undefined && { marks }),
    ...(accountType !== undefined && { account_type: accountType }),
    ...(dateOrder !== undefined && order !== undefined && { date_order: order }),
    ...(decimal !== undefined && { decimal }),
    ...(account !== undefined && { account }),
    ...(currency !== undefined && { currency }),
    ...(unit !== undefined && { unit }),
    ...(headerLine !== undefined && { header_line: headerLine }),
    ...(skipLines !== undefined && { skip_lines: skipLines }),
    ...(others !== undefined && { others }),
    ...(fees !== undefined && { fees }),
    ...(Object.keys(entries).length > 0 && { entries }),
  };
}

/** Keys whose values are objects of their own: what is said later is added to them. */
const JOINED = ['columns', 'marks', 'entries'] as const;

/** A mapping with what a choice adds to it; the choice comes before it. */
export function withChoice(mapping: JsonObject, choice: JsonObject): JsonObject {
  const joined = JOINED.filter((key) => mapping[key] !== undefined && choice[key] !== undefined);
  return {
    ...mapping,
    ...choice,
    ...Object.fromEntries(joined.map((key) => [key, { ...(mapping[key] as object), ...(choice[key] as object) }])),
  } as JsonObject;
}

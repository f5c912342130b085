// How files are read, by a request: an object for each side, and `mappings`, the contract's titles of columns, with
// `others`, titles without a field. Both become one object for each side, in which the side's own object wins.

import type { ColumnMapping, OthersMapping } from '../../../gen/tieout/engine/v1/column_mapping_pb.ts';
import { fieldOfName, kindFieldOfName } from '../../core/reading/columns/field-vocabulary.ts';
import type { KindField } from '../../core/reading/kinds/kind-reading.ts';
import type { JsonObject, JsonValue } from '../../core/records/documents/json.ts';
import type { Side } from '../../core/records/rows/columns.ts';

interface GivenMappings {
  readonly mappings: readonly ColumnMapping[];
  readonly others?: OthersMapping | undefined;
  readonly glMapping?: JsonObject | undefined;
  readonly bankMapping?: JsonObject | undefined;
}

/** `fields`: fields of the run's kind. */
type Naming = { readonly fields: readonly KindField[] };

/** Undefined for a side without any. */
export function readingOfSides(given: GivenMappings, naming: Naming): Readonly<Record<Side, JsonObject | undefined>> {
  const titled = (side: Side) =>
    withTitles(side === 'gl' ? given.glMapping : given.bankMapping, titlesOf(given.mappings, side, naming), (name) =>
      fieldCalled(name, side, naming),
    );
  return {
    gl: withOthers(titled('gl'), given.others?.gl ?? []),
    bank: withOthers(titled('bank'), given.others?.statement ?? []),
  };
}

function withOthers(own: JsonObject | undefined, others: readonly string[]): JsonObject | undefined {
  const titles = others.filter((title) => title.trim() !== '');
  return titles.length === 0 ? own : { others: titles, ...own };
}

/** The object of a side, with titles for fields that it does not name itself. */
function withTitles(
  own: JsonObject | undefined,
  titled: ReadonlyMap<string, JsonValue>,
  fieldOf: (name: string) => string,
): JsonObject | undefined {
  if (titled.size === 0) return own;
  const ownColumns = (own?.['columns'] ?? {}) as JsonObject;
  const named = new Set(Object.keys(ownColumns).map(fieldOf));
  const further = [...titled].filter(([field]) => !named.has(field));
  return { ...own, columns: { ...(Object.fromEntries(further) as JsonObject), ...ownColumns } };
}

/** A name of no field stays, to be refused with the list of fields. */
function fieldCalled(name: string, side: Side, { fields }: Naming): string {
  return kindFieldOfName(fields)(name, side) ?? fieldOfName(name, side) ?? name;
}

/** Titles by field. */
function titlesOf(mappings: readonly ColumnMapping[], side: Side, naming: Naming): ReadonlyMap<string, JsonValue> {
  const titles = new Map<string, JsonValue>();
  const beside: string[] = [];
  for (const { system = '', glTitle, statementTitle, secondaryMappings } of mappings) {
    const title = side === 'gl' ? glTitle : statementTitle;
    if (title) titles.set(fieldCalled(system, side, naming), title);
    for (const pair of secondaryMappings) beside.push((side === 'gl' ? pair.glTitle : pair.statementTitle) ?? '');
  }
  if (beside.length === 0) return titles;
  const narration = titles.get('narration');
  return titles.set('narration', [...(typeof narration === 'string' ? [narration] : []), ...beside]);
}

import type { NamedColumns } from '../../../src/core/records/rows/columns.ts';
import type { ColumnDefinition } from '../../../src/core/records/rows/kind-columns.ts';
import { definitionsOf } from '../../../src/core/records/rows/named-columns.ts';
import { textColumnOf } from '../../../src/core/records/rows/text-column.ts';

/** Columns from rows' texts by name; null where a row has none. */
export const namedColumnsOf = (
  definitions: readonly ColumnDefinition[],
  rows: readonly Readonly<Record<string, string | null>>[],
): NamedColumns =>
  definitionsOf([definitions]).map((definition) => ({
    ...definition,
    texts: textColumnOf(rows.map((row) => row[definition.name] ?? '')),
  }));

// The columns that a mapping names in a file of entries: common ones, and those of the run's kind. Unknown names in a
// remembered plan belong to another kind and are ignored; in a person's mapping they are an error.

import { type NamedIn, namedColumns, requireKnownFields } from '../../../core/reading/columns/column-mapping.ts';
import {
  commonFieldOfName,
  kindFieldOfName,
  vocabularyOfEntries,
} from '../../../core/reading/columns/field-vocabulary.ts';
import type { KindField } from '../../../core/reading/kinds/kind-reading.ts';
import { FIELD_NAMES, type FieldName, isJoined } from '../../../core/reading/titles/target-fields.ts';

interface NamedInFile {
  readonly common: ReadonlyMap<number, FieldName>;
  readonly ofKind: ReadonlyMap<number, KindField>;
}

/** Throws mapping_invalid. */
export function namedInFile(
  naming: NamedIn,
  { wanted, isPlan }: { readonly wanted: readonly KindField[]; readonly isPlan: boolean },
): NamedInFile {
  if (!isPlan) requireKnownFields(naming, vocabularyOfEntries(wanted));
  const byPlan = (name: string): FieldName | null => FIELD_NAMES.find((field) => field === name) ?? null;
  return {
    common: namedColumns(naming, isPlan ? byPlan : commonFieldOfName(wanted), isJoined),
    ofKind: namedColumns(naming, kindFieldOfName(wanted)),
  };
}

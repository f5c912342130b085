// Which columns of a file of entries a mapping names: those that every kind has, and those of the kind of run that reads
// it. What a plan of before names beside was another kind's, and says nothing here; what a person names must be known.

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
  of: NamedIn,
  { wanted, isPlan }: { readonly wanted: readonly KindField[]; readonly isPlan: boolean },
): NamedInFile {
  if (!isPlan) requireKnownFields(of, vocabularyOfEntries(wanted));
  const byPlan = (name: string): FieldName | null => FIELD_NAMES.find((field) => field === name) ?? null;
  return {
    common: namedColumns(of, isPlan ? byPlan : commonFieldOfName(wanted), isJoined),
    ofKind: namedColumns(of, kindFieldOfName(wanted)),
  };
}

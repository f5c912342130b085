// Checks of free-form objects that protos name by id: what is wrong, and where. The same code reads the object
// afterwards, so that a valid one is understood there.

import type { DescField, JsonObject, JsonValue } from '@bufbuild/protobuf';
import { ListValueSchema, StructSchema, ValueSchema } from '@bufbuild/protobuf/wkt';
import type { Violation } from '@bufbuild/protovalidate';
import { TieoutError } from '../../core/errors.ts';
import { mappingOfSides } from '../../core/reading/columns/column-mapping.ts';
import type { MappingPath } from '../../core/reading/columns/invalid-mapping.ts';
import { accountMapOf } from '../../core/records/account-map.ts';
import { parseChart } from '../../core/summary/chart/chart.ts';
import { parseJournalLayout } from '../../core/summary/layout/journal-layout.ts';

interface ObjectProblem {
  readonly path: MappingPath;
  readonly words: string;
}

/** Each answers the first problem, null if there is none. */
export const OBJECT_CHECKS: Readonly<Record<string, (object: JsonObject) => ObjectProblem | null>> = {
  // The mapping stands under its side.
  reading_mapping: (object) =>
    firstProblem((invalid) => mappingOfSides({ gl: object }, (words, path = []) => invalid(words, path.slice(1)))),
  account_map: (object) => firstProblem((invalid) => accountMapOf(object, (words) => invalid(words, []))),
  chart_of_accounts: (object) => firstProblem((invalid) => parseChart(object, invalid)),
  journal_layout: (object) => firstProblem((invalid) => parseJournalLayout(object, (words) => invalid(words, []))),
  /** A number here is a double: beyond 2^53 it was changed before anybody looked at it. */
  whole_numbers: (object) => roundedIn(object, []),
};

type Invalid = (words: string, path: MappingPath) => Error;

function firstProblem(read: (invalid: Invalid) => unknown): ObjectProblem | null {
  let found: ObjectProblem | null = null;
  try {
    read((words, path) => {
      found = { path, words: words.replace(/\.$/, '') };
      return new TieoutError('mapping_invalid', words);
    });
  } catch (error) {
    if (found === null) throw error;
  }
  return found;
}

const ROUNDED = 'must be a whole number within 2^53; what must keep every digit is sent as text';

function roundedIn(value: JsonValue, path: MappingPath): ObjectProblem | null {
  if (typeof value === 'number') {
    return Number.isInteger(value) && !Number.isSafeInteger(value) ? { path, words: ROUNDED } : null;
  }
  if (typeof value !== 'object' || value === null) return null;
  const members = Array.isArray(value) ? value.entries() : Object.entries(value);
  for (const [step, inner] of members) {
    const found = roundedIn(inner, [...path, step]);
    if (found !== null) return found;
  }
  return null;
}

/** A problem's place, as descriptors have it. */
export function pathWithin(field: DescField, { path }: ObjectProblem): Violation['field'] {
  const { fields } = StructSchema.field;
  const { structValue, listValue } = ValueSchema.field;
  const steps = path.flatMap((step, depth): Violation['field'] => {
    const into = typeof step === 'string' ? structValue : listValue;
    const within: Violation['field'] = depth === 0 ? [] : [into];
    return typeof step === 'string'
      ? [...within, fields, { kind: 'map_sub', key: step }]
      : [...within, ListValueSchema.field.values, { kind: 'list_sub', index: step }];
  });
  return [field, ...steps];
}

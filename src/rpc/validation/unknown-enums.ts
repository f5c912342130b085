// Connect's JSON silently drops unknown values of an enumeration: "nipp" would run another service. Before the message
// is read, such a name becomes a number that no enumeration has, so that the rules refuse it with its path, like an
// unknown number on gRPC.

import type { DescEnum, DescField, DescMessage } from '@bufbuild/protobuf';
import { MAX_JSON_DEPTH } from '../../core/limits.ts';
import { messageWithin } from '../traits.ts';

/** No value of the contract's enumerations is negative. */
const NO_VALUE = -1;

/** Changes the JSON value of a message of this descriptor; answers whether anything was changed. */
export function markUnknownEnums(desc: DescMessage, json: unknown, depth = MAX_JSON_DEPTH): boolean {
  if (typeof json !== 'object' || json === null || Array.isArray(json) || depth === 0) return false;
  const object = json as Record<string, unknown>;
  let changed = false;
  for (const field of desc.fields) {
    if (!enumOf(field) && !messageWithin(field)) continue;
    // ProtoJSON takes both names of a field.
    for (const name of new Set([field.jsonName, field.name])) {
      if (!Object.hasOwn(object, name)) continue;
      const held = object[name];
      if (field.fieldKind === 'list' || field.fieldKind === 'map') {
        if (typeof held !== 'object' || held === null) continue;
        for (const key of Object.keys(held)) {
          changed = markAt({ field, holder: held as Record<string, unknown>, key, depth }) || changed;
        }
      } else changed = markAt({ field, holder: object, key: name, depth }) || changed;
    }
  }
  return changed;
}

interface Spot {
  readonly field: DescField;
  readonly holder: Record<string, unknown>;
  readonly key: string;
  readonly depth: number;
}

function markAt({ field, holder, key, depth }: Spot): boolean {
  const [desc, value] = [enumOf(field), holder[key]];
  if (desc === undefined) return markUnknownEnums(messageWithin(field)!, value, depth - 1);
  if (typeof value !== 'string' || desc.values.some(({ name }) => name === value)) return false;
  holder[key] = NO_VALUE;
  return true;
}

const enumOf = (field: DescField): DescEnum | undefined =>
  field.fieldKind === 'scalar' || field.fieldKind === 'message' ? undefined : field.enum;

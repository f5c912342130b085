// How large a field may be, by its rules in the protos: texts, lists, maps with their keys, and objects of any shape.
// Read from the descriptor once, for readers of JSON and messages and for documentation.

import { type DescField, getOption, hasOption } from '@bufbuild/protobuf';
import { buildPath, type Path } from '@bufbuild/protobuf/reflect';
import {
  FieldRulesSchema,
  field as fieldRules,
  MapRulesSchema,
  RepeatedRulesSchema,
  type StringRules,
  StringRulesSchema,
} from '@bufbuild/protovalidate/gen/buf/validate/validate_pb.js';
import { once } from '../once.ts';
import { fieldTraits } from '../traits.ts';

/** The largest size that a rule allows, and the rule's place in the descriptor. */
export interface Size {
  readonly most: number;
  readonly rule: Path;
}

interface FieldSizes {
  /** Characters of a text, or of each text of a list. */
  readonly text?: Size | undefined;
  readonly items?: Size | undefined;
  readonly pairs?: Size | undefined;
  /** Characters of a map's key. */
  readonly key?: Size | undefined;
  /** In an object of any shape: members and items at every depth, and characters of its keys and texts. */
  readonly free?: { readonly values: number; readonly length: number } | undefined;
}

export const sizesOf: (field: DescField) => FieldSizes = once((field) => ({
  ...ruledSizes(field),
  free: freeSizes(field),
}));

const { field: OF } = FieldRulesSchema;
const { field: LIST } = RepeatedRulesSchema;
const { field: MAP } = MapRulesSchema;

function ruledSizes(field: DescField): FieldSizes {
  if (!hasOption(field, fieldRules)) return {};
  const { type } = getOption(field, fieldRules);
  const path = () => buildPath(FieldRulesSchema);
  const size = (most: bigint, rule: { toPath(): Path }): Size | undefined =>
    most > 0n ? { most: Number(most), rule: rule.toPath() } : undefined;
  const textOf = ({ maxLen }: StringRules, at: ReturnType<typeof path>) =>
    size(maxLen, at.field(OF.string).field(StringRulesSchema.field.maxLen));
  switch (type.case) {
    case 'string':
      return { text: textOf(type.value, path()) };
    case 'repeated': {
      const { maxItems, items } = type.value;
      const within = path().field(OF.repeated).field(LIST.items);
      return {
        items: size(maxItems, path().field(OF.repeated).field(LIST.maxItems)),
        text: items?.type.case === 'string' ? textOf(items.type.value, within) : undefined,
      };
    }
    case 'map': {
      const { maxPairs, keys } = type.value;
      const within = path().field(OF.map).field(MAP.keys);
      return {
        pairs: size(maxPairs, path().field(OF.map).field(MAP.maxPairs)),
        key: keys?.type.case === 'string' ? textOf(keys.type.value, within) : undefined,
      };
    }
    default:
      return {};
  }
}

function freeSizes(field: DescField): FieldSizes['free'] {
  const { freeObject } = fieldTraits(field);
  return freeObject && { values: freeObject.maxValues, length: freeObject.maxLength };
}

/** Whether a text has more characters: code points, of which UTF-16 makes one unit or two. */
export function isLonger(text: string, most: number): boolean {
  if (text.length <= most) return false;
  if (text.length > 2 * most) return true;
  let characters = 0;
  for (const _ of text) if (++characters > most) return true;
  return false;
}

/** Characters shown of a key that is too long. */
const SHOWN = 64;

export const shownKey = (key: string): string => `${key.slice(0, SHOWN).toWellFormed()}…`;

/** The validator's words. */
export const tooManyItems = (most: number): string => `must contain no more than ${most} item(s)`;
export const tooManyPairs = (most: number): string => `map must be at most ${most} entries`;
export const tooLong = (most: number): string => `must be at most ${most} characters`;

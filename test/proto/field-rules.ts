// The validation rules of a field, flattened to what tests and docs/fields.md speak of.

import { type DescField, getExtension, getOption, hasExtension, hasOption } from '@bufbuild/protobuf';
import { field as fieldRules } from '@bufbuild/protovalidate/gen/buf/validate/validate_pb.js';
import { field as fieldOption } from '../../gen/tieout/options/v1/options_pb.ts';
import { calendar_date, date, partial_date } from '../../gen/tieout/options/v1/rules_pb.ts';

interface Bounds {
  readonly required: boolean;
  /** Lowest and highest number. */
  readonly lowest?: number | undefined;
  readonly highest?: number | undefined;
  readonly finite: boolean;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string | undefined;
  /** Texts that are refused. */
  readonly notIn?: readonly string[];
  readonly date?: 'date' | 'calendar_date' | 'partial_date' | undefined;
  readonly minItems?: number;
  readonly maxItems?: number;
  /** Shortest and longest text of a list. */
  readonly itemLength?: number;
  readonly maxItemLength?: number;
  readonly itemPattern?: string;
  /** Pairs of a map, and characters of a key. */
  readonly maxPairs?: number;
  readonly maxKeyLength?: number;
  /** Values of an object of any shape, and characters of its keys and texts. */
  readonly maxValues?: number;
  readonly maxFreeLength?: number;
  /** The id of what code checks of an object of any shape. */
  readonly objectCheck?: string;
  /** An enumeration whose undefined values and 0 are refused. */
  readonly closed: boolean;
  /** Ids of rules in CEL. */
  readonly cel: readonly string[];
}

export function boundsOf(field: DescField): Bounds {
  const { freeObject: free, objectCheck } = hasOption(field, fieldOption)
    ? getOption(field, fieldOption)
    : { freeObject: undefined, objectCheck: '' };
  const ofFree = free && {
    ...{ maxValues: free.maxValues, maxFreeLength: free.maxLength },
    ...(objectCheck !== '' && { objectCheck }),
  };
  if (!hasOption(field, fieldRules)) return { required: false, finite: false, closed: false, cel: [], ...ofFree };
  const { required, type, cel } = getOption(field, fieldRules);
  const bounds = { required, finite: false, closed: false, cel: cel.map(({ id }) => id), ...ofFree };
  switch (type.case) {
    case 'double':
      return { ...bounds, finite: type.value.finite, ...ends(type.value) };
    case 'int32':
      return { ...bounds, ...ends(type.value) };
    case 'string': {
      const form = hasExtension(type.value, date) && getExtension(type.value, date) ? ('date' as const) : undefined;
      const partial = hasExtension(type.value, partial_date) ? ('partial_date' as const) : undefined;
      const calendar = hasExtension(type.value, calendar_date) ? ('calendar_date' as const) : undefined;
      return {
        ...bounds,
        minLength: Number(type.value.minLen),
        maxLength: Number(type.value.maxLen),
        pattern: type.value.pattern || undefined,
        notIn: type.value.notIn,
        date: form ?? calendar ?? partial,
      };
    }
    case 'repeated': {
      const items = type.value.items?.type;
      const { minItems, maxItems } = type.value;
      return {
        ...bounds,
        ...(minItems > 0n && { minItems: Number(minItems) }),
        ...(maxItems > 0n && { maxItems: Number(maxItems) }),
        ...(items?.case === 'string' && {
          itemLength: Number(items.value.minLen),
          maxItemLength: Number(items.value.maxLen),
          ...(items.value.pattern !== '' && { itemPattern: items.value.pattern }),
        }),
        ...(items?.case === 'enum' && { closed: items.value.definedOnly && items.value.notIn.includes(0) }),
      };
    }
    case 'map': {
      const { maxPairs, keys } = type.value;
      return {
        ...bounds,
        maxPairs: Number(maxPairs),
        ...(keys?.type.case === 'string' && { maxKeyLength: Number(keys.type.value.maxLen) }),
      };
    }
    case 'enum':
      return { ...bounds, closed: type.value.definedOnly && type.value.notIn.includes(0) };
    case undefined:
      return bounds;
    default:
      throw new Error(`${field} has a rule that this page does not know: ${type.case}`);
  }
}

interface Ends {
  readonly greaterThan: { readonly case: string | undefined; readonly value?: number | undefined };
  readonly lessThan: { readonly case: string | undefined; readonly value?: number | undefined };
}

const ends = ({ greaterThan, lessThan }: Ends) => ({ lowest: greaterThan.value, highest: lessThan.value });

/** What a field is checked for, in the words of test/fixtures/field-checks.md; what every field of its kind has is left out. */
export function checksOf(field: DescField): string[] {
  const {
    lowest,
    highest,
    minLength,
    maxLength,
    pattern,
    notIn = [],
    minItems,
    maxItems,
    itemLength,
    maxItemLength,
    maxPairs,
    maxKeyLength,
    maxValues,
    maxFreeLength,
    objectCheck,
  } = boundsOf(field);
  return [
    ...(minLength ? ['is not empty'] : []),
    ...(maxLength ? [`has at most ${maxLength} characters`] : []),
    ...(pattern ? [`matches ${pattern}`] : []),
    ...(notIn.length > 0 ? [`is not ${notIn.map((text) => `\`${text}\``).join(' or ')}`] : []),
    ...(lowest !== undefined ? [highest === undefined ? `is ${lowest} or more` : `is ${lowest} to ${highest}`] : []),
    ...(minItems ? [`has at least ${minItems} item`] : []),
    ...(maxItems ? [`has at most ${maxItems} items`] : []),
    ...(itemLength ? ['has no empty item'] : []),
    ...(maxItemLength ? [`has items of at most ${maxItemLength} characters`] : []),
    ...(maxPairs ? [`has at most ${maxPairs} keys`] : []),
    ...(maxKeyLength ? [`has keys of at most ${maxKeyLength} characters`] : []),
    ...(maxValues ? [`has at most ${maxValues} values inside`] : []),
    ...(objectCheck === 'reading_mapping' ? ['is a mapping'] : []),
    ...(objectCheck === 'account_map' ? ['is a map of accounts'] : []),
    ...(objectCheck === 'whole_numbers' ? ['has whole numbers within 2^53 inside'] : []),
    ...(maxFreeLength ? [`has texts of at most ${maxFreeLength} characters inside, keys among them`] : []),
  ];
}

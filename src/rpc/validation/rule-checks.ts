// The usual rules, as predicates on a given value: required fields, lengths, patterns, dates, bounds, closed
// enumerations, items. A predicate is true only if the validator finds nothing. An unknown rule gives a predicate that
// is never true, so the validator is asked (clearly-valid.ts).

import {
  type DescEnum,
  type DescField,
  type DescMessage,
  getOption,
  isFieldSet,
  type Message,
} from '@bufbuild/protobuf';
import {
  type DoubleRules,
  DoubleRulesSchema,
  type EnumRules,
  EnumRulesSchema,
  type FieldRules,
  FieldRulesSchema,
  type Int32Rules,
  Int32RulesSchema,
  type MapRules,
  MapRulesSchema,
  predefined,
  type RepeatedRules,
  RepeatedRulesSchema,
  type StringRules,
  StringRulesSchema,
} from '@bufbuild/protovalidate/gen/buf/validate/validate_pb.js';
import { calendar_date, date, not_blank, partial_date, printable } from '../../../gen/tieout/options/v1/rules_pb.ts';
import { rulePattern } from './rule-pattern.ts';

export type Check<T = unknown> = (value: T) => boolean;

export const always: Check = () => true;
export const never: Check = () => false;

/** One predicate for several. */
export function all<T>(checks: readonly Check<T>[]): Check<T> {
  const some = checks.filter((check) => check !== always);
  if (some.length <= 1) return some[0] ?? always;
  return (value) => {
    for (const check of some) if (!check(value)) return false;
    return true;
  };
}

const KNOWN_TYPES = ['string', 'double', 'int32', 'enum', 'repeated', 'map'];

/** Whether all rules of a field are known here. */
export const areKnown = (rules: FieldRules): boolean => hasOnly(FieldRulesSchema, rules, ['required', ...KNOWN_TYPES]);

/** Rules of a scalar or a value of an enumeration, in a field or in a list. */
export function scalarCheck(type: FieldRules['type'], values: DescEnum | undefined): Check {
  switch (type.case) {
    case undefined:
      return always;
    case 'string':
      return stringCheck(type.value) as Check;
    case 'double':
      if (!hasOnly(DoubleRulesSchema, type.value, [...BOUNDS, 'finite'])) return never;
      return boundsCheck(type.value) as Check;
    case 'int32':
      if (!hasOnly(Int32RulesSchema, type.value, BOUNDS)) return never;
      return boundsCheck({ ...type.value, finite: false }) as Check;
    case 'enum':
      return values === undefined ? never : (enumCheck(type.value, values) as Check);
    default:
      return never;
  }
}

/** Rules of a list, and of its items unless those are messages. */
export function listCheck(rules: RepeatedRules, { enum: values, message }: DescField): Check {
  const { items } = rules;
  if (!hasOnly(RepeatedRulesSchema, rules, ['min_items', 'max_items', 'items'])) return never;
  if (items && (message || !hasOnly(FieldRulesSchema, items, KNOWN_TYPES))) return never;
  const fewest = Number(rules.minItems);
  const most = isFieldSet(rules, RepeatedRulesSchema.field.maxItems) ? Number(rules.maxItems) : Infinity;
  const check = items ? scalarCheck(items.type, values) : always;
  const isListed: Check<readonly unknown[]> = (list) =>
    list.length >= fewest && list.length <= most && (check === always || list.every(check));
  return isListed as Check;
}

/** Rules of a map’s number of keys and of each of them. */
export function mapCheck(rules: MapRules): Check {
  const { keys } = rules;
  if (!hasOnly(MapRulesSchema, rules, ['max_pairs', 'keys'])) return never;
  if (keys && !hasOnly(FieldRulesSchema, keys, KNOWN_TYPES)) return never;
  const most = isFieldSet(rules, MapRulesSchema.field.maxPairs) ? Number(rules.maxPairs) : Infinity;
  const check = keys ? scalarCheck(keys.type, undefined) : always;
  return (map) => {
    const held = Object.keys(map as object);
    return held.length <= most && (check === always || held.every(check));
  };
}

/** Lengths are in code points: at most the number of UTF-16 units, and at least half. */
function stringCheck(rules: StringRules): Check<string> {
  const forms = OWN.filter(({ no }) => rules.$unknown?.some((one) => one.no === no));
  if (!hasOnly(StringRulesSchema, rules, ['min_len', 'max_len', 'pattern', 'not_in'], forms.length)) return never;
  const fewest = Number(rules.minLen) <= 1 ? Number(rules.minLen) : 2 * Number(rules.minLen);
  const most = isFieldSet(rules, StringRulesSchema.field.maxLen) ? Number(rules.maxLen) : Infinity;
  const hasPattern = isFieldSet(rules, StringRulesSchema.field.pattern);
  const patterns = [...forms.map(({ pattern }) => pattern), ...(hasPattern ? [rulePattern(rules.pattern)] : [])];
  const isLong: Check<string> = ({ length }) => length >= fewest && length <= most;
  const isTaken: Check<string> = (text) => !rules.notIn.includes(text);
  return all([
    ...(fewest > 0 || most < Infinity ? [isLong] : []),
    ...patterns.map(matches),
    ...(rules.notIn.length > 0 ? [isTaken] : []),
  ]);
}

const matches =
  (pattern: RegExp): Check<string> =>
  (text) =>
    pattern.test(text);

/** Our own rules: their expressions are only matches(). */
const OWN = [date, calendar_date, partial_date, printable, not_blank].map((extension) => {
  const [rule, ...more] = getOption(extension, predefined).cel;
  const pattern = /^this\.matches\('([^'\\]*)'\)$/.exec(rule?.expression ?? '')?.[1];
  if (pattern === undefined || more.length > 0) throw new Error(`${extension} is no longer one pattern`);
  return { no: extension.number, pattern: rulePattern(pattern) };
});

function boundsCheck({ greaterThan, lessThan, finite }: Bounds): Check<number> {
  const above = greaterThan.value ?? -Infinity;
  const below = lessThan.value ?? Infinity;
  if (above > below) return never; // Then what is between them is refused.
  const isAbove: Check<number> = greaterThan.case === 'gt' ? (value) => value > above : (value) => value >= above;
  const isBelow: Check<number> = lessThan.case === 'lt' ? (value) => value < below : (value) => value <= below;
  return all([
    ...(greaterThan.case === undefined ? [] : [isAbove]),
    ...(lessThan.case === undefined ? [] : [isBelow]),
    ...(finite ? [Number.isFinite as Check<number>] : []),
  ]);
}

type Bounds = Pick<DoubleRules | Int32Rules, 'greaterThan' | 'lessThan'> & { readonly finite: boolean };

const BOUNDS = ['gt', 'gte', 'lt', 'lte'];

function enumCheck(rules: EnumRules, { values }: DescEnum): Check<number> {
  if (!rules.definedOnly || !hasOnly(EnumRulesSchema, rules, ['defined_only', 'not_in'])) return never;
  const taken = new Set(values.map(({ number }) => number).filter((number) => !rules.notIn.includes(number)));
  return (value) => taken.has(value);
}

/** Whether rules have only these fields set, and that many extensions. */
const hasOnly = (desc: DescMessage, rules: Message, names: readonly string[], extensions = 0): boolean =>
  (rules.$unknown ?? []).length === extensions &&
  desc.fields.every((field) => names.includes(field.name) || !isFieldSet(rules, field));

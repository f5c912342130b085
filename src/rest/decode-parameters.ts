// Fields of a request from the path or the query, as text. Problems are collected like those of a body. An unknown
// parameter of a GET is refused. An empty one counts as not given: `side=` is a form's way to leave a filter out.

import { type DescEnum, type DescField, type Message, ScalarType } from '@bufbuild/protobuf';
import { enumNames } from '../rpc/enum-names.ts';
import type { Problem } from '../rpc/validation/problems.ts';

export type Parameters = Readonly<Record<string, string | readonly string[] | undefined>>;

interface ParameterTarget {
  readonly message: Message;
  readonly problems: Problem[];
}

/** Sets the fields that have a parameter of their name, and answers their names. */
export function decodeParameters(
  fields: readonly DescField[],
  given: Parameters,
  target: ParameterTarget,
): readonly string[] {
  const taken: string[] = [];
  for (const field of fields) {
    const text = Object.hasOwn(given, field.name) ? given[field.name] : undefined;
    if (text === undefined || text === '') continue;
    taken.push(field.name);
    const refuse = (type: string, msg: string) => target.problems.push({ type, path: [field.name], msg });
    const set = (value: unknown) =>
      void ((target.message as unknown as Record<string, unknown>)[field.localName] = value);
    if (field.fieldKind === 'list') {
      const items = [text].flat().filter((one) => one !== '');
      const read = items.map((item) => itemOf(field, item));
      for (const [i, one] of read.entries())
        if ('msg' in one) target.problems.push({ type: one.type, path: [field.name, i], msg: one.msg });
      // What is not understood keeps its place, so that no other rule is broken by it.
      set(read.map((one) => ('value' in one ? one.value : 0)));
      continue;
    }
    if (typeof text !== 'string') {
      refuse('parameter_repeated', 'must be given once');
      continue;
    }
    const read = parse(field, text);
    if ('msg' in read) refuse(read.type, read.msg);
    else set(read.value);
  }
  return taken;
}

/** An item of a list, which is its parameter repeated. */
function itemOf(field: DescField & { readonly fieldKind: 'list' }, text: string): Parsed {
  if (field.enum) return enumValue(field.enum, text);
  if (field.scalar !== ScalarType.STRING) throw new Error(`${field} cannot be a parameter`);
  return { value: text };
}

function enumValue(desc: DescEnum, text: string): Parsed {
  const { numbers } = enumNames(desc);
  const value = numbers.get(text);
  return value === undefined ? { type: 'enum', msg: `must be one of ${[...numbers.keys()].join(', ')}` } : { value };
}

/** Most that are named at once. */
const MOST_UNKNOWN = 20;

/** A problem for each parameter that no field has the name of. */
export function unknownParameters(fields: readonly DescField[], given: Parameters): readonly Problem[] {
  const known = new Set(fields.map(({ name }) => name));
  const unknown = Object.keys(given).filter((name) => !known.has(name));
  return unknown.slice(0, MOST_UNKNOWN).map((name) => ({
    type: 'parameter_unknown',
    path: [name.slice(0, 100)],
    msg:
      known.size === 0
        ? 'is no parameter: this route takes none'
        : `is no parameter of this route: it takes ${[...known].join(', ')}`,
  }));
}

type Parsed = { readonly value: unknown } | { readonly type: string; readonly msg: string };

function parse(field: DescField, text: string): Parsed {
  if (field.fieldKind === 'enum') return enumValue(field.enum, text);
  if (field.fieldKind !== 'scalar') throw new Error(`${field} cannot be a parameter`);
  switch (field.scalar) {
    case ScalarType.STRING:
      return { value: text };
    case ScalarType.BOOL:
      return text === 'true' || text === 'false'
        ? { value: text === 'true' }
        : { type: 'bool_parsing', msg: 'must be true or false' };
    case ScalarType.INT32:
      return /^[+-]?\d{1,9}$/.test(text) ? { value: Number(text) } : { type: 'int_parsing', msg: 'must be an integer' };
    case ScalarType.DOUBLE:
      return /^[+-]?\d+(\.\d+)?$/.test(text)
        ? { value: Number(text) }
        : { type: 'float_parsing', msg: 'must be a number' };
    default:
      throw new Error(`${field} has a type that no parameter is read as`);
  }
}

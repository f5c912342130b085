// JSON of a request to the message that a descriptor describes, with every problem of the body at once. Stricter than
// ProtoJSON where the contract is: types are exact ("5" is no number, 5.0 is an integer), an unknown value of an
// enumeration is a problem; and wider where it is: names are snake_case, values of enumerations lower case, unknown
// fields are ignored, null means not given. A reader for each message is made once from its descriptor.

import { create, type DescEnum, type DescField, type DescMessage, type Message, ScalarType } from '@bufbuild/protobuf';
import { MAX_JSON_DEPTH, MAX_PROBLEMS } from '../core/limits.ts';
import { enumNames } from '../rpc/enum-names.ts';
import { once } from '../rpc/once.ts';
import { isLonger, shownKey, sizesOf, tooLong, tooManyItems, tooManyPairs } from '../rpc/sizes/field-sizes.ts';
import { fieldTraits, messageTraits } from '../rpc/traits.ts';
import type { OddItems, Problem } from '../rpc/validation/problems.ts';

/** Where a reader is in the body, and the problems so far. A path is written only for a problem. */
interface Place {
  /** The last step is that of the current value. */
  readonly steps: (string | number)[];
  readonly problems: Problem[];
  readonly odd: Map<string | number, Problem>;
}

/** Answers the message's value; undefined with a problem for a value of another type. */
type Reader = (value: unknown, place: Place) => unknown;

/** Thrown once there are so many problems that reading stops. */
const ENOUGH = Symbol('enough');

function problem({ steps, problems }: Place, type: string, msg: string): undefined {
  problems.push({ type, path: [...steps], msg });
  if (problems.length > MAX_PROBLEMS) throw ENOUGH;
  return undefined;
}

/** Reads an item that is answered by itself: its first problem is noted, with its path within the item. */
function alone(place: Place, key: string | number, read: Reader, value: unknown): unknown {
  const problems: Problem[] = [];
  const held = read(value, { ...place, steps: [], problems });
  if (problems[0] === undefined) return held;
  place.odd.set(key, problems[0]);
  return undefined;
}

/** Reads a value one step below the place. */
function below(place: Place, step: string | number, read: Reader, value: unknown): unknown {
  place.steps.push(step);
  const held = read(value, place);
  place.steps.pop();
  return held;
}

/** A reader of JSON values for a message. It is made at the first value: a message may contain itself. */
const readerOf = once((desc: DescMessage): Reader => {
  let made: Reader | undefined;
  return (value, place) => (made ??= makeReader(desc))(value, place);
});

interface Decoded {
  readonly message: Message;
  readonly problems: readonly Problem[];
  /** Of items that are answered by themselves, which are empty messages then. */
  readonly odd: OddItems;
}

/**
 * A value that is no object gives an empty message, so that other rules can be checked. Reading stops at one problem
 * more than are listed.
 */
export function decode(desc: DescMessage, value: unknown): Decoded {
  const problems: Problem[] = [];
  const odd = new Map<string | number, Problem>();
  try {
    const message = readerOf(desc)(value, { steps: [], problems, odd }) as Message | undefined;
    return { message: message ?? create(desc), problems, odd };
  } catch (error) {
    if (error !== ENOUGH) throw error;
    return { message: create(desc), problems, odd };
  }
}

function makeReader(desc: DescMessage): Reader {
  if (desc.typeName === 'google.protobuf.Struct') return readFreeObject;
  const { unwrapped, textField } = messageTraits(desc);
  if (unwrapped) {
    const [member] = desc.fields;
    const read = fieldReader(member!);
    return (value, place) => {
      const held = read(value, place);
      return held === undefined ? undefined : create(desc, { [member!.localName]: held });
    };
  }
  const fields = desc.fields.map((field) => ({
    name: field.name,
    localName: field.localName,
    read: fieldReader(field),
    counts: countsIn(field),
  }));
  return (value, place) => {
    if (textField !== '' && typeof value === 'string') return read({ [textField]: value }, place);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      return problem(place, 'dict_type', textField === '' ? 'must be an object' : 'must be an object or a string');
    }
    return read(value as Readonly<Record<string, unknown>>, place);
  };

  function read(object: Readonly<Record<string, unknown>>, place: Place): Message {
    const message = create(desc);
    const target = message as unknown as Record<string, unknown>;
    for (const field of fields) {
      // Members of the prototype are not part of a request.
      const value = Object.hasOwn(object, field.name) ? object[field.name] : undefined;
      if (value === undefined || value === null || !field.counts(object)) continue;
      const held = below(place, field.name, field.read, value);
      if (held !== undefined) target[field.localName] = held;
    }
    return message;
  }
}

/** Whether the field counts beside its siblings; the condition is on REST values, before they are read. */
function countsIn(field: DescField): (siblings: Readonly<Record<string, unknown>>) => boolean {
  const { countsWhen } = fieldTraits(field);
  return countsWhen ? (siblings) => siblings[countsWhen.field] === countsWhen.value : () => true;
}

function fieldReader(field: DescField): Reader {
  switch (field.fieldKind) {
    case 'scalar':
      return scalarReader(field.scalar);
    case 'enum':
      return enumReader(field.enum);
    case 'message':
      return readerOf(field.message);
    case 'list':
      return listReader(field, fieldTraits(field).oneOrMany);
    case 'map':
      return mapReader(field);
  }
}

type ListField = DescField & { fieldKind: 'list' };
type MapField = DescField & { fieldKind: 'map' };

const itemReader = (field: ListField | MapField): Reader => {
  if (field.message) return readerOf(field.message);
  return field.enum ? enumReader(field.enum) : scalarReader(field.scalar);
};

function listReader(field: ListField, oneOrMany: boolean): Reader {
  const read = itemReader(field);
  const { message, enum: isEnum } = field;
  const most = sizesOf(field).items?.most ?? Number.POSITIVE_INFINITY;
  const readItem = fieldTraits(field).answeredAlone ? alone : below;
  const standIn = () => (message ? create(message) : isEnum ? 0 : field.scalar === ScalarType.STRING ? '' : 0);
  return (value, place) => {
    const items = oneOrMany && typeof value === 'string' ? [value] : value;
    if (!Array.isArray(items)) {
      return problem(place, 'list_type', oneOrMany ? 'must be a string or an array' : 'must be an array');
    }
    // Checked before any item is read.
    if (items.length > most) return problem(place, 'repeated.max_items', tooManyItems(most));
    // An unreadable item keeps its place, so that the indices of other problems stay right.
    return items.map((item, index) => readItem(place, index, read, item) ?? standIn());
  };
}

function mapReader(field: MapField): Reader {
  const read = itemReader(field);
  const { pairs, key: keySize } = sizesOf(field);
  const { answeredAlone } = fieldTraits(field);
  return (value, place) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      return problem(place, 'dict_type', 'must be an object');
    }
    const entries = Object.entries(value);
    if (pairs !== undefined && entries.length > pairs.most) {
      return problem(place, 'map.max_pairs', tooManyPairs(pairs.most));
    }
    const held: Record<string, unknown> = {};
    for (const [key, item] of entries) {
      if (key === '__proto__') return problem(place, 'dict_key', 'must not have the key __proto__');
      if (keySize !== undefined && isLonger(key, keySize.most)) {
        below(place, shownKey(key), (_, at) => problem(at, 'string.max_len', tooLong(keySize.most)), item);
        continue;
      }
      const one = answeredAlone
        ? (alone(place, key, read, item) ?? create(field.message!))
        : below(place, key, read, item);
      if (one !== undefined) held[key] = one;
    }
    return held;
  };
}

function enumReader(desc: DescEnum): Reader {
  const { numbers } = enumNames(desc);
  const choice = `must be one of ${[...numbers.keys()].join(', ')}`;
  return (value, place) => {
    if (typeof value !== 'string') return problem(place, 'string_type', 'must be a string');
    return numbers.get(value) ?? problem(place, 'enum', choice);
  };
}

const WHOLE_BOUNDS: Partial<Record<ScalarType, readonly [number, number]>> = {
  [ScalarType.INT32]: [-0x80000000, 0x7fffffff],
  [ScalarType.UINT32]: [0, 0xffffffff],
  [ScalarType.INT64]: [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
};

function scalarReader(type: ScalarType): Reader {
  switch (type) {
    case ScalarType.STRING:
      return (value, place) => {
        if (typeof value !== 'string') return problem(place, 'string_type', 'must be a string');
        return value.isWellFormed() ? value : problem(place, 'string_unicode', 'must be valid Unicode');
      };
    case ScalarType.BOOL:
      return (value, place) =>
        typeof value === 'boolean' ? value : problem(place, 'bool_type', 'must be true or false');
    case ScalarType.DOUBLE:
      return (value, place) =>
        typeof value === 'number' && Number.isFinite(value) ? value : problem(place, 'float_type', 'must be a number');
    default: {
      const bounds = WHOLE_BOUNDS[type];
      if (!bounds) throw new Error(`no request has a field of the type ${ScalarType[type]}; REST cannot read one`);
      return wholeReader(bounds, type === ScalarType.INT64);
    }
  }
}

function wholeReader([lowest, highest]: readonly [number, number], isLong: boolean): Reader {
  return (value, place) => {
    if (typeof value !== 'number' || !Number.isInteger(value)) {
      return problem(place, 'int_type', 'must be an integer');
    }
    if (value < lowest || value > highest) {
      return problem(place, 'int_range', `must be from ${lowest} to ${highest}`);
    }
    return isLong ? BigInt(value) : value + 0; // -0 is 0.
  };
}

/** Any object, as it is: nested no deeper than protobuf's own parsers go. */
function readFreeObject(value: unknown, place: Place): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return problem(place, 'dict_type', 'must be an object');
  }
  return isStorable(value, MAX_JSON_DEPTH)
    ? value
    : problem(place, 'dict_depth', `must be valid Unicode, of finite numbers, and at most ${MAX_JSON_DEPTH} deep`);
}

function isStorable(value: unknown, depth: number): boolean {
  if (typeof value === 'string') return value.isWellFormed();
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object' || value === null) return true;
  return depth > 0 && Object.entries(value).every(([key, inner]) => key.isWellFormed() && isStorable(inner, depth - 1));
}

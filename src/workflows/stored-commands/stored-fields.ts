// Reads a stored JSON command field by field: callers ask for a type, and errors say what is there instead. Another
// version may have written the store, or a person may have edited it.

import { TieoutError } from '../../core/errors.ts';
import { isObject, type JsonObject, type JsonValue } from '../../core/records/documents/json.ts';

export interface StoredFields {
  has(name: string): boolean;
  text(name: string): string;
  textOrNull(name: string): string | null;
  integer(name: string): number;
  integerOrNull(name: string): number | null;
  numberOrNull(name: string): number | null;
  flag(name: string): boolean;
  flagOrNull(name: string): boolean | null;
  /** One of some words. */
  word<Word extends string>(name: string, words: readonly Word[]): Word;
  texts(name: string): string[];
  /** The fields of each object of a list. */
  list(name: string): StoredFields[];
  object(name: string): JsonObject;
  objectOrNull(name: string): JsonObject | null;
  /** The fields of an object. */
  fields(name: string): StoredFields;
}

/** Every reader throws command_unreadable. `of`: the name of the object, then the path in it. */
export function storedFields(object: JsonObject, of = 'The stored command'): StoredFields {
  const read =
    <T extends JsonValue>(what: string, is: (value: JsonValue) => boolean) =>
    (name: string): T => {
      const value = Object.hasOwn(object, name) ? (object[name] as JsonValue) : undefined;
      if (value !== undefined && is(value)) return value as T;
      const found = value === undefined ? 'is missing' : `is not ${what}`;
      throw new TieoutError('command_unreadable', `${of} cannot be read: ${name} ${found}.`);
    };
  const orNull = (is: (value: JsonValue) => boolean) => (value: JsonValue) => value === null || is(value);
  const objects = read<JsonObject>('an object', isObject);
  const lists = read<JsonObject[]>('a list of objects', (value) => Array.isArray(value) && value.every(isObject));
  return {
    has: (name) => Object.hasOwn(object, name),
    text: read('a text', isText),
    textOrNull: read('a text or null', orNull(isText)),
    integer: read('an integer', Number.isSafeInteger),
    integerOrNull: read('an integer or null', orNull(Number.isSafeInteger)),
    numberOrNull: read('a number or null', orNull(Number.isFinite)),
    flag: read('true or false', isFlag),
    flagOrNull: read('true, false or null', orNull(isFlag)),
    word: (name, words) =>
      read<never>(`one of ${words.join(', ')}`, (value) => words.some((word) => word === value))(name),
    texts: read('a list of texts', (value) => Array.isArray(value) && value.every(isText)),
    list: (name) => lists(name).map((item, i) => storedFields(item, `${of}, ${name}, item ${i + 1},`)),
    object: objects,
    objectOrNull: read('an object or null', orNull(isObject)),
    fields: (name) => storedFields(objects(name), `${of}, ${name},`),
  };
}

const isFlag = (value: JsonValue): boolean => typeof value === 'boolean';
const isText = (value: JsonValue): boolean => typeof value === 'string';

// A message as the JSON that the contract answers with: snake_case, values of enumerations in lower case, integers as
// numbers, every field present and null where it is not set. A writer for each message is made once.

import { type DescEnum, type DescField, type DescMessage, type Message, ScalarType } from '@bufbuild/protobuf';
import { enumNames } from '../rpc/enum-names.ts';
import { once } from '../rpc/once.ts';
import { fieldTraits, messageTraits } from '../rpc/traits.ts';

type Writer = (value: never) => unknown;

const writerOf = once(makeWriter);

/** A value for JSON.stringify. */
export const encode = (desc: DescMessage, message: Message): unknown => writerOf(desc)(message);

type Values = Readonly<Record<string, unknown>>;

function makeWriter(desc: DescMessage): (message: Message) => unknown {
  if (desc.typeName === 'google.protobuf.Struct') return (value) => value;
  const fields = desc.fields.map((field) => ({
    name: field.name,
    read: memberReader(field),
    write: fieldWriter(field) as (value: unknown) => unknown,
    isOmitted: fieldTraits(field).absentWhenUnset,
  }));
  if (messageTraits(desc).unwrapped) {
    return (message) => {
      for (const { read, write } of fields) {
        const value = read(message as unknown as Values);
        if (value !== undefined) return write(value);
      }
      return null;
    };
  }
  return (message) => {
    const object: Record<string, unknown> = {};
    for (const { name, read, write, isOmitted } of fields) {
      const value = read(message as unknown as Values);
      if (value !== undefined) object[name] = write(value);
      else if (!isOmitted) object[name] = null;
    }
    return object;
  };
}

/** The members of a oneof are stored as one pair: the member's name and its value. */
function memberReader({ oneof, localName }: DescField): (message: Values) => unknown {
  if (!oneof) return (message) => message[localName];
  return (message) => {
    const held = message[oneof.localName] as { readonly case?: string; readonly value?: unknown };
    return held.case === localName ? held.value : undefined;
  };
}

function fieldWriter(field: DescField): Writer {
  switch (field.fieldKind) {
    case 'scalar':
      return scalarWriter(field.scalar);
    case 'enum':
      return enumWriter(field.enum);
    case 'message':
      return messageWriter(field.message);
    case 'list': {
      const write = itemWriter(field) as (item: unknown) => unknown;
      return (items: readonly unknown[]) => items.map(write);
    }
    case 'map': {
      const write = itemWriter(field) as (item: unknown) => unknown;
      return (items: Values) => Object.fromEntries(Object.entries(items).map(([key, item]) => [key, write(item)]));
    }
  }
}

function itemWriter(field: DescField & { fieldKind: 'list' | 'map' }): Writer {
  if (field.message) return messageWriter(field.message);
  return field.enum ? enumWriter(field.enum) : scalarWriter(field.scalar!);
}

const messageWriter =
  (desc: DescMessage): Writer =>
  (message: Message) =>
    encode(desc, message);

function enumWriter(desc: DescEnum): Writer {
  const { names } = enumNames(desc);
  return (value: number) => names.get(value) ?? null;
}

function scalarWriter(type: ScalarType): Writer {
  switch (type) {
    case ScalarType.INT64:
    case ScalarType.UINT64:
      return (value: bigint) => Number(value);
    case ScalarType.DOUBLE:
    case ScalarType.FLOAT:
      return (value: number) => (Number.isFinite(value) ? value : null);
    case ScalarType.BYTES:
      return (value: Uint8Array) => Buffer.from(value).toString('base64');
    default:
      return (value: unknown) => value;
  }
}

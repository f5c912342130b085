// How many values a protobuf message has, before it is made: an empty item of a list is two bytes, and eight million of
// them fill the memory. Fields are counted in the bytes, of this message and of those inside it; unknown fields count
// too, because they would be kept. Bytes that are no such message are left to its reader.

import { type DescField, type DescMessage, ScalarType } from '@bufbuild/protobuf';
import { WireType } from '@bufbuild/protobuf/wire';
import { MAX_BODY_VALUES, MAX_JSON_DEPTH } from '../../core/limits.ts';
import { tooManyValues } from './body-bounds.ts';

/** Throws body_too_large. */
export function checkWireValues(desc: DescMessage, bytes: Uint8Array): void {
  // A field is at least two bytes, except one of a packed list.
  if (bytes.length <= MAX_BODY_VALUES) return;
  new Counter(bytes).message(messageFields(desc), { from: 0, to: bytes.length, depth: 0 });
}

/** Fields by their number: those of a message, or a packed list of numbers. */
type Inside = ReadonlyMap<number, Fields | 'packed'>;
interface Fields {
  readonly inside: Inside;
}

const fieldsOf = new Map<DescMessage, Fields>();

function messageFields(desc: DescMessage): Fields {
  const known = fieldsOf.get(desc);
  if (known !== undefined) return known;
  const inside = new Map<number, Fields | 'packed'>();
  const made = { inside };
  fieldsOf.set(desc, made); // Before its fields: a message may hold itself.
  for (const field of desc.fields) {
    const of = insideOf(field);
    if (of !== undefined) inside.set(field.number, of);
  }
  return made;
}

function insideOf(field: DescField): Fields | 'packed' | undefined {
  switch (field.fieldKind) {
    case 'message':
      return messageFields(field.message);
    case 'list':
      if (field.message) return messageFields(field.message);
      return field.scalar === ScalarType.STRING || field.scalar === ScalarType.BYTES ? undefined : 'packed';
    case 'map':
      // An entry is a message of its key and its value.
      return { inside: new Map(field.message ? [[2, messageFields(field.message)]] : []) };
    default:
      return undefined;
  }
}

interface Span {
  readonly from: number;
  readonly to: number;
  readonly depth: number;
}

class Counter {
  private values = 0;
  private readonly bytes: Uint8Array;
  /** The reading position. */
  private p = 0;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  message({ inside }: Fields, { from, to, depth }: Span): void {
    if (depth > MAX_JSON_DEPTH) return; // Its reader refuses it.
    this.p = from;
    while (this.p < to) {
      const tag = this.varint();
      this.add(1);
      switch (tag & 7) {
        case WireType.Varint:
          this.varint();
          break;
        case WireType.Bit64:
          this.p += 8;
          break;
        case WireType.Bit32:
          this.p += 4;
          break;
        case WireType.LengthDelimited: {
          const length = this.varint();
          const start = this.p;
          const end = Math.min(to, start + length);
          const of = inside.get(tag >>> 3);
          if (of === 'packed') this.packed(start, end);
          else if (of !== undefined) this.message(of, { from: start, to: end, depth: depth + 1 });
          this.p = start + length;
          break;
        }
        case WireType.StartGroup:
        case WireType.EndGroup:
          // The content of an unknown group counts as if it were outside.
          break;
        default:
          return;
      }
    }
  }

  /** The low 32 bits, past the end zero. */
  private varint(): number {
    const { bytes } = this;
    let value = 0;
    for (let shift = 0; shift < 70; shift += 7) {
      const byte = bytes[this.p++] ?? 0;
      if (shift < 32) value |= (byte & 0x7f) << shift;
      if (byte < 0x80) break;
    }
    return value >>> 0;
  }

  /** Counts numbers of variable length, each of which ends in a byte below 128; for others a lower bound. */
  private packed(from: number, to: number): void {
    let ends = 0;
    for (let p = from; p < to; p++) if (this.bytes[p] < 0x80) ends++;
    this.add(ends);
  }

  private add(values: number): void {
    this.values += values;
    if (this.values > MAX_BODY_VALUES) throw tooManyValues();
  }
}

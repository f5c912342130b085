// The parts of an open item that are never searched, as one blob: its fingerprint, its texts, then the values of its
// kind's columns, each with name and type. Separate values would cost a third more on insert, and more when read back.

import { TieoutError } from '../../../core/errors.ts';
import { sharedUint8, sharedUint32 } from '../../../core/records/rows/allocate.ts';
import type { NamedColumns, RowColumns, TextColumn } from '../../../core/records/rows/columns.ts';
import { COLUMN_TYPES } from '../../../core/records/rows/kind-columns.ts';
import { columnsFromValues, type NamedValue, namedValues } from '../../../core/records/rows/named-columns.ts';

const FINGERPRINT_BYTES = 8;

interface ItemContents {
  readonly fingerprint: Uint32Array;
  /** The texts in the order of textsOf. */
  readonly texts: readonly [TextColumn, TextColumn, TextColumn, TextColumn];
  readonly named: NamedColumns;
}

const textsOf = (rows: RowColumns): readonly TextColumn[] => [
  rows.reference,
  rows.settlementSession,
  rows.narration,
  rows.sourceId,
];

/** The contents of all rows. They are views of one piece of memory. */
export function itemContents(rows: RowColumns): Uint8Array[] {
  const texts = textsOf(rows);
  const fingerprints = new Uint8Array(rows.fingerprint.buffer, rows.fingerprint.byteOffset, 8 * rows.count);
  const named =
    rows.named === undefined ? null : Array.from({ length: rows.count }, (_, i) => namedBytes(rows.named!, i));
  // A length takes at most five bytes.
  const ofNamed = named?.reduce((size, { length }) => size + length, 0) ?? 0;
  const overhead = rows.count * (FINGERPRINT_BYTES + 5 * texts.length) + ofNamed;
  const bytes = new Uint8Array(texts.reduce((size, text) => size + text.offsets[rows.count], overhead));
  const contents: Uint8Array[] = [];
  let at = 0;
  for (let i = 0; i < rows.count; i++) {
    const from = at;
    for (let k = 8 * i; k < 8 * i + 8; k++) bytes[at++] = fingerprints[k];
    for (const { offsets } of texts) {
      let length = offsets[i + 1] - offsets[i];
      for (; length >= 0x80; length >>>= 7) bytes[at++] = (length & 0x7f) | 0x80;
      bytes[at++] = length;
    }
    for (const text of texts) {
      for (let p = text.offsets[i]; p < text.offsets[i + 1]; p++) bytes[at++] = text.bytes[p];
    }
    if (named !== null) {
      bytes.set(named[i], at);
      at += named[i].length;
    }
    contents.push(bytes.subarray(from, at));
  }
  return contents;
}

const cutOff = () =>
  new TieoutError('store_damaged', 'The store is damaged: an open item is cut off; restore it from a backup.');

/** Stored contents as columns. Each content begins at byte `from`. Throws store_damaged. */
export function readItemContents(contents: readonly Uint8Array[], from = 0): ItemContents {
  const count = contents.length;
  const fingerprint = sharedUint32(2 * count);
  const fingerprints = new Uint8Array(fingerprint.buffer);
  const offsets = [0, 0, 0, 0].map(() => sharedUint32(count + 1));
  const starts = new Uint32Array(count);
  for (let i = 0; i < count; i++) {
    const content = contents[i];
    let at = from;
    for (let k = 8 * i; k < 8 * i + FINGERPRINT_BYTES; k++) fingerprints[k] = content[at++];
    for (const ends of offsets) {
      let length = 0;
      for (let shift = 0; ; shift += 7) {
        const byte = content[at++];
        length |= (byte & 0x7f) << shift;
        // Beyond the end, `byte` is undefined, and the loop must end too.
        if (!(byte >= 0x80)) break;
      }
      ends[i + 1] = ends[i] + length;
    }
    starts[i] = at;
    const end = offsets.reduce((sum, ends) => sum + ends[i + 1] - ends[i], at);
    if (!(end <= content.length)) throw cutOff();
  }
  const column = (ends: Uint32Array): TextColumn => {
    const bytes = sharedUint8(ends[count]);
    for (let i = 0; i < count; i++) {
      const content = contents[i];
      let at = starts[i];
      for (let p = ends[i]; p < ends[i + 1]; p++) bytes[p] = content[at++];
      starts[i] = at;
    }
    return { bytes, offsets: ends };
  };
  // The order matters: each column leaves `starts` where the next one begins.
  const texts = [column(offsets[0]), column(offsets[1]), column(offsets[2]), column(offsets[3])] as const;
  const hasNamed = contents.some((content, i) => starts[i] < content.length);
  const named = hasNamed ? columnsFromValues(contents.map((content, i) => readNamed(content, starts[i]))) : [];
  return { fingerprint, texts, named };
}

const IDENTIFYING = 0x80;

/** The head of a value: length of its name, type, length of the value. Name and value follow. */
const HEAD_BYTES = 6;

function namedBytes(columns: NamedColumns, i: number): Uint8Array {
  return Buffer.concat(
    namedValues(columns, i).flatMap(({ name, type, identifying, value }) => {
      const head = Buffer.alloc(HEAD_BYTES);
      const nameBytes = Buffer.from(name);
      head.writeUInt8(nameBytes.length, 0);
      head.writeUInt8(COLUMN_TYPES.indexOf(type) | (identifying ? IDENTIFYING : 0), 1);
      head.writeUInt32LE(value.length, 2);
      return [head, nameBytes, value];
    }),
  );
}

function readNamed(content: Uint8Array, from: number): NamedValue[] {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.length);
  const values: NamedValue[] = [];
  for (let at = from; at < bytes.length; ) {
    const kind = bytes.readUInt8(at + 1);
    const nameAt = at + HEAD_BYTES;
    const valueAt = nameAt + bytes.readUInt8(at);
    const end = valueAt + bytes.readUInt32LE(at + 2);
    values.push({
      name: bytes.toString('utf8', nameAt, valueAt),
      type: COLUMN_TYPES[kind & ~IDENTIFYING],
      identifying: (kind & IDENTIFYING) !== 0,
      value: content.subarray(valueAt, end),
    });
    at = end;
  }
  return values;
}

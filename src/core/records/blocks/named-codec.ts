// Encodes the named columns of a block as one part and decodes them exactly. Each column is a length and a section, in
// the order of the header. Codes become indexes into the block's own list, integers become byte planes, texts are
// encoded as in text-codec.ts.

import type { NamedColumns, TextColumn } from '../rows/columns.ts';
import { type ColumnDefinition, knownColumn } from '../rows/kind-columns.ts';
import { definitionsOf, integerOf } from '../rows/named-columns.ts';
import type { Range } from '../rows/range.ts';
import { textColumnOf } from '../rows/text-column.ts';
import { concatenate, planeReader, planeWriter } from './integer-planes.ts';
import { decodeTexts, encodeTexts } from './text-codec.ts';

const LENGTH_BYTES = 4;

const decoder = new TextDecoder();

export function encodeNamed(columns: NamedColumns, range: Range): Uint8Array {
  return encodeSections(columns.map(({ type, texts }) => ENCODERS[type](texts, range)));
}

/** Writes each section after its length. */
function encodeSections(sections: readonly Uint8Array[]): Uint8Array {
  return concatenate(
    sections.flatMap((section) => {
      const length = new Uint8Array(LENGTH_BYTES);
      new DataView(length.buffer).setUint32(0, section.length, true);
      return [length, section];
    }),
  );
}

const ENCODERS: Readonly<Record<ColumnDefinition['type'], (texts: TextColumn, range: Range) => Uint8Array>> = {
  text: (texts, range) => encodeTexts(texts, { range, repeated: [] }),
  code: encodeCodes,
  integer: encodeIntegers,
};

const textIn = ({ bytes, offsets }: TextColumn, i: number): Uint8Array => bytes.slice(offsets[i], offsets[i + 1]);

function encodeCodes(texts: TextColumn, { from, to }: Range): Uint8Array {
  const index = new Uint32Array(to - from);
  const places = new Map<string, number>();
  const codes: Uint8Array[] = [];
  for (let i = from; i < to; i++) {
    const code = textIn(texts, i);
    // Codes are compared by bytes, which need not be UTF-8.
    const key = code.join();
    let place = places.get(key);
    if (place === undefined) places.set(key, (place = codes.push(code) - 1));
    index[i - from] = place;
  }
  const writer = planeWriter();
  writer.unsigned(Uint32Array.of(codes.length));
  writer.unsigned(index);
  const list = encodeTexts(textColumnOf(codes), { range: { from: 0, to: codes.length }, repeated: [] });
  return concatenate([writer.bytes(), list]);
}

/** Throws RangeError for a text that is not an integer. */
function encodeIntegers(texts: TextColumn, { from, to }: Range): Uint8Array {
  const present = new Uint32Array(to - from);
  const values = new Float64Array(to - from);
  for (let i = from; i < to; i++) {
    const text = decoder.decode(textIn(texts, i));
    if (text === '') continue;
    present[i - from] = 1;
    values[i - from] = integerOf(text);
  }
  const writer = planeWriter();
  writer.unsigned(present);
  writer.wide(values);
  return writer.bytes();
}

/** Rows and named columns of a block. `part` is undefined if it was not read, or the block has none. */
interface EncodedNamed {
  readonly rows: number;
  readonly columns: readonly ColumnDefinition[];
  readonly part: Uint8Array | undefined;
}

/**
 * The named columns of several blocks; values are empty if a block lacks the column. Throws RangeError if a part does
 * not fit its header, store_damaged for an unknown column.
 */
export function decodeNamed(blocks: readonly EncodedNamed[]): NamedColumns {
  const definitions = definitionsOf(blocks.map(({ columns }) => columns.map(knownColumn)));
  if (definitions.length === 0) return [];
  const sections = blocks.map(sectionsOf);
  return definitions.map((definition) => {
    const parts = blocks.map(({ rows }, b) => ({ rows, part: sections[b].get(definition.name) }));
    return { ...definition, texts: DECODERS[definition.type](parts) };
  });
}

type EncodedColumn = readonly { readonly rows: number; readonly part: Uint8Array | undefined }[];

const DECODERS: Readonly<Record<ColumnDefinition['type'], (blocks: EncodedColumn) => TextColumn>> = {
  text: (blocks) => decodeTexts(blocks, []),
  code: (blocks) => textColumnOf(valuesOf(blocks, codes)),
  integer: (blocks) => textColumnOf(valuesOf(blocks, integers)),
};

const valuesOf = <Value>(blocks: EncodedColumn, decode: (part: Uint8Array, rows: number) => Value[]) =>
  blocks.flatMap(({ rows, part }): (Value | '')[] => (part ? decode(part, rows) : new Array(rows).fill('')));

function sectionsOf({ columns, part }: EncodedNamed): Map<string, Uint8Array> {
  if (part === undefined) return new Map();
  return new Map(decodeSections(part, columns.length).map((section, k) => [columns[k].name, section]));
}

/** Throws RangeError if the part is not exactly `count` sections. */
function decodeSections(part: Uint8Array, count: number): Uint8Array[] {
  const view = new DataView(part.buffer, part.byteOffset, part.length);
  const sections: Uint8Array[] = [];
  let at = 0;
  while (sections.length < count) {
    const from = at + LENGTH_BYTES;
    if (from > part.length) throw new RangeError('named columns are cut off');
    at = from + view.getUint32(at, true);
    if (at > part.length) throw new RangeError('named columns are cut off');
    sections.push(part.subarray(from, at));
  }
  if (at !== part.length) throw new RangeError('named columns are longer than their header says');
  return sections;
}

function codes(part: Uint8Array, rows: number): Uint8Array[] {
  const reader = planeReader(part);
  const count = reader.unsigned(1)[0];
  const index = reader.unsigned(rows);
  const list = decodeTexts([{ rows: count, part: reader.rest() }], []);
  return Array.from(index, (place) => {
    if (place >= count) throw new RangeError('a code is missing from its block');
    return textIn(list, place);
  });
}

function integers(part: Uint8Array, rows: number): string[] {
  const reader = planeReader(part);
  const present = reader.unsigned(rows);
  const values = reader.wide(rows);
  if (reader.rest().length > 0) throw new RangeError('a column of integers is longer than its rows');
  return Array.from(values, (value, i) => (present[i] === 1 ? String(value) : ''));
}

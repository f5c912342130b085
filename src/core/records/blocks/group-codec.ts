// Encodes groups as blocks and decodes them exactly. A block holds groups of one tier, so its columns are nearly
// constant and only the ordinals take space. It is not compressed here.

import { sharedGroups } from '../groups/allocate-groups.ts';
import {
  GROUP_BLOCK_FORMAT,
  type GroupAmount,
  type GroupBlock,
  type GroupBlockHeader,
  type GroupColumns,
  type GroupMembers,
  NO_POSITION,
  WEIGHED_COLUMNS,
  type WeighedColumn,
  weighedNames,
} from '../groups/groups.ts';
import { sharedInt16 } from '../rows/allocate.ts';
import type { Range } from '../rows/range.ts';
import { type PlaneReader, type PlaneWriter, planeReader, planeWriter } from './integer-planes.ts';

/**
 * Encodes a range of groups. `amounts`: sums over its rows by currency. Throws RangeError if it is empty or mixes
 * tiers.
 */
export function encodeGroupBlock(
  groups: GroupColumns,
  { range: { from, to }, amounts }: { range: Range; amounts: readonly GroupAmount[] },
): GroupBlock {
  const tier = groups.tier.subarray(from, to);
  if (from >= to || tier.some((each) => each !== tier[0])) throw new RangeError('a group block holds one tier');
  const confidence = groups.confidence.subarray(from, to);
  const ingestions = new LocalIngestions(groups.ingestions);
  const writer = planeWriter();
  writer.unsigned(Uint32Array.from(confidence));
  writer.wide(groups.difference.subarray(from, to));
  writer.signed(groups.days.subarray(from, to));
  writer.signed(Int32Array.from(groups.textScore.subarray(from, to)));
  writer.unsigned(Uint32Array.from(groups.feeBasis.subarray(from, to)));
  writer.unsigned(Uint32Array.from(groups.byKey.subarray(from, to)));
  writer.signed(groups.runnerUpGap.subarray(from, to));
  writePositions(writer, groups.runnerUp.subarray(2 * from, 2 * to), ingestions);
  writeMembers(writer, groups.gl, { range: { from, to }, ingestions });
  writeMembers(writer, groups.bank, { range: { from, to }, ingestions });
  writer.unsigned(groups.twin.subarray(from, to));
  const weighed = weighedNames([groups.weighed]).filter((name) => hasValue(groups.weighed[name]!, { from, to }));
  for (const name of weighed) writer.signed(Int32Array.from(groups.weighed[name]!.subarray(from, to)));
  return {
    header: {
      format: GROUP_BLOCK_FORMAT,
      ...(weighed.length > 0 && { weighed }),
      tier: tier[0],
      groups: to - from,
      glRows: groups.gl.offsets[to] - groups.gl.offsets[from],
      bankRows: groups.bank.offsets[to] - groups.bank.offsets[from],
      leastConfidence: confidence.reduce((a, b) => Math.min(a, b)),
      greatestConfidence: confidence.reduce((a, b) => Math.max(a, b)),
      amounts,
      ingestions: ingestions.used,
    },
    content: writer.bytes(),
  };
}

/** The groups of the blocks, in the order of the blocks. Throws RangeError if a block does not fit its header. */
export function decodeGroupBlocks(blocks: readonly GroupBlock[]): GroupColumns {
  let count = 0;
  let glRows = 0;
  let bankRows = 0;
  for (const { header } of blocks) {
    count += header.groups;
    glRows += header.glRows;
    bankRows += header.bankRows;
  }
  const ingestions: string[] = [];
  const weighed: Partial<Record<WeighedColumn, Int16Array>> = {};
  for (const { header } of blocks) for (const name of weighedOf(header)) weighed[name] ??= sharedInt16(count);
  const groups = {
    ...sharedGroups(count, { gl: glRows, bank: bankRows }),
    weighed,
    ingestions,
  };
  let at = 0;
  for (const { header, content } of blocks) {
    const n = header.groups;
    const reader = planeReader(content);
    const global = header.ingestions.map((id) => placeOf(ingestions, id));
    groups.tier.fill(header.tier, at, at + n);
    groups.confidence.set(reader.unsigned(n), at);
    groups.difference.set(reader.wide(n), at);
    groups.days.set(reader.signed(n), at);
    groups.textScore.set(reader.signed(n), at);
    groups.feeBasis.set(reader.unsigned(n), at);
    groups.byKey.set(reader.unsigned(n), at);
    groups.runnerUpGap.set(reader.signed(n), at);
    groups.runnerUp.set(readPositions(reader, n, global), 2 * at);
    readMembers(reader, groups.gl, { at, count: n, rows: header.glRows, global });
    readMembers(reader, groups.bank, { at, count: n, rows: header.bankRows, global });
    // Blocks of versions without twins end here.
    if (reader.rest().length > 0) groups.twin.set(reader.unsigned(n), at);
    for (const name of weighedOf(header)) weighed[name]!.set(reader.signed(n), at);
    if (reader.rest().length > 0) throw new RangeError('a group block is longer than its groups');
    at += n;
  }
  return groups;
}

function hasValue(column: Int16Array, { from, to }: Range): boolean {
  for (let g = from; g < to; g++) if (column[g] !== 0) return true;
  return false;
}

/** Throws RangeError for a block of a later format, or with an unknown column, because no column is skipped. */
function weighedOf({ format = 1, weighed = [] }: GroupBlockHeader): readonly WeighedColumn[] {
  if (format > GROUP_BLOCK_FORMAT) {
    throw new RangeError(
      `a group block has format ${format}, and this version knows formats up to ${GROUP_BLOCK_FORMAT}`,
    );
  }
  return weighed.map((name) => {
    const known = WEIGHED_COLUMNS.find((one) => one === name);
    if (known === undefined)
      throw new RangeError(`a group block has a column ${name}, which this version does not know`);
    return known;
  });
}

/** Numbers the ingestions of a block in order of first use, from 1; 0 means NO_POSITION. */
class LocalIngestions {
  readonly used: string[] = [];
  readonly #all: readonly string[];
  readonly #places = new Map<number, number>();

  constructor(all: readonly string[]) {
    this.#all = all;
  }

  place(index: number): number {
    if (index === NO_POSITION) return 0;
    let place = this.#places.get(index);
    if (place === undefined) this.#places.set(index, (place = this.used.push(this.#all[index])));
    return place;
  }
}

function placeOf(list: string[], id: string): number {
  const place = list.indexOf(id);
  return place >= 0 ? place : list.push(id) - 1;
}

function writePositions(writer: PlaneWriter, positions: Uint32Array, ingestions: LocalIngestions): void {
  const count = positions.length / 2;
  const ingestion = new Uint32Array(count);
  const ordinal = new Uint32Array(count);
  for (let i = 0; i < count; i++) {
    ingestion[i] = ingestions.place(positions[2 * i]);
    if (ingestion[i] !== 0) ordinal[i] = positions[2 * i + 1];
  }
  writer.unsigned(ingestion);
  writer.unsigned(ordinal);
}

function readPositions(reader: PlaneReader, count: number, global: readonly number[]): Uint32Array {
  const positions = new Uint32Array(2 * count);
  const ingestion = reader.unsigned(count);
  const ordinal = reader.unsigned(count);
  for (let i = 0; i < count; i++) {
    if (ingestion[i] > global.length) throw new RangeError('a group block names an ingestion that its header lacks');
    positions[2 * i] = ingestion[i] === 0 ? NO_POSITION : global[ingestion[i] - 1];
    positions[2 * i + 1] = ingestion[i] === 0 ? NO_POSITION : ordinal[i];
  }
  return positions;
}

function writeMembers(
  writer: PlaneWriter,
  { offsets, positions }: GroupMembers,
  { range: { from, to }, ingestions }: { range: Range; ingestions: LocalIngestions },
): void {
  const sizes = new Uint32Array(to - from);
  for (let g = from; g < to; g++) sizes[g - from] = offsets[g + 1] - offsets[g];
  writer.unsigned(sizes);
  writePositions(writer, positions.subarray(2 * offsets[from], 2 * offsets[to]), ingestions);
}

function readMembers(
  reader: PlaneReader,
  into: GroupMembers,
  { at, count, rows, global }: { at: number; count: number; rows: number; global: readonly number[] },
): void {
  const start = into.offsets[at];
  const sizes = reader.unsigned(count);
  for (let g = 0; g < count; g++) into.offsets[at + g + 1] = into.offsets[at + g] + sizes[g];
  if (into.offsets[at + count] - start !== rows) throw new RangeError('a group block is cut off');
  into.positions.set(readPositions(reader, rows, global), 2 * start);
}

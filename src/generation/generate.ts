// A made-up month with its rows as they were booked, which needs the memory of a few days, or shuffled, which needs
// both files' bytes. In both cases the truth names the lines of the files.

import { SIDES, type Side } from '../core/records/rows/columns.ts';
import { type Chunk, type MonthTotals, type PlaceOf, playMonth } from './month.ts';
import type { MonthOptions } from './options.ts';
import { type Random, seededRandom } from './random.ts';

/** The numbers 0 to count - 1 in random order (Fisher and Yates, inside out). */
function permutation(count: number, random: Random): Uint32Array {
  const order = new Uint32Array(count);
  for (let i = 0; i < count; i++) {
    const j = random.below(i + 1);
    order[i] = order[j];
    order[j] = i;
  }
  return order;
}

const booked: PlaceOf = (_, ordinal) => ordinal;
const LINE_END = 0x0a;
const CHUNK_BYTES = 1 << 18;

/** The lines of one file as they were booked; line 0 is the header. */
class BookedLines {
  private readonly bytes: Uint8Array;
  private readonly ends: Uint32Array;
  private length = 0;
  private lines = 0;

  constructor({ bytes, lines }: { bytes: number; lines: number }) {
    this.bytes = new Uint8Array(bytes);
    this.ends = new Uint32Array(lines);
  }

  append(chunk: Uint8Array): void {
    this.bytes.set(chunk, this.length);
    for (let at = chunk.indexOf(LINE_END); at >= 0; at = chunk.indexOf(LINE_END, at + 1)) {
      this.ends[this.lines++] = this.length + at + 1;
    }
    this.length += chunk.length;
  }

  /** The header, then rows order[0], order[1] and so on, in pieces. */
  *inOrder(order: Uint32Array): Generator<Uint8Array> {
    let piece = new Uint8Array(CHUNK_BYTES);
    let filled = 0;
    for (let place = -1; place < order.length; place++) {
      const line = place < 0 ? 0 : order[place] + 1;
      const text = this.bytes.subarray(line === 0 ? 0 : this.ends[line - 1], this.ends[line]);
      if (filled + text.length > piece.length) {
        yield piece.subarray(0, filled);
        piece = new Uint8Array(Math.max(CHUNK_BYTES, text.length));
        filled = 0;
      }
      piece.set(text, filled);
      filled += text.length;
    }
    yield piece.subarray(0, filled);
  }
}

/** The sizes of both files, by playing the month and dropping its text. */
function sizesOf(options: MonthOptions): { rows: Record<Side, number>; bytes: Record<Side, number> } {
  const bytes = { gl: 0, bank: 0 };
  const play = playMonth(options, booked);
  let step = play.next();
  for (; !step.done; step = play.next()) {
    const { file, bytes: text } = step.value;
    if (file !== 'truth') bytes[file] += text.length;
  }
  return { rows: step.value.rows, bytes };
}

function* shuffledMonth(options: MonthOptions): Generator<Chunk, MonthTotals> {
  // The truth is written with the rows, so their lines must be known before: a first pass counts them.
  const { rows, bytes } = sizesOf(options);
  const random = seededRandom(`${options.seed}/order`);
  const orders: Record<Side, Uint32Array> = { gl: permutation(rows.gl, random), bank: permutation(rows.bank, random) };
  const inverseOf = (order: Uint32Array) => {
    const places = new Uint32Array(order.length);
    for (let place = 0; place < order.length; place++) places[order[place]] = place;
    return places;
  };
  const places: Record<Side, Uint32Array> = { gl: inverseOf(orders.gl), bank: inverseOf(orders.bank) };
  const linesOf = (side: Side) => new BookedLines({ bytes: bytes[side], lines: rows[side] + 1 });
  const lines: Record<Side, BookedLines> = { gl: linesOf('gl'), bank: linesOf('bank') };

  const play = playMonth(options, (side, ordinal) => places[side][ordinal]);
  let step = play.next();
  for (; !step.done; step = play.next()) {
    const { file, bytes: text } = step.value;
    if (file === 'truth') yield step.value;
    else lines[file].append(text);
  }
  for (const file of SIDES) {
    for (const piece of lines[file].inOrder(orders[file])) yield { file, bytes: piece };
  }
  return step.value;
}

/**
 * The three files of a made-up month as chunks to append; the generator returns the totals. The same options give the
 * same bytes on every machine.
 */
export function generateMonth(options: MonthOptions): Generator<Chunk, MonthTotals> {
  return options.shuffled ? shuffledMonth(options) : playMonth(options, booked);
}

// Fills the typed columns row by row. They are shared memory, sized from an estimate and doubled when full; pages that
// are never written cost nothing. The running balance of each row is kept for the proof alone.

import {
  sharedFloat64,
  sharedInt32,
  sharedUint8,
  sharedUint16,
  sharedUint32,
} from '../../../core/records/rows/allocate.ts';
import type { RowColumns, TextColumn, TextColumnName } from '../../../core/records/rows/columns.ts';

const SPACE = 0x20;
const APOSTROPHE = 0x27;
const QUOTE = 0x22;

const encoder = new TextEncoder();

export class TextBuilder {
  bytes: Uint8Array;
  /** The memory of `bytes`, to write four bytes at once. */
  view: DataView;
  offsets: Uint32Array;
  used = 0;

  constructor({ rows, bytes }: { rows: number; bytes: number }) {
    this.bytes = sharedUint8(bytes + 16);
    this.view = new DataView(this.bytes.buffer);
    this.offsets = sharedUint32(rows + 1);
  }

  /** Appends a cell without the spaces around it; `joined`: after a space if the row's text has begun. */
  append(from: Uint8Array, start: number, end: number, raw: number, joined: boolean, rowStart: number): void {
    while (start < end && from[start] <= SPACE) start++;
    while (end > start && from[end - 1] <= SPACE) end--;
    // The apostrophe by which a spreadsheet marks a text is not part of the value.
    if (from[start] === APOSTROPHE && end - start > 1 && from[end - 1] !== APOSTROPHE) start++;
    if (start >= end) return;
    let used = this.used;
    if (used + end - start + 1 > this.bytes.length) this.grow(end - start + 1);
    const to = this.bytes;
    if (joined && used > rowStart) to[used++] = SPACE;
    if (raw === 1) used = this.unescape(from, start, end, used);
    else if (end - start > 96) {
      to.set(from.subarray(start, end), used);
      used += end - start;
    } else for (let p = start; p < end; p++) to[used++] = from[p];
    this.used = used;
  }

  /** Appends a text as it is; a line end or tab in it becomes a space. */
  appendText(text: string): void {
    const { length } = text;
    this.makeRoom(3 * length);
    const { used, bytes } = this;
    // Texts are nearly always ASCII and short: a loop writes them in a third of the encoder's time.
    let i = 0;
    for (; i < length; i++) {
      const code = text.charCodeAt(i);
      if (code >= 0x80) break;
      bytes[used + i] = code < SPACE ? SPACE : code;
    }
    if (i < length) {
      const end = used + encoder.encodeInto(text, bytes.subarray(used)).written;
      for (let p = used; p < end; p++) if (bytes[p] < SPACE) bytes[p] = SPACE;
      this.used = end;
    } else this.used = used + length;
  }

  /** A doubled quote becomes one; a line end or tab inside a cell becomes a space. */
  private unescape(from: Uint8Array, start: number, end: number, used: number): number {
    for (let p = start; p < end; p++) {
      const c = from[p];
      if (c === QUOTE && from[p + 1] === QUOTE && p + 1 < end) p++;
      if (c === 0x0d && from[p + 1] === 0x0a) continue;
      this.bytes[used++] = c < SPACE ? SPACE : c;
    }
    return used;
  }

  /** Makes room for `bytes` bytes, so that writing them needs no check. */
  makeRoom(bytes: number): void {
    if (this.used + bytes > this.bytes.length) this.grow(bytes);
  }

  private grow(atLeast: number): void {
    const wider = sharedUint8(Math.max(Math.ceil(this.bytes.length * 1.5), this.used + atLeast + 16));
    wider.set(this.bytes.subarray(0, this.used));
    this.bytes = wider;
    this.view = new DataView(wider.buffer);
  }

  /** Takes back the texts of rows [from, to). */
  cut(from: number, to: number): void {
    this.used = this.offsets[from];
    // A column without any text is never given its offsets.
    this.offsets.fill(0, from + 1, to + 1);
  }

  finish(rows: number): TextColumn {
    return { bytes: this.bytes.subarray(0, this.used), offsets: this.offsets.subarray(0, rows + 1) };
  }
}

/** Expected rows, and bytes of each text column. */
export type Estimate = Readonly<Record<'rows' | TextColumnName, number>>;

export class ColumnBuilder {
  count = 0;
  capacity: number;
  amount: Float64Array;
  bookingDay: Int32Array;
  valueDay: Int32Array;
  account: Uint16Array;
  currency: Uint8Array;
  flags: Uint8Array;
  line: Uint32Array;
  /** Running balance in minor units, NaN where the row has none. */
  balance: Float64Array;
  readonly reference: TextBuilder;
  readonly settlementSession: TextBuilder;
  readonly narration: TextBuilder;
  readonly sourceId: TextBuilder;
  /** Cells of the kind's columns, as in the file. */
  readonly ofKind: readonly TextBuilder[];
  private readonly parts: { readonly name: string; readonly from: number }[] = [];

  constructor(estimate: Estimate, columnsOfKind = 0) {
    this.capacity = Math.max(estimate.rows, 64);
    const n = this.capacity;
    this.amount = sharedFloat64(n);
    this.bookingDay = sharedInt32(n);
    this.valueDay = sharedInt32(n);
    this.account = sharedUint16(n);
    this.currency = sharedUint8(n);
    this.flags = sharedUint8(n);
    this.line = sharedUint32(n);
    this.balance = new Float64Array(n);
    const text = (column: TextColumnName) => new TextBuilder({ rows: n, bytes: estimate[column] });
    this.reference = text('reference');
    this.settlementSession = text('settlementSession');
    this.narration = text('narration');
    this.sourceId = text('sourceId');
    this.ofKind = Array.from({ length: columnsOfKind }, () => new TextBuilder({ rows: n, bytes: n * 12 }));
  }

  /** Rows from here on are of that sheet or page, whose lines are numbered from 1 again. */
  startPart(name: string): void {
    this.parts.push({ name, from: this.count });
  }

  /** Ends the row whose texts were appended. */
  endRow(): void {
    const n = ++this.count;
    this.reference.offsets[n] = this.reference.used;
    this.narration.offsets[n] = this.narration.used;
    // Most files have neither: their pages stay unwritten.
    if (this.settlementSession.used !== 0) this.settlementSession.offsets[n] = this.settlementSession.used;
    if (this.sourceId.used !== 0) this.sourceId.offsets[n] = this.sourceId.used;
    for (const text of this.ofKind) text.offsets[n] = text.used;
    if (n === this.capacity) this.grow();
  }

  /** Ends a row. `ends`: where its narration, reference, settlement session and source id end. */
  endPlainRow(ends: Int32Array): void {
    const n = ++this.count;
    this.narration.offsets[n] = ends[0];
    this.reference.offsets[n] = ends[1];
    if (ends[2] !== 0) this.settlementSession.offsets[n] = ends[2];
    if (ends[3] !== 0) this.sourceId.offsets[n] = ends[3];
    for (const text of this.ofKind) text.offsets[n] = text.used;
    if (n === this.capacity) this.grow();
  }

  /** Takes back the rows from `count` on. */
  cut(count: number): void {
    for (const text of [this.reference, this.settlementSession, this.narration, this.sourceId, ...this.ofKind])
      text.cut(count, this.count);
    this.count = count;
  }

  private grow(): void {
    const n = this.capacity * 2;
    this.capacity = n;
    const wider = <T extends { set(from: T): void }>(made: T, from: T): T => {
      made.set(from);
      return made;
    };
    this.amount = wider(sharedFloat64(n), this.amount);
    this.bookingDay = wider(sharedInt32(n), this.bookingDay);
    this.valueDay = wider(sharedInt32(n), this.valueDay);
    this.account = wider(sharedUint16(n), this.account);
    this.currency = wider(sharedUint8(n), this.currency);
    this.flags = wider(sharedUint8(n), this.flags);
    this.line = wider(sharedUint32(n), this.line);
    this.balance = wider(new Float64Array(n), this.balance);
    for (const text of [this.reference, this.settlementSession, this.narration, this.sourceId, ...this.ofKind]) {
      text.offsets = wider(sharedUint32(n + 1), text.offsets);
    }
  }

  /** The columns of one file; the fingerprints are still to be filled. */
  finish(names: { accounts: readonly string[]; currencies: readonly string[]; file: string }): RowColumns {
    const n = this.count;
    const file = sharedUint16(n);
    for (const [i, { from }] of this.parts.entries()) file.fill(i, from);
    return {
      count: n,
      amount: this.amount.subarray(0, n),
      bookingDay: this.bookingDay.subarray(0, n),
      valueDay: this.valueDay.subarray(0, n),
      account: this.account.subarray(0, n),
      currency: this.currency.subarray(0, n),
      flags: this.flags.subarray(0, n),
      file,
      line: this.line.subarray(0, n),
      fingerprint: sharedUint32(2 * n),
      reference: this.reference.finish(n),
      settlementSession: this.settlementSession.finish(n),
      narration: this.narration.finish(n),
      sourceId: this.sourceId.finish(n),
      accounts: names.accounts,
      currencies: names.currencies,
      files: this.parts.length === 0 ? [names.file] : this.parts.map(({ name }) => placeIn(names.file, name)),
    };
  }
}

/** A sheet or page of a file, as rows of it are named: `march.xlsx [Sheet2]`. */
const placeIn = (file: string, part: string): string => `${file} [${part}]`;

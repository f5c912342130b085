// Sheets of cells as texts, in the order of a container's rows, kept close together: a row is its line, the number of
// its cells, their lengths, and their bytes in UTF-8. What a container gives as something else than text (numbers,
// days) is written in the one form that every reader understands. Cells behind the last filled one are not kept.

import { TieoutError } from '../../../core/errors.ts';
import { MAX_CELL_BYTES, MAX_COLUMNS, MAX_FIELD_BYTES, MAX_FILE_ROWS } from '../../../core/limits.ts';

const PIECE_BYTES = 1 << 20;
const FIRST_PIECE_BYTES = 1 << 12;
/** Most sheets of a workbook: a year of months and accounts has fewer. */
const MOST_SHEETS = 200;
const SPACE = 0x20;
const encoder = new TextEncoder();

/** Rows packed one after the other. */
export interface Piece {
  readonly bytes: Uint8Array;
  readonly view: DataView;
  used: number;
  rows: number;
}

export interface CellSheet {
  /** '' for a container that names no sheets. */
  readonly name: string;
  readonly pieces: Piece[];
  rows: number;
  /** Number of columns up to the last filled one of any row. */
  width: number;
  /** Bytes of all cells. */
  bytes: number;
  /** Groups of columns that one title covers. */
  readonly merged: MergedTitle[];
  /** Cells that cover rows below theirs. */
  readonly covering: CoveringCell[];
  /** Its values stand in the rows of other sheets, too. */
  isInOthers: boolean;
}

/** A cell that covers several columns of its row, from 0. */
interface MergedTitle {
  readonly line: number;
  readonly from: number;
  readonly to: number;
}

/** A cell of a column, from 0, that covers the lines up to `last`. */
interface CoveringCell {
  readonly line: number;
  readonly last: number;
  readonly column: number;
}

/** Bytes before the lengths of a row's cells: its line, and their number. */
export const ROW_HEAD = 8;

export class CellSheets {
  readonly sheets: CellSheet[] = [];
  private readonly file: string;
  private readonly most: number;
  private readonly called: string;
  private sheet: CellSheet | null = null;
  private total = 0;
  /** The row that is being filled: cells with their text in `texts`, in any order of columns. */
  private texts = new Uint8Array(1 << 12);
  private used = 0;
  private width = 0;
  private readonly from = new Int32Array(MAX_COLUMNS);
  private readonly to = new Int32Array(MAX_COLUMNS);
  /** The row in which each column was filled last. */
  private readonly filledAt = new Float64Array(MAX_COLUMNS).fill(-1);
  private row = 0;
  private isNewPiece = false;

  /** `file` is the name in sentences; a file has at most `most` sheets, which sentences call `called`. */
  constructor(file: string, { most, called } = { most: MOST_SHEETS, called: 'sheets' }) {
    this.file = file;
    this.most = most;
    this.called = called;
  }

  /** Throws file_too_large. */
  startSheet(name: string): CellSheet {
    if (this.sheets.length >= this.most) throw this.tooLarge(`there are more than ${this.most} ${this.called}.`);
    this.sheet = { name, pieces: [], rows: 0, width: 0, bytes: 0, merged: [], covering: [], isInOthers: false };
    this.sheets.push(this.sheet);
    return this.sheet;
  }

  /** Rows that come are of that sheet. */
  select(sheet: CellSheet): void {
    this.sheet = sheet;
  }

  /** The rows of the sheet that come stand in pieces of their own; answers how many pieces stand above them. */
  startPiece({ pieces }: CellSheet): number {
    this.isNewPiece = true;
    return pieces.length;
  }

  /** Puts a row below the first pieces of a sheet. */
  insertRow(sheet: CellSheet, pieces: number, { line, cells }: { line: number; cells: readonly string[] }): void {
    const own: CellSheet = { ...sheet, pieces: [], width: 0, rows: 0, bytes: 0 };
    this.select(own);
    for (const [column, text] of cells.entries()) this.cell(column, text);
    this.endRow(line);
    sheet.pieces.splice(pieces, 0, ...own.pieces);
    sheet.rows += own.rows;
    sheet.bytes += own.bytes;
    sheet.width = Math.max(sheet.width, own.width);
  }

  /** Fills a cell of the current row with a text. Throws file_too_large. */
  cell(column: number, text: string): void {
    if (text === '') return;
    this.makeRoom(3 * text.length);
    const { used } = this;
    this.fill(column, used, used + encoder.encodeInto(text, this.texts.subarray(used)).written);
  }

  /** Adds a cell whose text is UTF-8 bytes. */
  cellOf(column: number, bytes: Uint8Array, from: number, to: number): void {
    if (from === to) return;
    this.makeRoom(to - from);
    const { used, texts } = this;
    if (to - from > 32) texts.set(bytes.subarray(from, to), used);
    else for (let p = from, q = used; p < to; p++) texts[q++] = bytes[p];
    this.fill(column, used, used + to - from);
  }

  private makeRoom(bytes: number): void {
    if (this.used + bytes <= this.texts.length) return;
    const wider = new Uint8Array(2 * this.texts.length + bytes);
    wider.set(this.texts.subarray(0, this.used));
    this.texts = wider;
  }

  private fill(column: number, from: number, to: number): void {
    const { texts } = this;
    for (let p = from; p < to; p++) if (texts[p] < SPACE) texts[p] = SPACE;
    while (from < to && texts[from] === SPACE) from++;
    while (to > from && texts[to - 1] === SPACE) to--;
    if (from === to) return;
    if (column >= MAX_COLUMNS) throw this.tooLarge(`the row has more than ${MAX_COLUMNS} columns.`);
    if (to - from > MAX_FIELD_BYTES) throw this.tooLarge(`a cell is longer than ${MAX_FIELD_BYTES} bytes.`);
    this.from[column] = from;
    this.to[column] = to;
    this.filledAt[column] = this.row;
    if (column >= this.width) this.width = column + 1;
    this.used = to;
  }

  /** Ends the current row, which is left out if nothing is in it. Throws file_too_large. */
  endRow(line: number): void {
    const { width, sheet, from, to, texts, filledAt, row } = this;
    if (sheet === null) throw new Error('a row stands in a sheet');
    if (width === 0) return;
    const size = ROW_HEAD + 4 * width + this.used;
    const piece = this.pieceFor(sheet, size);
    const { bytes, view } = piece;
    let at = piece.used;
    view.setUint32(at, line, true);
    view.setUint32(at + 4, width, true);
    at += ROW_HEAD;
    let text = at + 4 * width;
    for (let c = 0; c < width; c++, at += 4) {
      const length = filledAt[c] === row ? to[c] - from[c] : 0;
      view.setUint32(at, length, true);
      for (let p = from[c], end = p + length; p < end; p++) bytes[text++] = texts[p];
    }
    sheet.bytes += text - piece.used;
    this.total += text - piece.used;
    piece.used = text;
    piece.rows++;
    sheet.rows++;
    if (width > sheet.width) sheet.width = width;
    this.used = 0;
    this.width = 0;
    this.row++;
    if (this.row > MAX_FILE_ROWS) throw this.tooLarge(`the file has more than ${MAX_FILE_ROWS} rows.`);
    if (this.total > MAX_CELL_BYTES)
      throw this.tooLarge(`its cells hold more than ${MAX_CELL_BYTES / 1e6} MB of text.`);
  }

  private pieceFor({ pieces }: CellSheet, size: number): Piece {
    const last = pieces.at(-1);
    const isFit = !this.isNewPiece;
    this.isNewPiece = false;
    if (isFit && last !== undefined && last.used + size <= last.bytes.length) return last;
    // A small sheet does not need a large piece.
    const room = Math.min(PIECE_BYTES, FIRST_PIECE_BYTES << Math.min(8, 2 * pieces.length));
    const bytes = new Uint8Array(Math.max(size, room));
    const piece = { bytes, view: new DataView(bytes.buffer), used: 0, rows: 0 };
    pieces.push(piece);
    return piece;
  }

  private tooLarge(sentence: string): TieoutError {
    return new TieoutError('file_too_large', sentence, { file: this.file });
  }
}

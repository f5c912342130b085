// The cells of one worksheet as texts. Of a formula the value that was calculated last is taken; nothing is calculated.

import type { CellSheet, CellSheets } from '../../cells/cell-sheets.ts';
import type { XmlSpans } from '../../xml/xml-scanner.ts';
import { attributesIn, textIn } from '../../xml/xml-text.ts';
import { type Shown, shownText } from './styles.ts';
import { isSpoken, type SharedStrings, unescaped } from './text-list.ts';

interface WorkbookTexts {
  readonly strings: SharedStrings;
  /** How the numbers of each cell format are shown. */
  readonly shown: readonly Shown[];
  readonly is1904: boolean;
}

/** Names of elements and attributes, by their letters. */
const [C, V, F, T, R, S] = [0x63, 0x76, 0x66, 0x74, 0x72, 0x73];
const ROW = Buffer.from('row');
const MERGED = Buffer.from('mergeCell');
const [SPACE, QUOTE, APOSTROPHE, EQUALS] = [0x20, 0x22, 0x27, 0x3d];
const BEFORE_A = 0x40;
/** Rows of a worksheet. */
const LAST_LINE = 1_048_576;
const PLAIN: Shown = { as: 'number', zeros: 0 };

export class SheetCells implements XmlSpans {
  /** Cells whose formula has no value: the program that wrote them did not calculate. */
  uncalculated = 0;
  private readonly into: CellSheets;
  private readonly sheet: CellSheet;
  private readonly workbook: WorkbookTexts;
  private line = 0;
  private column = -1;
  /** The type of the cell in its first letters: s and str, b, e, d, n, inlineStr. */
  private type = 'n';
  private style = 0;
  private value = '';
  private formula = '';
  private isInCell = false;
  /** The element of the cell whose text comes: V, F, T, or 0 for none. */
  private within = 0;
  /** The text was put into its cell from its bytes. */
  private isDone = false;
  /** Days are few and come again: the last number of a day and its text. */
  private lastDay = '';
  private lastDayStyle = -1;
  private lastDayText = '';

  constructor(into: CellSheets, name: string, workbook: WorkbookTexts) {
    this.into = into;
    this.sheet = into.startSheet(name);
    this.workbook = workbook;
  }

  open(bytes: Uint8Array, from: number, to: number, end: number): void {
    const c = bytes[from];
    if (to - from === 1) {
      if (c === C) this.openCell(bytes, to, end);
      else if (this.isInCell && (c === V || c === F || c === T)) this.within = c;
    } else if (isNamed(bytes, from, to, ROW)) {
      this.openRow(bytes, to, end);
    } else if (isNamed(bytes, from, to, MERGED)) this.merge(attributesIn(bytes, to, end).ref ?? '');
    else if (isSpoken(bytes, from, to)) this.isInCell = false;
  }

  text(bytes: Uint8Array, from: number, to: number, escaped: boolean): void {
    if (this.within === 0) return;
    if (this.within === F) this.formula += textIn(bytes, from, to, escaped);
    else if (escaped || this.value !== '' || !this.takeBytes(bytes, from, to))
      this.value += textIn(bytes, from, to, escaped);
  }

  close(bytes: Uint8Array, from: number, to: number): void {
    if (to - from === 1) {
      const c = bytes[from];
      if (c === V || c === F || c === T) this.within = 0;
      else if (c === C) {
        this.isInCell = false;
        if (!this.isDone) this.endCell();
      }
    } else if (isNamed(bytes, from, to, ROW)) this.into.endRow(this.line);
    else if (isSpoken(bytes, from, to)) this.isInCell = true;
  }

  private openRow(bytes: Uint8Array, from: number, to: number): void {
    let line = 0;
    for (let p = nextAttribute(bytes, from, to); p < to; p = nextAttribute(bytes, behindAttribute, to))
      if (attributeName === R) line = numberAt(bytes, p, behindAttribute);
    this.line = line > this.line && line <= LAST_LINE ? line : this.line + 1;
    this.column = -1;
  }

  /** Reads the attributes r, s and t of a cell. */
  private openCell(bytes: Uint8Array, from: number, to: number): void {
    this.column++;
    this.type = 'n';
    this.style = 0;
    this.value = '';
    this.formula = '';
    this.isInCell = true;
    this.isDone = false;
    for (let p = nextAttribute(bytes, from, to); p < to; p = nextAttribute(bytes, behindAttribute, to)) {
      const end = behindAttribute;
      if (attributeName === R) this.column = columnAt(bytes, p, end);
      else if (attributeName === S) this.style = numberAt(bytes, p, end);
      else if (attributeName === T) this.type = end - p === 1 && bytes[p] === S ? 's' : textIn(bytes, p, end, false);
    }
  }

  /** Puts a text into the cell from its bytes, if it needs no other form; false if it does. */
  private takeBytes(bytes: Uint8Array, from: number, to: number): boolean {
    const { type, into, workbook } = this;
    if (type === 's') {
      const { strings } = workbook;
      const i = numberAt(bytes, from, to);
      into.cellOf(this.column, strings.bytes, strings.startOf(i), strings.endOf(i));
    } else if (type === 'n' && isPlain(workbook.shown[this.style]) && isMoney(bytes, from, to))
      into.cellOf(this.column, bytes, from, to);
    else return false;
    this.isDone = true;
    return true;
  }

  private endCell(): void {
    const { into, column, value, type } = this;
    if (value === '') {
      if (this.formula === '') return;
      this.uncalculated++;
      into.cell(column, `=${this.formula}`);
    } else if (type === 'n') into.cell(column, this.numberShown(value));
    else if (type === 's') {
      const { strings } = this.workbook;
      into.cellOf(column, strings.bytes, strings.startOf(Number(value)), strings.endOf(Number(value)));
    } else if (type === 'd') into.cell(column, value.replace('T', ' ').replace(/ 00:00:00(\.0{1,9})?Z?$/, ''));
    else if (type === 'b') into.cell(column, value === '1' ? 'TRUE' : 'FALSE');
    else into.cell(column, unescaped(value));
  }

  private numberShown(value: string): string {
    const { style, workbook } = this;
    if (value === this.lastDay && style === this.lastDayStyle) return this.lastDayText;
    const shown = workbook.shown[style] ?? PLAIN;
    const text = shownText(value, shown, workbook.is1904);
    if (shown.as === 'day') {
      this.lastDay = value;
      this.lastDayStyle = style;
      this.lastDayText = text;
    }
    return text;
  }

  private merge(ref: string): void {
    const [, first, top, end, bottom] = /^([A-Z]{1,3})(\d{1,7}):([A-Z]{1,3})(\d{1,7})$/.exec(ref) ?? [];
    if (first === undefined) return;
    const columnOf = (letters: string) => columnAt(Buffer.from(letters), 0, letters.length);
    const [line, last, from, to] = [Number(top), Number(bottom), columnOf(first), columnOf(end) + 1];
    if (last > line) this.sheet.covering.push({ line, last, column: from });
    else if (to > from + 1) this.sheet.merged.push({ line, from, to });
  }
}

function isNamed(bytes: Uint8Array, from: number, to: number, name: Uint8Array): boolean {
  if (to - from !== name.length) return false;
  for (let i = 0; i < name.length; i++) if (bytes[from + i] !== name[i]) return false;
  return true;
}

const isPlain = (shown: Shown | undefined): boolean =>
  shown === undefined || (shown.as === 'number' && shown.zeros === 0);

/** Whether a number is a whole one, or one of two decimals, in few enough digits to be exact. */
function isMoney(bytes: Uint8Array, from: number, to: number): boolean {
  let p = bytes[from] === 0x2d ? from + 1 : from;
  if (to - p > 15 || p === to) return false;
  const first = p;
  while (p < to && (bytes[p] ^ 0x30) <= 9) p++;
  if (p === to) return p > first;
  return p > first && bytes[p] === 0x2e && to - p === 3 && (bytes[p + 1] ^ 0x30) <= 9 && (bytes[p + 2] ^ 0x30) <= 9;
}

/** The attribute that was found last: its name if that is one letter, else 0, and the place of its last quote. */
let attributeName = 0;
let behindAttribute = 0;

/** Where the value of the next attribute begins, `to` if there is none. */
function nextAttribute(bytes: Uint8Array, from: number, to: number): number {
  let p = from;
  while (p < to && (bytes[p] <= SPACE || bytes[p] === QUOTE || bytes[p] === APOSTROPHE)) p++;
  const name = p;
  while (p < to && bytes[p] !== EQUALS) p++;
  attributeName = p === name + 1 || bytes[name + 1] <= SPACE ? bytes[name] : 0;
  while (p < to && bytes[p] !== QUOTE && bytes[p] !== APOSTROPHE) p++;
  const quote = bytes[p];
  const value = ++p;
  while (p < to && bytes[p] !== quote) p++;
  behindAttribute = p;
  return value;
}

/** Whole numbers as they stand in attributes and of shared texts; one that is none is beyond any. */
function numberAt(bytes: Uint8Array, from: number, to: number): number {
  let value = 0;
  for (let p = from; p < to; p++) {
    const digit = bytes[p] ^ 0x30;
    if (digit > 9) return Number.MAX_SAFE_INTEGER;
    value = value * 10 + digit;
  }
  return value;
}

/** The column of AB12, from 0. */
function columnAt(bytes: Uint8Array, from: number, to: number): number {
  let column = 0;
  for (let p = from; p < to; p++) {
    const letter = bytes[p] - BEFORE_A;
    if (letter < 1 || letter > 26) break;
    column = column * 26 + letter;
  }
  return column - 1;
}

// Records of JSON as rows of cells: an object in a list, or one that stands alone. Records of one list are one sheet,
// whose titles are their names in the order in which they first come; a value within a value has the names of both,
// with a point. What stands around a list (account, currency, balances) is rows of a name and a value above its records;
// what stands around lists within records, columns of each. A value that stands behind its list is known only at the
// end: the file is then read again.

import { TieoutError } from '../../../../core/errors.ts';
import type { CellSheet, CellSheets } from '../../cells/cell-sheets.ts';
import { decimalText } from '../../cells/number-text.ts';
import type { JsonTake } from './json-tokens.ts';

interface JsonRecord {
  /** The list that it stands in: names with points, '' for none. */
  readonly list: string;
  readonly around: JsonRecord | null;
  readonly values: Map<string, string>;
  /** Its place among all records of the file. */
  readonly place: number;
  /** The values that a reading before this one found behind its lists. */
  readonly known: ReadonlyMap<string, string>;
  /** Whether records within it were made rows, and the names of values that came after that. */
  isShown: boolean;
  late: Set<string> | null;
}

/** Values that stand behind the lists of their records, by the records' places. */
export type LateValues = ReadonlyMap<number, ReadonlyMap<string, string>>;

/** Most bytes that such values may need until the file is read again, and those of a value besides its text. */
const MOST_LATE_BYTES = 256 << 20;
const BYTES_OF_VALUE = 100;

interface Open {
  readonly bracket: '{' | '[';
  /** The record that values in it belong to. */
  readonly record: JsonRecord;
  /** The name that its values have within the record: of a list all, of an object those before the point. */
  readonly called: string;
  /** The name of the value that comes. */
  name: string;
}

interface RecordSheet {
  readonly sheet: CellSheet;
  readonly columns: Map<string, number>;
  /** Pieces of the sheet above the line of titles, and that line; 0 until the first record. */
  piecesAbove: number;
  titleLine: number;
  line: number;
  /** The values that stand above the rows that come. */
  shownAround: JsonRecord['values'] | null;
}

const NOTHING: ReadonlyMap<string, string> = new Map();
const NONE: JsonRecord = {
  ...{ list: '', around: null, values: new Map(), place: -1 },
  ...{ known: NOTHING, isShown: false, late: null },
};

export class JsonCells implements JsonTake {
  private readonly into: CellSheets;
  private readonly sheets = new Map<string, RecordSheet>();
  private readonly stack: Open[] = [];
  /** Values that came too late for the rows within their records, whole. */
  readonly late = new Map<number, ReadonlyMap<string, string>>();
  private lateBytes = 0;
  private readonly known: LateValues;
  private readonly file: string;
  private records = 0;

  /** `known`: from a reading before this one. `file`: for sentences. */
  constructor(into: CellSheets, { known, file }: { readonly known: LateValues; readonly file: string }) {
    this.into = into;
    this.known = known;
    this.file = file;
  }

  open(bracket: '{' | '['): void {
    const outer = this.stack.at(-1);
    const called = outer === undefined ? '' : outer.bracket === '[' ? outer.called : nameIn(outer);
    const record = outer?.record ?? NONE;
    const isRecord = bracket === '{' && outer?.bracket !== '{';
    if (!isRecord) this.stack.push({ bracket, record, called, name: '' });
    else {
      const list = [record.list, called].filter((name) => name !== '').join('.');
      this.stack.push({ bracket, record: this.recordIn(list, record === NONE ? null : record), called: '', name: '' });
    }
  }

  private recordIn(list: string, around: JsonRecord | null): JsonRecord {
    const place = this.records++;
    const known = this.known.get(place) ?? NOTHING;
    return { list, around, values: new Map(known), place, known, isShown: false, late: null };
  }

  close(): void {
    const closed = this.stack.pop();
    if (closed?.bracket !== '{' || closed.record === this.stack.at(-1)?.record) return;
    const { record } = closed;
    if (record.late !== null) this.keepLate(record, record.late);
    this.addRow(record);
  }

  private keepLate({ place, values }: JsonRecord, names: ReadonlySet<string>): void {
    const late = [...names].map((name) => [name, values.get(name) ?? ''] as const);
    this.late.set(place, new Map(late));
    for (const [, text] of late) this.lateBytes += text.length + BYTES_OF_VALUE;
    if (this.lateBytes > MOST_LATE_BYTES)
      throw new TieoutError('file_too_large', 'too many values stand behind the lists of their records.', {
        file: this.file,
      });
  }

  name(text: string): void {
    const open = this.stack.at(-1);
    if (open !== undefined) open.name = text;
  }

  value(text: string, isText: boolean): void {
    const open = this.stack.at(-1);
    if (open === undefined || open.record === NONE) return;
    const name = open.bracket === '[' ? open.called : nameIn(open);
    const { record } = open;
    if (record.known.has(name)) return;
    const { values } = record;
    if (record.isShown) {
      record.late ??= new Set();
      record.late.add(name);
    }
    const before = values.get(name) ?? '';
    const plain = isText ? text : decimalText(text);
    values.set(name, before === '' ? plain : `${before} ${plain}`);
  }

  /** Puts the line of titles into each sheet, which is known only at the end. */
  end(): void {
    for (const { sheet, columns, piecesAbove, titleLine } of this.sheets.values()) {
      if (titleLine > 0) this.into.insertRow(sheet, piecesAbove, { line: titleLine, cells: [...columns.keys()] });
    }
  }

  private addRow({ list, around, values, isShown }: JsonRecord): void {
    const to = this.sheetOf(list);
    to.sheet.isInOthers ||= isShown;
    this.into.select(to.sheet);
    let outermost = around;
    while (outermost?.around) outermost = outermost.around;
    if (outermost?.list === '' && outermost.values !== to.shownAround) this.showAround(outermost, to);
    if (to.titleLine === 0) {
      to.titleLine = ++to.line;
      to.piecesAbove = this.into.startPiece(to.sheet);
    }
    for (const [name, text] of values) this.cell(to, name, text);
    for (let outer = around; outer !== null; outer = outer.around) {
      outer.isShown = true;
      if (outer.list === '') continue;
      for (const [name, text] of outer.values) this.cell(to, `${outer.list}.${name}`, text);
    }
    this.into.endRow(++to.line);
  }

  private cell({ columns }: RecordSheet, name: string, text: string): void {
    const column = columns.get(name) ?? columns.size;
    columns.set(name, column);
    this.into.cell(column, text);
  }

  private showAround({ values }: JsonRecord, to: RecordSheet): void {
    to.shownAround = values;
    for (const [name, text] of values) {
      if (text === '') continue;
      this.into.cell(0, `${name}:`);
      this.into.cell(1, text);
      this.into.endRow(++to.line);
    }
  }

  private sheetOf(list: string): RecordSheet {
    const known = this.sheets.get(list);
    if (known !== undefined) return known;
    const sheet = this.into.startSheet(list);
    const made = { sheet, columns: new Map(), piecesAbove: 0, titleLine: 0, line: 0, shownAround: null };
    this.sheets.set(list, made);
    return made;
  }
}

const nameIn = ({ called, name }: Open): string => (called === '' ? name : `${called}.${name}`);

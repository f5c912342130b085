// The tables of an OpenDocument spreadsheet as texts. Numbers and days are taken from their attributes, which are exact;
// rows and cells that are said to repeat are written out as far as they hold something. Formulas are passed over.

import type { CellSheet, CellSheets } from '../../cells/cell-sheets.ts';
import { numberText } from '../../cells/number-text.ts';
import type { XmlTake } from '../../xml/string-spans.ts';
import type { Attributes } from '../../xml/xml-text.ts';

interface Cell {
  readonly text: string;
  readonly columns: number;
}

export class OdsCells {
  readonly take: XmlTake;
  /** Names of tables that are not shown. */
  readonly hidden: string[] = [];
  private readonly into: CellSheets;
  private readonly hiddenStyles = new Set<string>();
  private style = '';
  private sheet: CellSheet | null = null;
  private line = 0;
  private cells: Cell[] = [];
  private repeats = 1;
  private cell: { value: string | null; columns: number; spanned: number; rows: number } | null = null;
  private text = '';
  /** Whether text is of the cell, and not of a note beside it. */
  private isText = false;
  private notes = 0;

  constructor(into: CellSheets) {
    this.into = into;
    this.take = {
      open: (name, attributes) => this.open(name, attributes),
      text: (text) => {
        if (this.isText && this.notes === 0) this.text += text;
      },
      close: (name) => this.close(name),
    };
  }

  private open(name: string, attributes: Attributes): void {
    if (name === 'style') this.style = attributes['style:name'] ?? '';
    else if (name === 'table-properties' && attributes['table:display'] === 'false') this.hiddenStyles.add(this.style);
    else if (name === 'table') this.startTable(attributes);
    else if (this.sheet === null) return;
    else if (name === 'table-row') {
      this.cells = [];
      this.repeats = countOf(attributes['table:number-rows-repeated']);
    } else if (name === 'table-cell' || name === 'covered-table-cell') this.startCell(attributes);
    else if (name === 'annotation') this.notes++;
    else if (name === 'p' && this.cell !== null && this.notes === 0) {
      if (this.text !== '') this.text += ' ';
      this.isText = true;
    } else if (name === 's' && this.isText) this.text += ' ';
  }

  private startTable(attributes: Attributes): void {
    const name = attributes['table:name'] ?? '';
    const isHidden = this.hiddenStyles.has(attributes['table:style-name'] ?? '');
    if (isHidden) this.hidden.push(name);
    this.sheet = isHidden ? null : this.into.startSheet(name);
    this.line = 0;
  }

  private startCell(attributes: Attributes): void {
    const columns = countOf(attributes['table:number-columns-repeated']);
    const spanned = countOf(attributes['table:number-columns-spanned']);
    const rows = countOf(attributes['table:number-rows-spanned']);
    this.cell = { value: valueIn(attributes), columns, spanned, rows };
    this.text = '';
  }

  private close(name: string): void {
    if (name === 'p') this.isText = false;
    else if (name === 'annotation') this.notes--;
    else if (name === 'table') this.sheet = null;
    else if (name === 'table-row') this.endRow();
    else if ((name === 'table-cell' || name === 'covered-table-cell') && this.cell !== null) {
      const { value, columns, spanned, rows } = this.cell;
      this.merge(spanned, rows);
      // A number that is shown with zeros before it is an identifier.
      const text = value === null || /^0\d{1,40}$/.test(this.text) ? this.text : value;
      this.cells.push({ text, columns });
      this.cell = null;
    }
  }

  private merge(columns: number, rows: number): void {
    if (columns === 1 && rows === 1) return;
    const from = this.cells.reduce((sum, one) => sum + one.columns, 0);
    const line = this.line + 1;
    if (rows > 1) this.sheet?.covering.push({ line, last: line + rows - 1, column: from });
    else this.sheet?.merged.push({ line, from, to: from + columns });
  }

  private endRow(): void {
    if (this.sheet === null) return;
    const isFilled = this.cells.some(({ text }) => text !== '');
    const times = isFilled ? this.repeats : 0;
    for (let n = 0; n < times; n++) {
      let column = 0;
      for (const { text, columns } of this.cells) {
        if (text !== '') for (let c = 0; c < columns; c++) this.into.cell(column + c, text);
        column += columns;
      }
      this.into.endRow(this.line + n + 1);
    }
    this.line += this.repeats;
  }
}

const countOf = (written: string | undefined): number => Math.max(1, Number.parseInt(written ?? '1', 10) || 1);

/** The value in a cell's attributes; null if only its text has it. */
function valueIn(attributes: Attributes): string | null {
  const type = attributes['office:value-type'];
  const value = attributes['office:value'];
  if (type === 'date') return attributes['office:date-value']?.replace('T', ' ').replace(/ 00:00:00$/, '') ?? null;
  if (type === 'float' || type === 'currency' || type === 'percentage')
    return value === undefined ? null : numberText(value);
  return null;
}

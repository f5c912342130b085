// The rows of a page's tables, in the order of the page, as one sheet: banks put account and balances into a table above
// that of the entries. A text outside of tables is a row of one cell. Of a table within a cell the rows stand alone.

import { MAX_COLUMNS } from '../../../../core/limits.ts';
import type { CellSheet, CellSheets } from '../../cells/cell-sheets.ts';
import { HtmlTags } from './html-tags.ts';
import { htmlText } from './html-text.ts';

interface OpenTable {
  cells: HtmlCell[];
  /** The text of the cell that is open; null outside of cells. */
  text: string | null;
  /** Columns and rows that it covers. */
  span: number;
  rows: number;
  /** Rows below for which cells of rows above cover a column. */
  readonly covered: number[];
}

interface HtmlCell {
  readonly text: string;
  readonly span: number;
  readonly rows: number;
}

/** Tags that part words. */
const PARTING = new Set(['br', 'p', 'div', 'li', 'ul', 'h1', 'h2', 'h3', 'h4', 'hr', 'body', 'head', 'form', 'center']);
const DEEPEST = 50;
/** Most columns that one cell may claim to cover, and most rows. */
const WIDEST = 100;
const TALLEST = 65_534;

export class HtmlCells {
  /** Whether a table began. */
  hasTable = false;
  private readonly into: CellSheets;
  private readonly sheet: CellSheet;
  private readonly tags = new HtmlTags((tag) => this.take(tag));
  private readonly open: OpenTable[] = [];
  private outside = '';
  /** What of the page does not end, as it begins; '' for nothing. */
  unended = '';
  private isInPage = false;
  private line = 0;

  constructor(into: CellSheets) {
    this.into = into;
    this.sheet = into.startSheet('');
  }

  write(piece: string): void {
    this.tags.write(piece);
  }

  end(): void {
    this.tags.end();
    this.unended = this.tags.unended || (this.open.length > 0 ? '<table>' : this.isInPage ? '<html>' : '');
    while (this.open.length > 0) this.endTable();
    this.endText();
  }

  private take({ text, name, isEnd, written }: { text: string; name: string; isEnd: boolean; written: string }): void {
    const table = this.open.at(-1);
    if (table === undefined) this.outside += text;
    else if (table.text !== null) table.text += text;
    if (name === 'html') this.isInPage = !isEnd;
    if (name === 'table') {
      if (isEnd) this.endTable();
      else this.startTable();
    } else if (table === undefined) {
      if (PARTING.has(name)) this.endText();
    } else if (name === 'tr') this.endRow(table);
    else if (name === 'td' || name === 'th') {
      endCell(table);
      if (isEnd) return;
      table.text = '';
      table.span = Math.min(Number(/\scolspan\s?=\s?["']?(\d{1,4})/i.exec(written)?.[1] ?? 1), WIDEST);
      table.rows = Math.min(Number(/\srowspan\s?=\s?["']?(\d{1,5})/i.exec(written)?.[1] ?? 1), TALLEST);
    } else if (table.text !== null && PARTING.has(name)) table.text += ' ';
  }

  private startTable(): void {
    this.hasTable = true;
    this.endText();
    if (this.open.length < DEEPEST) this.open.push({ cells: [], text: null, span: 1, rows: 1, covered: [] });
  }

  private endTable(): void {
    const table = this.open.at(-1);
    if (table === undefined) return;
    this.endRow(table);
    this.open.pop();
  }

  private endText(): void {
    const text = htmlText(this.outside);
    this.outside = '';
    if (text === '') return;
    this.into.cell(0, text);
    this.into.endRow(++this.line);
  }

  private endRow(table: OpenTable): void {
    endCell(table);
    if (table.cells.length === 0) return;
    this.line++;
    const { covered } = table;
    const isFree = Array.from(covered, (rows = 0) => rows === 0);
    for (const [column, rows = 0] of covered.entries()) if (rows > 0) covered[column] = rows - 1;
    let column = 0;
    for (const { text, span, rows } of table.cells) {
      while (isFree[column] === false) column++;
      this.into.cell(column, htmlText(text));
      const [line, to] = [this.line, column + Math.max(1, span)];
      if (rows > 1) this.sheet.covering.push({ line, last: line + rows - 1, column });
      else if (span > 1) this.sheet.merged.push({ line, from: column, to });
      if (rows > 1) for (let c = column; c < Math.min(to, MAX_COLUMNS); c++) covered[c] = rows - 1;
      column = to;
    }
    table.cells = [];
    this.into.endRow(this.line);
  }
}

function endCell(table: OpenTable): void {
  const { text, span, rows } = table;
  if (text !== null) table.cells.push({ text, span, rows });
  table.text = null;
}

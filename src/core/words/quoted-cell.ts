// A cell of a CSV file (RFC 4180). Only what needs quotes is changed, so a value that a spreadsheet would run as a
// formula stays what the bank sent, unless a file is made for spreadsheets: then an apostrophe stands before it.

/** A text as one cell, quoted if necessary. */
export function quotedCell(text: string, separator = ','): string {
  const isPlain = !text.includes(separator) && !/["\r\n]/.test(text);
  return isPlain ? text : `"${text.replaceAll('"', '""')}"`;
}

interface CsvForm {
  /** Whether it is for a spreadsheet: with a byte order mark, and without formulas. */
  readonly forExcel: boolean;
  readonly separator?: string;
}

/** A file of lines that have no ends yet. */
export function csvText(lines: Iterable<string>, { forExcel, separator }: CsvForm): string {
  const text = `${[...lines].join('\n')}\n`;
  return forExcel ? `${BYTE_ORDER_MARK}${withoutFormulas(text, separator)}` : text;
}

/** What a file for spreadsheets begins with, so that they take it for UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF';

/** What begins a formula: = + - @, and what Excel takes off before one. */
const FORMULA = /^[=+\-@\t\r]/;
/** Where another country's settings, or a mail program, end a cell. A comma of decimals does so for numbers too. */
const SEPARATING = /[,;\t]/;
/** A number is none, and stays a number. */
const NUMBER = /^-?\d{1,30}([.,]\d{1,30})?$/;

/** The same cells, with an apostrophe before each text that a spreadsheet would run as a formula. */
export function withoutFormulas(csv: string, separator = ','): string {
  const parts: string[] = [];
  for (let at = 0; at < csv.length; ) {
    const end = cellEnd(csv, at, separator);
    parts.push(harmless(csv.slice(at, end)), csv.slice(end, end + 1));
    at = end + 1;
  }
  return parts.join('');
}

/** Where the cell ends that begins there. */
function cellEnd(csv: string, from: number, separator: string): number {
  let at = from;
  let isQuoted = false;
  for (; at < csv.length; at++) {
    const sign = csv[at];
    if (sign === '"') isQuoted = !isQuoted;
    else if (!isQuoted && (sign === separator || sign === '\n')) break;
  }
  return at;
}

function harmless(cell: string): string {
  const isQuoted = cell.startsWith('"');
  const text = isQuoted ? cell.slice(1) : cell;
  const isNumber = NUMBER.test(text);
  if (FORMULA.test(text) && !isNumber) return isQuoted ? `"'${text}` : `"'${cell.replaceAll('"', '""')}"`;
  return isQuoted || isNumber || !SEPARATING.test(text) ? cell : `"${cell.replaceAll('"', '""')}"`;
}

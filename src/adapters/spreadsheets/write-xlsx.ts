// Writes sheets as an XLSX file (ECMA-376): numbers as numbers, days as days, every text as a text, so that nothing in a
// cell is ever a formula. The same lines give the same bytes. A sheet is packed piece by piece: it may be larger than a
// string can be.

import { strToU8, Zip, ZipDeflate } from 'fflate';
import { TieoutError } from '../../core/errors.ts';
import { NO_DAY } from '../../core/money/calendar.ts';
import { columnLetters, type LaidOutCell, type Sheet } from '../../core/summary/layout/cell.ts';

/** The first day that the format can hold: files carry no time of their own. */
const NO_TIME = new Date(1980, 0, 1);
/** Lines of an Excel sheet, its titles among them. */
const MOST_LINES = 1_048_576;
/** Characters of XML that are packed at once. */
const PIECE = 1 << 20;
/** Most decimals of a currency. */
const MOST_DECIMALS = 4;
/** Places in `cellXfs` below: those of numbers by their decimals, from one on; those of days last, one for each sheet. */
const [OF_TEXTS, OF_TITLES, OF_DECIMALS] = [1, 2, 3];
const OF_DAYS = OF_DECIMALS + MOST_DECIMALS;
/** Number of the first format of the file's own. */
const OWN_FORMATS = 164;
/** Day 0 of day numbers is 1970-01-01, which spreadsheets count as 25569. */
const FIRST_DAY = 25_569;

/** Throws output_unwritable for more lines than a sheet has room for. */
export function xlsxBytes(sheets: readonly Sheet[]): Uint8Array {
  const packed: Uint8Array[] = [];
  const zip = new Zip((error, piece) => {
    if (error !== null) throw error;
    packed.push(piece);
  });
  const add = (path: string, pieces: Iterable<string>): void => {
    const part = new ZipDeflate(path, { level: 6 });
    part.mtime = NO_TIME;
    zip.add(part);
    part.push(strToU8(DECLARATION));
    for (const piece of pieces) part.push(strToU8(piece));
    part.push(new Uint8Array(0), true);
  };
  const pathOf = (i: number) => `worksheets/sheet${i + 1}.xml`;
  const overrides = sheets.map(
    (_, i) => `<Override PartName="/xl/${pathOf(i)}" ContentType="${SHEETML}.worksheet+xml"/>`,
  );
  add('[Content_Types].xml', [
    `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${SHEETML}.sheet.main+xml"/>${overrides.join('')}<Override PartName="/xl/styles.xml" ContentType="${SHEETML}.styles+xml"/></Types>`,
  ]);
  add('_rels/.rels', [relations([['officeDocument', 'xl/workbook.xml']])]);
  const named = sheets.map(({ name }, i) => `<sheet name="${escaped(name)}" sheetId="${i + 1}" r:id="rId${i + 1}"/>`);
  add('xl/workbook.xml', [
    `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${named.join('')}</sheets></workbook>`,
  ]);
  add('xl/_rels/workbook.xml.rels', [
    relations([...sheets.map((_, i) => ['worksheet', pathOf(i)] as const), ['styles', 'styles.xml']]),
  ]);
  add('xl/styles.xml', [stylesXml(sheets)]);
  for (const [i, sheet] of sheets.entries()) add(`xl/${pathOf(i)}`, sheetPieces(sheet, OF_DAYS + i));
  zip.end();
  return joined(packed);
}

/** The pieces in memory of their own, which can go to another thread. */
function joined(pieces: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}

const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const SHEETML = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

const relations = (targets: readonly (readonly [kind: string, target: string])[]): string =>
  `<Relationships xmlns="${PACKAGE}/relationships">${targets
    .map(([kind, target], i) => `<Relationship Id="rId${i + 1}" Type="${OFFICE}/${kind}" Target="${target}"/>`)
    .join('')}</Relationships>`;

/** A title in another font than its cells would be wider than its column. */
const FONT = '<sz val="11"/><name val="Calibri"/>';

function stylesXml(sheets: readonly Sheet[]): string {
  const decimals = Array.from({ length: MOST_DECIMALS }, (_, i) => `#,##0.${'0'.repeat(i + 1)}`);
  const codes = [...decimals, ...sheets.map(({ dayFormat }) => dayFormat)];
  const formats = codes.map((code, i) => `<numFmt numFmtId="${OWN_FORMATS + i}" formatCode="${escaped(code)}"/>`);
  const cells = [
    '<xf xfId="0"/>',
    '<xf xfId="0" numFmtId="49" applyNumberFormat="1"/>',
    '<xf xfId="0" numFmtId="49" fontId="1" applyNumberFormat="1" applyFont="1"/>',
    ...codes.map((_, i) => `<xf xfId="0" numFmtId="${OWN_FORMATS + i}" applyNumberFormat="1"/>`),
  ];
  return `<styleSheet xmlns="${MAIN}"><numFmts count="${formats.length}">${formats.join('')}</numFmts><fonts count="2"><font>${FONT}</font><font><b/>${FONT}</font></fonts><fills count="2"><fill/><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="${cells.length}">${cells.join('')}</cellXfs></styleSheet>`;
}

function* sheetPieces(sheet: Sheet, ofDays: number): Generator<string> {
  const { titles, lines, isFiltered = false, widths = [] } = sheet;
  // All columns stand on one page of paper, landscape.
  const fit = isFiltered ? '<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>' : '';
  const page = isFiltered ? '<pageSetup paperSize="9" orientation="landscape" fitToWidth="1" fitToHeight="0"/>' : '';
  const view = isFiltered
    ? '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>'
    : '';
  const columns = widths.map((width, i) => `<col min="${i + 1}" max="${i + 1}" width="${width}" customWidth="1"/>`);
  const cols = columns.length === 0 ? '' : `<cols>${columns.join('')}</cols>`;
  let piece = `<worksheet xmlns="${MAIN}">${fit}${view}${cols}<sheetData>`;
  let n = 0;
  const add = (cells: readonly string[]): void => {
    n++;
    piece += `<row r="${n}">${cells.map((cell, i) => cell.replace('<c', `<c r="${columnLetters(i)}${n}"`)).join('')}</row>`;
  };
  if (titles !== null) add(titles.map((title) => textCell(title, OF_TITLES)));
  for (const line of lines) {
    if (n === MOST_LINES) throw tooLong(sheet);
    add(line.map((cell) => cellXml(cell, ofDays)));
    if (piece.length < PIECE) continue;
    yield piece;
    piece = '';
  }
  const filter =
    isFiltered && titles !== null ? `<autoFilter ref="A1:${columnLetters(titles.length - 1)}${Math.max(n, 1)}"/>` : '';
  yield `${piece}</sheetData>${filter}${choicesXml(sheet)}${page}</worksheet>`;
}

const tooLong = ({ name }: Sheet): TieoutError =>
  new TieoutError(
    'output_unwritable',
    `Sheet ${name} has no room for more than ${MOST_LINES} lines: take the format csv.`,
  );

/** Lists to choose from. The empty cell is allowed, anything else is refused by the spreadsheet. */
function choicesXml({ titles, choices = {} }: Sheet): string {
  const lists = Object.entries(choices).map(([title, words]) => {
    const column = columnLetters(titles!.indexOf(title));
    return `<dataValidation type="list" allowBlank="1" showErrorMessage="1" sqref="${column}2:${column}${MOST_LINES}"><formula1>"${escaped(words.join(','))}"</formula1></dataValidation>`;
  });
  return lists.length === 0 ? '' : `<dataValidations count="${lists.length}">${lists.join('')}</dataValidations>`;
}

/** A spreadsheet keeps so many digits of a number. */
const MOST_DIGITS = 15;

function cellXml(cell: LaidOutCell, ofDays: number): string {
  if (cell.is === 'number') return numberXml(cell.digits);
  if (cell.is === 'text') return textCell(cell.text);
  return cell.day === NO_DAY ? textCell('') : `<c s="${ofDays}"><v>${cell.day + FIRST_DAY}</v></c>`;
}

function numberXml(digits: string): string {
  // A longer amount would be another one: as a text it keeps its digits.
  if (digits.replace(/\D/g, '').length > MOST_DIGITS) return textCell(digits);
  const point = digits.indexOf('.');
  const decimals = point < 0 ? 0 : Math.min(MOST_DECIMALS, digits.length - point - 1);
  return decimals === 0 ? `<c><v>${digits}</v></c>` : `<c s="${OF_DECIMALS + decimals - 1}"><v>${digits}</v></c>`;
}

/** Spaces that XML would take for its own. */
const SPACED = /^\s|\s$|[\r\n\t]| {2}/;
const KEPT = ' xml:space="preserve"';

/** Characters of a cell: a spreadsheet refuses a file with longer ones. */
const MOST_CHARACTERS = 32_767;

const textCell = (text: string, style = OF_TEXTS): string =>
  text === ''
    ? '<c/>'
    : `<c s="${style}" t="inlineStr"><is><t${SPACED.test(text) ? KEPT : ''}>${escaped(unspoken(fitting(text)))}</t></is></c>`;

const fitting = (text: string): string =>
  text.length <= MOST_CHARACTERS ? text : `${text.slice(0, MOST_CHARACTERS - 1)}…`;

/** `_x0041_` would be read as A. */
const unspoken = (text: string): string => text.replace(/_(?=x[0-9a-fA-F]{4}_)/g, '_x005F_');

/** XML 1.0 has no other control characters, and no half of a pair. */
const escaped = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '\ufffd')
    .replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

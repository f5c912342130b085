// Writes one sheet as an XLSX file (ECMA-376): numbers as numbers, days as days, every text as a text, so that nothing
// in it is ever a formula. The same lines give the same bytes.

import { strToU8, zipSync } from 'fflate';
import { NO_DAY } from '../../core/money/calendar.ts';
import type { LaidOutCell, Sheet } from '../../core/summary/layout/cell.ts';

/** The first day that the format can hold: files carry no time of their own. */
const NO_TIME = new Date(1980, 0, 1);
/** Places in `cellXfs` below. */
const [OF_DAYS, OF_TEXTS] = [1, 2];
/** Day 0 of day numbers is 1970-01-01, which spreadsheets count as 25569. */
const FIRST_DAY = 25_569;

export function xlsxBytes({ name, titles, lines, dayFormat }: Sheet): Uint8Array {
  const rows: string[] = [];
  const add = (cells: readonly string[]): void => {
    const n = rows.length + 1;
    rows.push(`<row r="${n}">${cells.map((cell, i) => cell.replace('<c', `<c r="${letters(i)}${n}"`)).join('')}</row>`);
  };
  if (titles !== null) add(titles.map(textCell));
  for (const line of lines) add(line.map(cellXml));
  const parts: Readonly<Record<string, string>> = {
    '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${SHEETML}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${SHEETML}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${SHEETML}.styles+xml"/></Types>`,
    '_rels/.rels': relations([['officeDocument', 'xl/workbook.xml']]),
    'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="${escaped(name)}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations([
      ['worksheet', 'worksheets/sheet1.xml'],
      ['styles', 'styles.xml'],
    ]),
    'xl/styles.xml': `<styleSheet xmlns="${MAIN}"><numFmts count="1"><numFmt numFmtId="164" formatCode="${escaped(dayFormat)}"/></numFmts><fonts count="1"><font/></fonts><fills count="2"><fill/><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="3"><xf xfId="0"/><xf xfId="0" numFmtId="164" applyNumberFormat="1"/><xf xfId="0" numFmtId="49" applyNumberFormat="1"/></cellXfs></styleSheet>`,
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${MAIN}"><sheetData>${rows.join('')}</sheetData></worksheet>`,
  };
  const files = Object.entries(parts).map(([path, xml]) => [path, strToU8(`${DECLARATION}${xml}`)]);
  return zipSync(Object.fromEntries(files), { mtime: NO_TIME });
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

/** A spreadsheet keeps so many digits of a number. */
const MOST_DIGITS = 15;

function cellXml(cell: LaidOutCell): string {
  if (cell.is === 'number') {
    // A longer amount would be another one: as a text it keeps its digits.
    return cell.digits.replace(/\D/g, '').length > MOST_DIGITS ? textCell(cell.digits) : `<c><v>${cell.digits}</v></c>`;
  }
  if (cell.is === 'text') return textCell(cell.text);
  return cell.day === NO_DAY ? textCell('') : `<c s="${OF_DAYS}"><v>${cell.day + FIRST_DAY}</v></c>`;
}

const textCell = (text: string): string =>
  text === '' ? '<c/>' : `<c s="${OF_TEXTS}" t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`;

/** XML 1.0 has no other control characters, and no half of a pair. */
const escaped = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '\ufffd')
    .replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** A, B ... Z, AA ... */
function letters(column: number): string {
  const last = String.fromCharCode(65 + (column % 26));
  return column < 26 ? last : `${letters(Math.floor(column / 26) - 1)}${last}`;
}

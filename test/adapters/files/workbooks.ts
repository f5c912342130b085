// Workbooks as a program writes them, part by part, so that a test can spoil each of them.

import { strToU8, zipSync } from 'fflate';

/** A text, a number as written, a day serial in a format (its place in STYLES), or XML of a cell. */
export type Cell = string | number | { readonly v: string | number; readonly s?: number } | { readonly xml: string };

export interface SheetContent {
  readonly rows: readonly (readonly Cell[])[];
  /** Line of the first row. */
  readonly first?: number;
  readonly merged?: readonly string[];
  readonly isHidden?: boolean;
}

/** Places in the cell formats below. */
export const STYLES = { plain: 0, day: 1, instant: 2, zeros: 3, money: 4 } as const;

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

export const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

const letters = (column: number): string =>
  column < 26 ? String.fromCharCode(65 + column) : letters(Math.floor(column / 26) - 1) + letters(column % 26);

function cellXml(cell: Cell, at: string): string {
  if (typeof cell === 'string')
    return cell === '' ? '' : `<c r="${at}" t="inlineStr"><is><t>${escaped(cell)}</t></is></c>`;
  if (typeof cell === 'number') return `<c r="${at}"><v>${cell}</v></c>`;
  if ('xml' in cell) return cell.xml.replace('<c', `<c r="${at}"`);
  return `<c r="${at}" s="${cell.s ?? 0}"><v>${cell.v}</v></c>`;
}

export function sheetXml({ rows, first = 1, merged = [] }: SheetContent): string {
  const lines = rows.map((cells, i) => {
    const line = first + i;
    return `<row r="${line}">${cells.map((cell, c) => cellXml(cell, `${letters(c)}${line}`)).join('')}</row>`;
  });
  const merges = merged.map((ref) => `<mergeCell ref="${ref}"/>`).join('');
  return `${XML}<worksheet><sheetData>${lines.join('')}</sheetData>${merges && `<mergeCells>${merges}</mergeCells>`}</worksheet>`;
}

interface WorkbookOptions {
  readonly is1904?: boolean;
  readonly strings?: readonly string[];
  /** Parts that replace those made here. */
  readonly parts?: Readonly<Record<string, string>>;
  /** Parts that it names and lacks. */
  readonly without?: readonly string[];
}

export function workbook(
  sheets: Readonly<Record<string, SheetContent>>,
  { is1904 = false, strings = [], parts = {}, without = [] }: WorkbookOptions = {},
): Uint8Array {
  const named = Object.entries(sheets);
  const relation = (id: string, kind: string, target: string) =>
    `<Relationship Id="${id}" Type="${RELATIONS}/${kind}" Target="${target}"/>`;
  const relations = (inner: string) => `${XML}<Relationships>${inner}</Relationships>`;
  const all: Record<string, string> = {
    '[Content_Types].xml': `${XML}<Types/>`,
    '_rels/.rels': relations(relation('r', 'officeDocument', 'xl/workbook.xml')),
    'xl/workbook.xml': `${XML}<workbook xmlns:r="${RELATIONS}"><workbookPr${is1904 ? ' date1904="1"' : ''}/><sheets>${named
      .map(
        ([name, { isHidden }], i) =>
          `<sheet name="${escaped(name)}" sheetId="${i + 1}"${isHidden ? ' state="hidden"' : ''} r:id="s${i + 1}"/>`,
      )
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations(
      named.map((_, i) => relation(`s${i + 1}`, 'worksheet', `worksheets/sheet${i + 1}.xml`)).join('') +
        relation('t', 'styles', 'styles.xml') +
        relation('u', 'sharedStrings', '/xl/sharedStrings.xml'),
    ),
    'xl/styles.xml': `${XML}<styleSheet><numFmts><numFmt numFmtId="164" formatCode="[$-409]d\\-mmm\\-yyyy\\ h:mm"/><numFmt numFmtId="165" formatCode="0000000000"/><numFmt numFmtId="166" formatCode="&quot;day&quot; #,##0.00;[Red]-#,##0.00"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="166"/></cellXfs></styleSheet>`,
    'xl/sharedStrings.xml': `${XML}<sst>${strings.map((text) => `<si>${text}</si>`).join('')}</sst>`,
  };
  for (const [i, [, sheet]] of named.entries()) all[`xl/worksheets/sheet${i + 1}.xml`] = sheetXml(sheet);
  for (const part of without) delete all[part];
  return packed({ ...all, ...parts });
}

/** A ZIP archive of texts. */
export const packed = (parts: Readonly<Record<string, string | Uint8Array>>): Uint8Array =>
  zipSync(
    Object.fromEntries(
      Object.entries(parts).map(([path, content]) => [path, typeof content === 'string' ? strToU8(content) : content]),
    ),
    { mtime: new Date(2026, 0, 2) },
  );

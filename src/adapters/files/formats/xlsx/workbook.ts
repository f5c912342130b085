// Opens a workbook: which sheets it has, its texts, how its numbers are shown.

import { TieoutError } from '../../../../core/errors.ts';
import type { OpenFile } from '../../bytes/byte-source.ts';
import { CellSheets } from '../../cells/cell-sheets.ts';
import { readEntry } from '../../packed/read-entry.ts';
import type { ZipEntry } from '../../packed/zip-directory.ts';
import { stringsOf, type XmlTake } from '../../xml/string-spans.ts';
import { XmlScanner, type XmlSpans } from '../../xml/xml-scanner.ts';
import { SheetCells } from './sheet-cells.ts';
import { type Shown, shownBy } from './styles.ts';
import { SharedStrings, StringSpans } from './text-list.ts';

export interface Workbook {
  readonly cells: CellSheets;
  readonly warnings: readonly string[];
}

interface Package {
  readonly file: OpenFile;
  readonly name: string;
  readonly entries: readonly ZipEntry[];
}

interface Relation {
  readonly kind: string;
  readonly target: string;
}

/** Reads all visible sheets. Throws TieoutError. */
export function openWorkbook(file: OpenFile, name: string, entries: readonly ZipEntry[]): Workbook {
  const whole: Package = { file, name, entries };
  const main = relationsOf(whole, '').find(({ kind }) => kind === 'officeDocument')?.target ?? 'xl/workbook.xml';
  const { sheets, is1904 } = sheetsOf(whole, main);
  const relations = new Map(relationsOf(whole, main).map(({ id, ...relation }) => [id, relation] as const));
  const lacks = (what: string) =>
    new TieoutError('file_not_understood', `the workbook names ${what} and does not hold it: it is damaged.`, {
      file: name,
    });
  /** The part of that kind, without which cells would be read as something else than they are. */
  const partOf = (kind: string): string | undefined => {
    const path = [...relations.values()].find((one) => one.kind === kind)?.target;
    if (path !== undefined && entryOf(whole, path) === undefined) throw lacks(path);
    return path;
  };
  const strings = new SharedStrings(name);
  scan(whole, partOf('sharedStrings'), new StringSpans(strings));
  const shown = shownIn(whole, partOf('styles'));
  const cells = new CellSheets(name);
  const warnings: string[] = [];
  const hidden = sheets.filter(({ isHidden }) => isHidden);
  const visible = sheets.filter(({ isHidden }) => !isHidden);
  if (hidden.length > 0)
    warnings.push(`Hidden sheets are not read: ${hidden.map((sheet) => `“${sheet.name}”`).join(', ')}.`);
  for (const sheet of visible) {
    const relation = relations.get(sheet.id);
    if (relation !== undefined && relation.kind !== 'worksheet') continue;
    if (relation === undefined || entryOf(whole, relation.target) === undefined) throw lacks(`sheet “${sheet.name}”`);
    const reading = new SheetCells(cells, sheet.name, { strings, shown, is1904 });
    scan(whole, relation.target, reading);
    if (reading.uncalculated > 0) warnings.push(uncalculated(sheet.name, reading.uncalculated));
  }
  return { cells, warnings };
}

const uncalculated = (sheet: string, cells: number): string =>
  `${cells === 1 ? '1 formula' : `${cells} formulas`} of sheet “${sheet}” ${cells === 1 ? 'has' : 'have'} no value: open the workbook in a spreadsheet program and save it, for formulas are not calculated here.`;

function entryOf({ entries }: Package, path: string | undefined): Package['entries'][number] | undefined {
  const wanted = path?.toLowerCase();
  return entries.find((one) => one.path.toLowerCase() === wanted);
}

/** Reads a part of the package, if it has it. */
function scan(whole: Package, path: string | undefined, spans: XmlSpans): void {
  const { file, name } = whole;
  const entry = entryOf(whole, path);
  if (entry === undefined) return;
  const scanner = new XmlScanner({ name, part: entry.path }, spans);
  readEntry(file, entry, { name, take: (bytes) => scanner.write(bytes) });
  scanner.end();
}

/** The same of a small part. */
const take = (whole: Package, path: string | undefined, into: XmlTake): void => scan(whole, path, stringsOf(into));

/** The relations of a part, '' for those of the package, with paths from its root. */
function relationsOf(whole: Package, part: string): (Relation & { readonly id: string })[] {
  const slash = part.lastIndexOf('/') + 1;
  const folder = part.slice(0, slash);
  const relations: (Relation & { readonly id: string })[] = [];
  take(whole, `${folder}_rels/${part.slice(slash)}.rels`, {
    open: (element, { Id = '', Type = '', Target = '', TargetMode }) => {
      // What lies elsewhere is never looked for.
      if (element !== 'Relationship' || TargetMode === 'External') return;
      relations.push({ id: Id, kind: Type.slice(Type.lastIndexOf('/') + 1), target: pathFrom(folder, Target) });
    },
  });
  return relations;
}

/** `../worksheets/sheet1.xml` seen from a folder, or `/xl/worksheets/sheet1.xml`, from the root. */
function pathFrom(folder: string, target: string): string {
  const path: string[] = [];
  for (const name of (target.startsWith('/') ? target : folder + target).split('/')) {
    if (name === '..') path.pop();
    else if (name !== '' && name !== '.') path.push(name);
  }
  return path.join('/');
}

interface NamedSheet {
  readonly name: string;
  readonly id: string;
  readonly isHidden: boolean;
}

function sheetsOf(whole: Package, main: string): { readonly sheets: readonly NamedSheet[]; readonly is1904: boolean } {
  const sheets: NamedSheet[] = [];
  let is1904 = false;
  take(whole, main, {
    open: (element, attributes) => {
      if (element === 'workbookPr') is1904 = /^(1|true)$/.test(attributes.date1904 ?? '');
      if (element !== 'sheet') return;
      const id = Object.entries(attributes).find(([key]) => /(^|:)id$/.test(key))?.[1] ?? '';
      sheets.push({ name: attributes.name ?? '', id, isHidden: /hidden/i.test(attributes.state ?? '') });
    },
  });
  return { sheets, is1904 };
}

/** How the numbers of each cell format are shown. */
function shownIn(whole: Package, path: string | undefined): readonly Shown[] {
  const codes = new Map<number, string>();
  const formats: number[] = [];
  let isOfCells = false;
  take(whole, path, {
    open: (element, { numFmtId = '0', formatCode = '' }) => {
      if (element === 'cellXfs') isOfCells = true;
      else if (element === 'numFmt') codes.set(Number(numFmtId), formatCode);
      else if (element === 'xf' && isOfCells) formats.push(Number(numFmtId));
    },
    close: (element) => {
      if (element === 'cellXfs') isOfCells = false;
    },
  });
  return formats.map((id) => shownBy(id, codes.get(id)));
}

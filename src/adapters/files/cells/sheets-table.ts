// Sheets of cells as a table. The sheet that reads best is read, and with it those that have the same titles: banks give
// a sheet to each month or account. Other sheets with entries are named in a warning.

import { TieoutError } from '../../../core/errors.ts';
import { plainTitle } from '../../../core/reading/words/plain-title.ts';
import type { Sample } from '../layout/best-cut.ts';
import type { Decisions } from '../layout/decisions.ts';
import {
  type FoundLayout,
  foundLayout,
  type LayoutOptions,
  type LayoutPart,
  layoutOf,
  optionsOf,
} from '../layout/table-layout.ts';
import type { ReadRequest } from '../request/read-request.ts';
import type { RowReader } from '../scan/read-rows.ts';
import { readerOf, scanRows } from '../scan/scan-rows.ts';
import { type FinalReading, type Pass, settled, withBestUnits } from '../settle/settled.ts';
import type { TableFile } from '../table/table-file.ts';
import type { CellSheet } from './cell-sheets.ts';
import { withCoveredDays } from './covered-days.ts';
import { SheetRows } from './sheet-rows.ts';
import { cutOfSheet } from './sheet-sample.ts';

interface Cells {
  /** The file's name, for messages. */
  readonly name: string;
  readonly format: string;
  readonly encoding: string;
  /** SHA-256 in hex of the file as it lies. */
  readonly digest: string;
  readonly sheets: readonly CellSheet[];
  /** Sentences about what the container holds and is not read. */
  readonly warnings: readonly string[];
}

/** Throws file_not_understood if no sheet has a cell. */
export function sheetsTable(cells: Cells): TableFile {
  const sheets = cells.sheets.filter(({ rows }) => rows > 0).map((sheet) => withCoveredDays(sheet, cells.name));
  if (sheets.length === 0)
    throw new TieoutError('file_not_understood', 'the file has no filled cells.', { file: cells.name });
  const sample: Sample = {
    file: cells.name,
    cuts: sheets.map(cutOfSheet),
    head: new Uint8Array(0),
    cutWarnings: cells.warnings,
  };
  const { digest } = cells;
  return {
    format: cells.format,
    encoding: cells.encoding,
    sample,
    read: (request) => readSheets(request, { sheets, sample, digest }),
    rows: ({ sheet }) => ({ rows: new SheetRows([sheets[sheet ?? 0]]), digest: () => digest }),
  };
}

interface Opened {
  readonly sheets: readonly CellSheet[];
  readonly sample: Sample;
  readonly digest: string;
}

function readSheets(request: ReadRequest, { sheets, sample, digest }: Opened): FinalReading {
  const options = optionsOf(request);
  const best = layoutOf(sample, options);
  const read = partsOf(best, sheets, sample, options);
  const layout = { ...best, cutWarnings: [...best.cutWarnings, ...read.warnings], parts: read.parts };
  const ofParts = read.parts.map(({ sheet }) => sheets[sheet]);
  const size = ofParts.reduce((sum, { bytes }) => sum + bytes, 0);
  const scan = (as: FoundLayout, decisions: Decisions): { readonly reader: RowReader; readonly pass: Pass } => {
    const reader = readerOf(request, { layout: as, decisions, size });
    scanRows(reader, new SheetRows(ofParts), null);
    return { reader, pass: { digest } };
  };
  return withBestUnits(settled(request, layout, scan), layout, scan);
}

function partsOf(
  best: FoundLayout,
  sheets: readonly CellSheet[],
  sample: Sample,
  options: LayoutOptions,
): { readonly parts: readonly LayoutPart[]; readonly warnings: readonly string[] } {
  const parts: LayoutPart[] = [];
  const warnings: string[] = [];
  const notUnderstood: string[] = [];
  for (const [i, sheet] of sheets.entries()) {
    if (i === best.sheet) {
      parts.push({ sheet: i, name: sheet.name, headerLine: best.headerLine });
      continue;
    }
    const own = layoutIn(sample, i, options);
    if (own === null || own.missing !== '') {
      if (!sheet.isInOthers) notUnderstood.push(sheet.name);
    } else if (haveSameTitles(own, best)) parts.push({ sheet: i, name: sheet.name, headerLine: own.headerLine });
    else
      warnings.push(`Sheet “${sheet.name}” has dates and amounts under other titles and is not read; save it alone.`);
  }
  if (notUnderstood.length > 0)
    warnings.push(`No dates and amounts were found in ${namesOf(notUnderstood)}: not read.`);
  return { parts, warnings };
}

const haveSameTitles = (a: FoundLayout, b: FoundLayout): boolean =>
  a.headerLine > 0 && a.titles.map(plainTitle).join('\n') === b.titles.map(plainTitle).join('\n');

/** Most names in one sentence. */
const MOST_NAMES = 5;

function namesOf(sheets: readonly string[]): string {
  const names = sheets.slice(0, MOST_NAMES).map((name) => `“${name}”`);
  return names.join(', ') + (sheets.length > MOST_NAMES ? ` and ${sheets.length - MOST_NAMES} others` : '');
}

/** The layout of one sheet alone; null if it has none. */
function layoutIn(sample: Sample, sheet: number, options: LayoutOptions): FoundLayout | null {
  try {
    return foundLayout({ ...sample, cuts: sample.cuts.slice(sheet, sheet + 1) }, options);
  } catch (error) {
    if (error instanceof TieoutError) return null;
    throw error;
  }
}

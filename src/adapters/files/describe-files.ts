// Describes the files of both sides for a suggested definition (core/mapping). Reads the beginning, middle and end of
// each file, weighs its columns, and compares values of both sides here, so that no value leaves the worker thread.

import { TieoutError, toErrorRecord } from '../../core/errors.ts';
import { MAX_SUGGESTION_COLUMNS } from '../../core/limits.ts';
import { layoutKey } from '../../core/mapping/assign-columns.ts';
import { type DescribedFile, describeFile } from '../../core/mapping/described-column.ts';
import { type SwitchType, switchTypeOf } from '../../core/mapping/switch-type.ts';
import {
  type CommonValues,
  commonValues,
  type ReferringColumn,
  referringValues,
} from '../../core/mapping/values-on-both-sides.ts';
import { readsAsDay, readsAsMoney } from '../../core/reading/cells/cell-profile.ts';
import type { ColumnMappingFile } from '../../core/reading/columns/column-mapping.ts';
import type { Side } from '../../core/records/rows/columns.ts';
import type { DescribedFiles, FileToDescribe } from '../../ports/compute.ts';
import { readAsTable } from './any-format.ts';
import { withOpenFile } from './bytes/byte-source.ts';
import { type FoundLayout, foundLayout } from './layout/table-layout.ts';
import type { TableFile } from './table/table-file.ts';

export function describeFiles(files: readonly FileToDescribe[]): DescribedFiles {
  const failures: DescribedFiles['failures'][number][] = [];
  const described: Record<Side, DescribedFile[]> = { gl: [], bank: [] };
  const referring: Record<Side, ReferringColumn[]> = { gl: [], bank: [] };
  const switches: SwitchType[] = [];
  const layouts = { gl: new Map<string, number>(), bank: new Map<string, number>() };
  for (const file of files) {
    const at = described[file.side].length;
    try {
      const found = sampledLayout(file);
      const { sample: rows, titles, proposal, headerLine, missing } = found;
      const isIncomplete = missing !== '';
      const { side } = file;
      const one = describeFile({ titles, rows, headerLine: headerLine || null, proposal, isIncomplete, side });
      layouts[side].set(layoutKey(one.columns), one.columns.length);
      if ([...layouts[side].values()].reduce((sum, width) => sum + width, 0) > MAX_SUGGESTION_COLUMNS)
        throw tooMany(file.name);
      described[side].push(one);
      for (const [column, profile] of proposal.profiles.entries()) {
        const values = referringValues(
          rows.map((row) => row[column] ?? ''),
          profile,
        );
        if (values.size > 0) referring[side].push({ file: at, column, values });
      }
      if (side === 'bank') switches.push(switchTypeOf({ titles, rows, profiles: proposal.profiles }));
    } catch (error) {
      const failure = toErrorRecord(error);
      described[file.side].push({ headerLine: null, columns: [], asks: [], isIncomplete: true });
      failures.push({ side: file.side, index: file.index, failure });
    }
  }
  const common: readonly CommonValues[] = failures.length > 0 ? [] : commonValues(referring.gl, referring.bank);
  return { described, common, switches, failures };
}

function sampledLayout({ path, name, side }: FileToDescribe): FoundLayout {
  return withOpenFile({ path, name }, (file) => readAsTable(file, name, (table) => layoutOf(table, { name, side })));
}

/** The columns of a table as its sample shows them. Throws file_not_understood if it has none of titles or values. */
export function layoutOf(
  { sample }: Pick<TableFile, 'sample'>,
  { name, side }: Pick<FileToDescribe, 'name' | 'side'>,
): FoundLayout {
  const found = (mapping?: ColumnMappingFile) => foundLayout(sample, { file: name, side, mapping });
  let layout: FoundLayout = found();
  if (layout.missing !== '' && layout.headerLine === 0) {
    // No title is known, and no day is below: the first line may still hold the titles of a list of holdings.
    layout = found({ entries: [], given: { [side]: { headerLine: 1 } } });
    if (!areTitles(layout))
      throw notUnderstood('the file has no line of titles that are known, and no dates and amounts.', name);
  }
  if (layout.sample.length === 0) throw notUnderstood('the file has a header and no rows.', name);
  return layout;
}

const tooMany = (file: string) =>
  new TieoutError(
    'file_too_large',
    `with this file a side has more than ${MAX_SUGGESTION_COLUMNS} different columns: ask about fewer files at once.`,
    { file },
  );

const notUnderstood = (sentence: string, file: string) => new TieoutError('file_not_understood', sentence, { file });

/** Whether the cells are different words, above at least one column of values. */
function areTitles({ titles, sample }: FoundLayout): boolean {
  const isTitle = (cell: string) =>
    /\p{L}/u.test(cell) && cell.length <= 60 && !readsAsDay(cell) && !readsAsMoney(cell);
  const isValued = titles.some((_, column) => sample.some((row) => readsAsMoney(row[column] ?? '')));
  return titles.length > 1 && titles.every(isTitle) && new Set(titles).size === titles.length && isValued;
}

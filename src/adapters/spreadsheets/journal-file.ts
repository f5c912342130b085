// Journals as the file of a layout, CSV or XLSX. The same journals give the same bytes.

import type { JournalLayout } from '../../core/summary/layout/journal-layout.ts';
import { csvLines, laidOut } from '../../core/summary/layout/laid-out.ts';
import type { IdentifiedJournal } from '../../core/summary/statement/journal-ids.ts';
import { csvText } from '../../core/words/quoted-cell.ts';
import { type Workbook, workbook } from './workbook.ts';

/** Throws output_unwritable for more entries than a sheet has room for. */
export function journalFile(
  journals: readonly IdentifiedJournal[],
  layout: JournalLayout,
  forExcel: boolean,
): Workbook {
  const lines = laidOut(journals, layout);
  if (layout.format === 'csv') {
    const text = csvText(csvLines(lines, layout), { forExcel, separator: layout.separator });
    const content = new TextEncoder().encode(text);
    return { contentType: 'text/csv; charset=utf-8', content };
  }
  const titles = layout.header ? layout.columns.map(({ title }) => title) : null;
  return workbook({ name: 'Journals', titles, lines, dayFormat: layout.dateFormat });
}

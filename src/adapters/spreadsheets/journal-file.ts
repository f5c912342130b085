// Journals as the file of a layout, CSV or XLSX. The same journals give the same bytes.

import { TieoutError } from '../../core/errors.ts';
import type { JournalLayout } from '../../core/summary/layout/journal-layout.ts';
import { csvLines, laidOut } from '../../core/summary/layout/laid-out.ts';
import type { IdentifiedJournal } from '../../core/summary/statement/journal-ids.ts';
import { xlsxBytes } from './write-xlsx.ts';

export interface JournalFile {
  /** A media type: `text/csv; charset=utf-8`. */
  readonly contentType: string;
  readonly content: Uint8Array;
}

/** Lines of an Excel sheet. */
const MOST_LINES = 1_048_576;

/** Throws output_unwritable for more entries than a sheet has room for. */
export function journalFile(journals: readonly IdentifiedJournal[], layout: JournalLayout): JournalFile {
  const lines = laidOut(journals, layout);
  if (layout.format === 'csv') {
    const content = new TextEncoder().encode(`${[...csvLines(lines, layout)].join('\n')}\n`);
    return { contentType: 'text/csv; charset=utf-8', content };
  }
  if (2 * journals.length + 1 > MOST_LINES) {
    throw new TieoutError(
      'output_unwritable',
      `A sheet has no room for ${journals.length} entries: take the format csv.`,
    );
  }
  const titles = layout.header ? layout.columns.map(({ title }) => title) : null;
  return {
    contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    content: xlsxBytes({ name: 'Journals', titles, lines, dayFormat: layout.dateFormat }),
  };
}

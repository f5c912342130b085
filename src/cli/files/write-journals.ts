// journals.csv: the entries that the ledger needs according to the proof, one in each line, with their source rows.

import { journalCells, journalEntries } from '../../core/summary/statement/journal-entries.ts';
import type { Stated } from '../../core/summary/statement/stated.ts';
import type { CsvFile } from './csv-file.ts';

export function writeJournals(to: CsvFile, stated: Stated): void {
  for (const entry of journalEntries(stated)) {
    to.write(journalCells(entry));
    to.newline();
  }
}

// journals.csv: the entries that the ledger needs according to the proof, one in each line, with their source rows.

import { journalCells, journalEntries } from '../../core/summary/statement/journal-entries.ts';
import type { Reconciliation } from '../../workflows/runs/reconciliation.ts';
import type { CsvFile } from './csv-file.ts';

export function writeJournals(to: CsvFile, result: Reconciliation): void {
  for (const entry of journalEntries(result, result.chart?.chart ?? null)) {
    to.write(journalCells(entry));
    to.newline();
  }
}

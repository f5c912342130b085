// journals.csv: the entries that the ledger needs according to the proof, one in each line, with their source rows and
// what became of them.

import { journalState } from '../../core/records/journal-life.ts';
import { journalCells } from '../../core/summary/statement/journal-cells.ts';
import { journalEntries } from '../../core/summary/statement/journal-entries.ts';
import { identifiedJournals } from '../../core/summary/statement/journal-ids.ts';
import type { Reconciliation } from '../../workflows/runs/reconciliation.ts';
import type { CsvFile } from './csv-file.ts';

export function writeJournals(to: CsvFile, result: Reconciliation): void {
  for (const journal of identifiedJournals(result, [...journalEntries(result, result.chart?.chart ?? null)])) {
    const decision = journal.entry.exception?.status ?? null;
    const state = result.journalStates.get(journal.id) ?? journalState([], { decision, isCleared: false });
    to.write(journalCells(journal, state));
    to.newline();
  }
}

// Journals as CSV, a line for each.

import { formatDay } from '../../money/calendar.ts';
import { exponentOf, formatMinor } from '../../money/money.ts';
import type { JournalState } from '../../records/journal-life.ts';
import { quotedCell } from '../../words/quoted-cell.ts';
import type { IdentifiedJournal } from './journal-ids.ts';

export const JOURNAL_CELLS =
  'date,debit,credit,amount,currency,text,rows,cluster_id,decision_status,debit_code,credit_code,purpose,journal_id,state';

/** The cells of one line, without its end. */
export function journalCells({ id, entry }: IdentifiedJournal, state: JournalState): string {
  const { day, debit, credit, amount, currency, text, side, file, line, exception } = entry;
  return [
    formatDay(day) ?? '',
    quotedCell(debit.name),
    quotedCell(credit.name),
    formatMinor(amount, exponentOf(currency)),
    currency,
    quotedCell(text),
    quotedCell(`${side} ${file}:${line}`),
    exception?.clusterId ?? '',
    exception?.status ?? '',
    quotedCell(debit.code ?? ''),
    quotedCell(credit.code ?? ''),
    entry.purpose,
    id,
    state,
  ].join(',');
}

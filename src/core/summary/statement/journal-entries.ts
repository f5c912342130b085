// The journals of a statement with the row that each is made for, the exception of that row and what is decided of it;
// and as CSV, a line for each. Which accounts they name is decided in proof/journals.ts.

import { CLASS_NAMES } from '../../classification/class-names.ts';
import { taxWordsAt } from '../../classification/purpose/purpose-at.ts';
import { feeLegsAt } from '../../matching/outcome/fee-legs.ts';
import { firstMember } from '../../matching/outcome/match-groups.ts';
import { formatDay } from '../../money/calendar.ts';
import { exponentOf, formatMinor } from '../../money/money.ts';
import { FEE_RULE } from '../../records/groups/fee-basis.ts';
import { type Side, textAt } from '../../records/rows/columns.ts';
import { dayOf } from '../../records/rows/row-day.ts';
import { quotedCell } from '../../words/quoted-cell.ts';
import { type FeeLegsOfRow, type Journal, journalsOf } from '../proof/journals.ts';
import { type ExceptionOfRow, exceptionsByRow, type Stated } from './stated.ts';

export interface JournalEntry extends Journal {
  /** The reconciled account; null where no file names one. */
  readonly account: string | null;
  /** Day number of the row, NO_DAY if it has none. */
  readonly day: number;
  readonly text: string;
  readonly file: string;
  readonly line: number;
  /** Null for the fee or rounding of a match. */
  readonly exception: ExceptionOfRow | null;
}

/** In the order of the proofs and their lines; none for holdings. */
export function* journalEntries(stated: Stated): Generator<JournalEntry> {
  const { subject, itemised, columns } = stated;
  if (subject === 'holdings') return;
  const legsOf = feeLegsByRow(stated);
  const taxWordsOf = (side: Side, row: number) => taxWordsAt(columns[side].narration, row);
  const exceptionOf = exceptionsByRow(stated);
  for (const proof of itemised) {
    for (const journal of journalsOf(proof, legsOf, taxWordsOf)) {
      const { side, row, clusterType } = journal;
      const rows = columns[side];
      const why = clusterType === null ? '' : `${CLASS_NAMES[clusterType]}: `;
      yield {
        ...journal,
        account: proof.account,
        day: dayOf(rows, row),
        text: `${why}${textAt(rows.narration, row) || textAt(rows.reference, row)}`,
        file: rows.files[rows.file[row]] ?? '',
        line: rows.line[row],
        exception: exceptionOf(side, row),
      };
    }
  }
}

/** A correction of a group is shown at its first bank row. */
function feeLegsByRow({ columns, outcome: { groups }, parameters }: Stated): FeeLegsOfRow {
  const groupAt = new Map<number, number>();
  for (let g = 0; g < groups.count; g++) {
    if (groups.feeBasis[g] === FEE_RULE) groupAt.set(groups.bank.rows[firstMember(groups.bank, g)], g);
  }
  return (row) => {
    const g = groupAt.get(row);
    return g === undefined ? [] : feeLegsAt(parameters, { columns, groups }, g);
  };
}

export const JOURNAL_CELLS = 'date,debit,credit,amount,currency,text,rows,cluster_id,decision_status';

/** The cells of one line, without its end. */
export function journalCells(entry: JournalEntry): string {
  const { day, debit, credit, amount, currency, text, side, file, line, exception } = entry;
  return [
    formatDay(day) ?? '',
    quotedCell(debit),
    quotedCell(credit),
    formatMinor(amount, exponentOf(currency)),
    currency,
    quotedCell(text),
    quotedCell(`${side} ${file}:${line}`),
    exception?.clusterId ?? '',
    exception?.status ?? '',
  ].join(',');
}

/** An account's sums in one currency. */
export interface JournalTotal {
  readonly account: string;
  readonly currency: string;
  /** Minor units. */
  readonly debit: bigint;
  readonly credit: bigint;
}

/** By account, then currency; the debits of a currency equal its credits. */
export function journalTotals(entries: Iterable<Journal>): JournalTotal[] {
  const sums = new Map<string, { account: string; currency: string; debit: bigint; credit: bigint }>();
  const add = (side: 'debit' | 'credit', journal: Journal): void => {
    const [account, currency] = [journal[side], journal.currency];
    const name = JSON.stringify([account, currency]);
    const sum = sums.get(name) ?? { account, currency, debit: 0n, credit: 0n };
    sum[side] += BigInt(journal.amount);
    sums.set(name, sum);
  };
  for (const journal of entries) {
    add('debit', journal);
    add('credit', journal);
  }
  return [...sums].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, sum]) => sum);
}

// journals.csv: the entries that the ledger needs according to the proof, one in each line, with their source rows.

import { CLASS_NAMES } from '../../core/classification/class-names.ts';
import { taxWordsAt } from '../../core/classification/purpose/purpose-at.ts';
import { feeLegsAt } from '../../core/matching/outcome/fee-legs.ts';
import { firstMember } from '../../core/matching/outcome/match-groups.ts';
import { formatDay } from '../../core/money/calendar.ts';
import { exponentOf } from '../../core/money/money.ts';
import { FEE_RULE } from '../../core/records/groups/fee-basis.ts';
import { type Side, textAt } from '../../core/records/rows/columns.ts';
import { dayOf } from '../../core/records/rows/row-day.ts';
import { type FeeLegsOfRow, journalsOf } from '../../core/summary/proof/journals.ts';
import { quotedCell } from '../../core/words/quoted-cell.ts';
import type { Reconciliation } from '../../workflows/runs/reconciliation.ts';
import type { CsvFile } from './csv-file.ts';

export const JOURNAL_CELLS = 'date,debit,credit,amount,currency,text,rows';

type Posted = Pick<Reconciliation, 'itemised' | 'columns' | 'outcome' | 'openSession'>;

export function writeJournals(to: CsvFile, result: Posted): void {
  const { itemised, columns } = result;
  const legsOf = feeLegsByRow(result);
  const taxWordsOf = (side: Side, row: number) => taxWordsAt(columns[side].narration, row);
  for (const proof of itemised) {
    for (const { debit, credit, amount, currency, clusterType, side, row } of journalsOf(proof, legsOf, taxWordsOf)) {
      const rows = columns[side];
      const day = formatDay(dayOf(rows, row)) ?? '';
      const why = clusterType === null ? '' : `${CLASS_NAMES[clusterType]}: `;
      const text = `${why}${textAt(rows.narration, row) || textAt(rows.reference, row)}`;
      const place = `${side} ${rows.files[rows.file[row]]}:${rows.line[row]}`;
      to.write(`${day},${quotedCell(debit)},${quotedCell(credit)},`);
      to.money(amount, exponentOf(currency));
      to.write(`,${currency},${quotedCell(text)},${quotedCell(place)}`);
      to.newline();
    }
  }
}

/** A correction of a group is shown at its first bank row. */
function feeLegsByRow({ columns, outcome: { groups }, openSession }: Posted): FeeLegsOfRow {
  const groupAt = new Map<number, number>();
  for (let g = 0; g < groups.count; g++) {
    if (groups.feeBasis[g] === FEE_RULE) groupAt.set(groups.bank.rows[firstMember(groups.bank, g)], g);
  }
  return (row) => {
    const g = groupAt.get(row);
    return g === undefined ? [] : feeLegsAt(openSession.parameters, { columns, groups }, g);
  };
}

// The journals of a statement with the row that each is made for, the exception of that row and what is decided of it.
// Which accounts they name is decided in proof/journals.ts.

import { CLASS_NAMES } from '../../classification/class-names.ts';
import { wordsOfKind } from '../../classification/purpose/charge-words.ts';
import { nameOfLine } from '../../classification/purpose/purpose.ts';
import { feeLegsAt } from '../../matching/outcome/fee-legs.ts';
import { firstMember } from '../../matching/outcome/match-groups.ts';
import { FEE_RULE } from '../../records/groups/fee-basis.ts';
import { type Side, textAt } from '../../records/rows/columns.ts';
import { dayOf } from '../../records/rows/row-day.ts';
import { accountsOfChart } from '../chart/accounts-of-chart.ts';
import type { Chart } from '../chart/chart.ts';
import {
  type AccountsOfJournals,
  type FeeLegsOfRow,
  type Journal,
  type JournalAccount,
  journalsOf,
  SUGGESTED_ACCOUNTS,
  type WordsOfJournals,
} from '../proof/journals.ts';
import { TODO_SIDES } from '../proof/open-work.ts';
import { returnedRows } from './returned-rows.ts';
import { type ExceptionOf, type ExceptionOfRow, exceptionsByRow, type Stated } from './stated.ts';

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

/** In the order of the proofs and their lines; none for holdings. `chart`: null if none is known. */
export function* journalEntries(stated: Stated, chart: Chart | null): Generator<JournalEntry> {
  const { subject, itemised, columns } = stated;
  if (subject === 'holdings') return;
  const exceptionOf = exceptionsByRow(stated);
  const words = wordsOf(stated, exceptionOf);
  const accounts = accountsOf(stated, chart);
  for (const proof of itemised) {
    for (const journal of journalsOf(proof, words, accounts)) {
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

function wordsOf(stated: Stated, exceptionOf: ExceptionOf): WordsOfJournals {
  const { itemised, columns } = stated;
  const unbooked = itemised.flatMap((proof) =>
    proof.itemised
      .filter(TODO_SIDES.post)
      .flatMap(({ items }) => items.flatMap(({ side, row }) => (side === 'bank' ? [row] : []))),
  );
  const returned = returnedRows(columns.bank, unbooked);
  return {
    legsOf: feeLegsByRow(stated),
    confirmedAs: (side, row) => exceptionOf(side, row)?.confirmedAs ?? null,
    taxWordsOf: (side, row) => {
      const { narration } = columns[side];
      if (exceptionOf(side, row)?.confirmedAs === 'interest_or_tax') return nameOfLine(textAt(narration, row));
      const confirmed = side === 'bank' ? stated.parameters.chargeWords : undefined;
      return wordsOfKind(columns[side], row, { kind: 'interest_or_tax', confirmed })?.words ?? null;
    },
    isReturn: (side, row) => side === 'bank' && returned.has(row),
  };
}

function accountsOf({ columns }: Stated, chart: Chart | null): AccountsOfJournals {
  if (chart === null) return SUGGESTED_ACCOUNTS;
  const textOf = (side: Side, row: number) =>
    `${textAt(columns[side].reference, row)} ${textAt(columns[side].narration, row)}`;
  return accountsOfChart(chart, textOf);
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

/** An account's sums in one currency. */
export interface JournalTotal {
  readonly account: JournalAccount;
  readonly currency: string;
  /** Minor units. */
  readonly debit: bigint;
  readonly credit: bigint;
}

/** By account, then currency; the debits of a currency equal its credits. An account with a code is one by its code. */
export function journalTotals(entries: Iterable<Journal>): JournalTotal[] {
  const sums = new Map<string, { account: JournalAccount; currency: string; debit: bigint; credit: bigint }>();
  const add = (side: 'debit' | 'credit', journal: Journal): void => {
    const [account, currency] = [journal[side], journal.currency];
    const text = JSON.stringify([account.code, account.code === null ? account.name : '', currency]);
    const sum = sums.get(text) ?? { account, currency, debit: 0n, credit: 0n };
    sum[side] += BigInt(journal.amount);
    // Rules may name one code differently: the first name in order is shown, whatever the order of rows.
    if (account.name < sum.account.name) sum.account = account;
    sums.set(text, sum);
  };
  for (const journal of entries) {
    add('debit', journal);
    add('credit', journal);
  }
  return [...sums].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, sum]) => sum);
}

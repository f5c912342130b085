// The statement as a sheet: a line for each figure and for each row below it, with signed amounts, days and ages, for
// those who go on in a spreadsheet. The page that people sign is statement-of.ts.

import { NO_DAY } from '../money/calendar.ts';
import {
  dayCell,
  ISO_DAYS,
  type LaidOutCell,
  moneyCell,
  numberCell,
  type Sheet,
  textCell,
} from '../summary/layout/cell.ts';
import { isInNoBalance } from '../summary/proof/open-work.ts';
import type { AccountProof, ProofLine, ProofSide } from '../summary/proof/proof.ts';
import { addedOrTaken, namedByClass } from '../summary/proof/proof-words.ts';
import type { ItemisedProof } from '../summary/proof/session-lines.ts';
import { type RowOfLine, rowsOfLine } from '../summary/statement/rows-of-lines.ts';
import { type ExceptionOf, exceptionsByRow, type Stated } from '../summary/statement/stated.ts';

const TITLES = [
  'account',
  'currency',
  'side',
  'line',
  'amount',
  'date',
  'age_days',
  'file',
  'file_line',
  'text',
  'decision',
];

export function statementSheet(stated: Stated): Sheet {
  return {
    ...{ name: 'Statement', titles: TITLES, lines: linesOf(stated), dayFormat: ISO_DAYS, isFiltered: true },
    widths: [16, 9, 7, 56, 17, 12, 10, 22, 10, 60, 11],
  };
}

function* linesOf(stated: Stated): Generator<LaidOutCell[]> {
  const { summary, itemised } = stated;
  const exceptionOf = exceptionsByRow(stated);
  for (const [i, proof] of summary.proofs.entries()) {
    const page = { stated, proof, itemised: itemised[i]!, exceptionOf };
    yield* stated.subject === 'holdings' ? holdingsLines(page) : cashLines(page);
  }
}

interface OfAccount {
  readonly stated: Stated;
  readonly proof: AccountProof;
  readonly itemised: ItemisedProof;
  readonly exceptionOf: ExceptionOf;
}

function* cashLines(of: OfAccount): Generator<LaidOutCell[]> {
  const { proof } = of;
  const isOfBalances = proof.basis === 'balances';
  const what = isOfBalances ? 'Balance' : 'Movement';
  for (const side of ['bank', 'book'] as const) {
    const own = proof.lines.filter((line) => line.side === side);
    const from = isOfBalances ? proof[side].closing! : proof[side].movement;
    yield figure(of, side, `${what} as per the ${side === 'bank' ? 'bank statement' : 'ledger'}`, from);
    for (const line of own) yield* withRows(of, addedOrTaken(line), line);
    const adjusted = own.reduce((sum, { amount }) => sum + amount, from);
    yield figure(of, side, `Adjusted ${side} ${what.toLowerCase()}`, adjusted);
  }
  yield figure(of, null, 'Difference', proof.difference);
  for (const line of proof.lines.filter(({ kind }) => kind === 'brought_forward'))
    yield* withRows(of, namedByClass(line), line);
  yield figure(of, null, 'Not explained', proof.unexplained);
  for (const line of proof.lines.filter(isInNoBalance)) yield* withRows(of, namedByClass(line), line);
}

function* holdingsLines(of: OfAccount): Generator<LaidOutCell[]> {
  const { proof } = of;
  yield figure(of, 'book', 'Market value as per the books', proof.book.movement);
  for (const line of proof.lines) yield* withRows(of, addedOrTaken(line), line);
  yield figure(of, 'bank', 'Market value as per the custodian’s report', proof.bank.movement);
  yield figure(of, null, 'Not explained', proof.unexplained);
}

const NO_ROW = [dayCell(null), ...['', '', '', '', ''].map(textCell)];

const figure = (of: OfAccount, side: ProofSide | null, words: string, amount: bigint): LaidOutCell[] => [
  ...headOf(of, side, words),
  moneyCell(amount, of.proof.currency),
  ...NO_ROW,
];

const headOf = ({ proof }: OfAccount, side: ProofSide | null, words: string): LaidOutCell[] =>
  [proof.account ?? '', proof.currency, side ?? '', words].map(textCell);

/** The line, then its rows: their amounts are part of it. */
function* withRows(of: OfAccount, words: string, line: ProofLine): Generator<LaidOutCell[]> {
  yield figure(of, line.side, words, line.amount);
  const own = of.itemised.itemised.find(
    (one) => one.kind === line.kind && one.side === line.side && one.clusterType === line.clusterType,
  );
  for (const row of rowsOfLine(of.stated, own)) yield rowLine(of, { side: line.side, words: `${words}: row`, row });
}

function rowLine(
  of: OfAccount,
  { side, words, row }: { readonly side: ProofSide | null; readonly words: string; readonly row: RowOfLine },
): LaidOutCell[] {
  const { day, file, line, text, side: from, row: number } = row.facts();
  const { period } = of.stated.summary;
  const age = period === null || day === NO_DAY ? null : Math.max(0, period.end - day);
  const exception = number === null ? null : of.exceptionOf(from, number);
  return [
    ...headOf(of, side, words),
    moneyCell(row.amount, of.proof.currency),
    dayCell(day),
    numberCell(age),
    textCell(file),
    numberCell(line),
    textCell(text),
    textCell(exception?.status ?? ''),
  ];
}

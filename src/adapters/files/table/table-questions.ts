// Questions that remain once all rows of a table are read: contradicted totals, rows without a direction, rows that
// only their words keep from being entries.

import {
  balanceQuestion,
  currencyQuestion,
  openSignQuestion,
  refutedSignQuestion,
  refutedTotalsQuestion,
  sectionQuestion,
  turnedTotalsQuestion,
} from '../../../core/reading/row-questions.ts';
import type { Question } from '../../../core/reading/table/question.ts';
import type { RowsReport } from '../scan/rows-report.ts';
import { isProvenByAll, totalsOf } from '../settle/proven-by-all.ts';
import type { FinalReading } from '../settle/settled.ts';
import { isSignUnknown } from '../warnings/sign-warnings.ts';

/** The first question; null for none. A question of the sample is dropped if the whole file answers it. */
export function firstQuestion(read: FinalReading): Question | null {
  const { report } = read;
  const ofColumns = isProvenByAll(read) ? null : (report.layout.proposal.question ?? refutedTotals(read));
  return (
    ofColumns ??
    report.layout.proposal.dayQuestion ??
    unsignedRowsQuestion(read) ??
    rowQuestion(report) ??
    openCurrency(report)
  );
}

/** Asks for the currency if one code in doubtful company is all that names it. */
function openCurrency({ currency: { doubtful } }: RowsReport): Question | null {
  return doubtful === null || doubtful.isRepeated ? null : currencyQuestion(doubtful);
}

/** Asks for the direction of rows without sign or mark, if the running balance does not give it. */
function unsignedRowsQuestion({ report, decisions }: FinalReading): Question | null {
  const { given } = report.signs;
  if (given === null || given.open === 0 || decisions.sign !== null) return null;
  return openSignQuestion({ line: given.firstOpen, rows: given.open });
}

/** Totals of the whole file that contradict its signs, or amounts that were chosen only by the shape of values. */
function refutedTotals(read: FinalReading): Question | null {
  const { proposal, given } = read.report.layout;
  const { verdict, line } = totalsOf(read);
  if (verdict === 'turned' && given.sign === undefined && proposal.columns.amount >= 0)
    return turnedTotalsQuestion(line);
  return verdict === 'refuted' && proposal.isWeak ? refutedTotalsQuestion(line) : null;
}

/** A proof of the file that fails, while nothing gives the direction of its amounts. */
export function refutedSign(read: FinalReading): Question | null {
  const isRefuted = read.balances.some(({ foots }) => foots === false);
  if (!isRefuted || !isSignUnknown(read)) return null;
  return refutedSignQuestion(read.report.layout.proposal.columns.balance >= 0);
}

/** The question about single rows; null for none. */
function rowQuestion({ columns, odd, layout }: RowsReport): Question | null {
  const named = new Set([...(layout.given.entered ?? []), ...(layout.given.leftOut ?? [])]);
  const [section] = odd.sections.filter(({ lines }) => !lines.every((line) => named.has(line)));
  if (section !== undefined) return sectionQuestion(section);
  const edges = [
    ['opening', 0],
    ['closing', columns.count - 1],
  ] as const;
  for (const [kind, row] of edges) {
    const found = odd.enteredBalances.find(
      ({ line, words }) => words === kind && line === columns.line[row] && !named.has(line),
    );
    if (found !== undefined) return balanceQuestion({ ...found, isFirst: kind === 'opening' });
  }
  return null;
}

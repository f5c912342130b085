// Makes the report of a pass from its reader, after the last row.

import { ambiguousPoint } from '../columns/decimal-marks.ts';
import type { RowReader } from './read-rows.ts';
import type { RowsReport } from './rows-report.ts';

export function reportOf(reader: RowReader): RowsReport {
  const { builder, labels, cash, odd, booking, value, damaged, otherCurrencies, layout, signedCurrency } = reader;
  const { figures, sums, held, cut, swallowed, undated } = odd;
  return {
    side: reader.side,
    layout,
    columns: builder.finish({ accounts: labels.accounts, currencies: labels.currencies, file: reader.file }),
    running: builder.balance.subarray(0, builder.count),
    ofKind: builder.ofKind.map((text) => text.finish(builder.count)),
    tally: reader.tally,
    pending: reader.pending,
    isDayOrderOpen: booking.isOrderOpen,
    clampedDays: booking.clamped + value.clamped,
    currency: {
      own: labels.currencyHere,
      bySigns: labels.currencyHere === signedCurrency ? signedCurrency : '',
      doubtful: figures.doubtfulCurrency,
      unnamed: labels.unnamedCurrency,
      others: otherCurrencies,
    },
    openPoint: ambiguousPoint(cash.readers, labels.exponentOfEntries()),
    signs: {
      ...{ signs: cash.signs, marks: cash.marks, bookkeeping: cash.bookkeeping, creditSign: cash.creditSign },
      given: reader.signsGiven,
    },
    unended: reader.unended,
    damaged,
    statesMet: reader.states.warnings(),
    odd: {
      above: odd.headings,
      headings: held.headings,
      pages: odd.pages,
      continuations: { rows: reader.counts.continuation, firstLine: odd.firstContinuation },
      undated: reader.decisions.carriesDays === true ? undated : { rows: 0, firstLine: 0 },
      joined: { rows: cut.rows, firstLine: cut.firstLine },
      swallowed: { rows: swallowed.rows, firstLine: swallowed.firstLine },
      sections: odd.sections.sections(),
      enteredBalances: sums.entered,
      enteredTotals: sums.dated.taken,
    },
    stated: {
      balances: figures.balances(),
      pageGaps: figures.pageGaps(),
      totals: figures.totals,
      controls: figures.controls,
      all: figures.sumsSoFar,
    },
  };
}

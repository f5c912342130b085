// A summary as a message: the facts in currency units. The figures of a side are those of the main currency, a balance
// is in its account's own, the proof in the currency that it was made in.

import type { MessageInitShape } from '@bufbuild/protobuf';
import type { SideSummarySchema, SummarySchema } from '../../../gen/tieout/reporting/v1/summary_pb.ts';
import type { SideFacts } from '../../core/summary/facts.ts';
import type { SummaryReport } from '../../workflows/reports/report-summary.ts';
import { moneyNumber, moneyOrNone } from './json-money.ts';
import { instant, SIDE_ENUM } from './reporting-messages.ts';

export function summaryMessage(report: SummaryReport): MessageInitShape<typeof SummarySchema> {
  const { facts, clusters, clustersPending } = report;
  const { currency, proof } = facts;
  return {
    sessionId: report.session,
    createdAt: instant(report.createdAt),
    recalculationCount: report.recalculationCount,
    gl: sideMessage(facts.gl, currency),
    bank: sideMessage(facts.bank, currency),
    byTier: { ...facts.byTier },
    clusters: { ...clusters },
    clustersPending: { ...clustersPending },
    ageing: facts.ageing.map(({ fromDays, toDays, glRows, bankRows }) => ({
      fromDays,
      toDays: toDays ?? undefined,
      glRows,
      bankRows,
    })),
    balances: facts.balances.map(({ side, account, currency: own, openingMinor, closingMinor }) => ({
      side: SIDE_ENUM[side],
      account,
      currency: own,
      opening: moneyOrNone(openingMinor, own),
      closing: moneyOrNone(closingMinor, own),
    })),
    proof: {
      adjustedBank: moneyOrNone(proof.adjustedBank, proof.currency),
      adjustedBook: moneyOrNone(proof.adjustedBook, proof.currency),
      difference: moneyNumber(proof.difference, proof.currency),
      explained: moneyNumber(proof.explained, proof.currency),
    },
    matchRate: { ...facts.matchRate },
    summaryText: report.narrative,
    currency,
  };
}

const sideMessage = (facts: SideFacts, currency: string): MessageInitShape<typeof SideSummarySchema> => ({
  rows: facts.rows,
  rejectedRows: facts.rejectedRows,
  openingBalance: moneyOrNone(facts.openingBalance, currency),
  closingBalance: moneyOrNone(facts.closingBalance, currency),
  amount: moneyNumber(facts.amount, currency),
  matchedRows: facts.matchedRows,
  matchedAmount: moneyNumber(facts.matchedAmount, currency),
  openRows: facts.openRows,
  openAmount: moneyNumber(facts.openAmount, currency),
});

// A summary as a message, in currency units. Figures of a side are in the main currency, a balance and a proof in their
// account's own.

import type { MessageInitShape } from '@bufbuild/protobuf';
import type {
  AccountsMetSchema,
  ProvedBalanceSchema,
  SideSummarySchema,
  SummarySchema,
} from '../../../gen/tieout/reporting/v1/summary_pb.ts';
import type { DriftAlarm } from '../../core/drift/drift.ts';
import { formatDay } from '../../core/money/calendar.ts';
import type { AccountsMet, SideFacts, SummaryFacts } from '../../core/summary/facts.ts';
import type { AccountProof, ProvedSide } from '../../core/summary/proof/proof.ts';
import type { SummaryReport } from '../../workflows/reports/report-summary.ts';
import { instant } from '../plain-values.ts';
import { moneyNumber, moneyOrNone } from './json-money.ts';
import { SIDE_ENUM } from './reporting-messages.ts';

export function summaryMessage(report: SummaryReport): MessageInitShape<typeof SummarySchema> {
  const { facts, clusters, clustersPending } = report;
  const { currency } = facts;
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
    proof: facts.proofs.length === 1 ? proofMessage(facts.proofs[0]) : undefined,
    proofs: facts.proofs.map(proofMessage),
    accounts: facts.accounts && accountsMessage(facts.accounts),
    period: periodMessage(facts.period),
    matchRate: { ...facts.matchRate },
    summaryText: report.narrative,
    aiSummary: report.aiNarrative ?? undefined,
    chargeWordsVersion: report.chargeWordsVersion ?? undefined,
    currency,
    drift: report.drift.map(driftMessage),
  };
}

const driftMessage = ({ figure, now, before, range, chance }: DriftAlarm) => ({
  ...{ figure, nowCount: now.count, nowOf: now.of, chance },
  ...{ beforeCount: before.count, beforeOf: before.of },
  ...{ beforeLeast: range[0], beforeGreatest: range[1] },
});

export const periodMessage = (period: SummaryFacts['period']) =>
  period === null
    ? undefined
    : { startDate: formatDay(period.start)!, endDate: formatDay(period.end)!, named: period.isNamed };

const accountsMessage = ({ mapVersion, apart }: AccountsMet): MessageInitShape<typeof AccountsMetSchema> => ({
  mapVersion: mapVersion ?? undefined,
  mapped: mapVersion !== undefined,
  ledgerAccountsApart: [...(apart?.gl ?? [])],
  bankAccountsApart: [...(apart?.bank ?? [])],
});

export const proofMessage = (proof: AccountProof) => ({
  account: proof.account ?? undefined,
  ledgerAccounts: [...(proof.ledgerAccounts ?? [])],
  balancesOf: proof.balancesOf,
  currency: proof.currency,
  bank: provedMessage(proof.bank, proof.currency),
  book: provedMessage(proof.book, proof.currency),
  adjustedBank: moneyOrNone(proof.adjustedBank, proof.currency),
  adjustedBook: moneyOrNone(proof.adjustedBook, proof.currency),
  difference: moneyNumber(proof.difference, proof.currency),
  explained: moneyNumber(proof.explained, proof.currency),
  lines: proof.lines.map(({ kind, side, clusterType, rows, amount }) => ({
    kind,
    side: side ?? undefined,
    clusterType: clusterType ?? undefined,
    rows,
    amount: moneyNumber(amount, proof.currency),
  })),
});

const provedMessage = (
  { opening, closing, closingBasis, movement, lastDay }: ProvedSide,
  currency: string,
): MessageInitShape<typeof ProvedBalanceSchema> => ({
  opening: moneyOrNone(opening, currency),
  closing: moneyOrNone(closing, currency),
  closingBasis: closingBasis ?? undefined,
  movement: moneyNumber(movement, currency),
  lastDay: lastDay === null ? undefined : formatDay(lastDay)!,
});

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
  matchedElsewhereRows: facts.matchedElsewhereRows ?? 0,
  openingRows: facts.openingRows ?? 0,
});

// Rows, matches and clusters as messages: money in currency units, days as dates, instants in RFC 3339, absent values
// left out (REST writes null).

import type { MessageInitShape } from '@bufbuild/protobuf';
import { Side as SideEnum } from '../../../gen/tieout/engine/v1/vocabulary_pb.ts';
import type { MatchGroupSchema, OpenItemSchema } from '../../../gen/tieout/reporting/v1/rows_pb.ts';
import type { ClusterSchema } from '../../../gen/tieout/resolution/v1/exceptions_pb.ts';
import { ClusterTypeSchema, DecisionStatusSchema } from '../../../gen/tieout/resolution/v1/vocabulary_pb.ts';
import { formatDay } from '../../core/money/calendar.ts';
import type { Cluster } from '../../core/records/documents/clusters.ts';
import { attachmentsOf } from '../../core/records/follow-up.ts';
import { CASH } from '../../core/records/holdings/holding-fields.ts';
import type { Side } from '../../core/records/rows/columns.ts';
import type { MatchReport } from '../../workflows/reports/match-report.ts';
import type { OpenItemReport } from '../../workflows/reports/report-open-items.ts';
import type { ReportRow } from '../../workflows/reports/report-row.ts';
import { enumNumber } from '../enum-names.ts';
import { dateOrNone, instant } from '../plain-values.ts';
import { moneyNumber, moneyOrNone } from './json-money.ts';

export const SIDE_ENUM: Readonly<Record<Side, SideEnum>> = { gl: SideEnum.GL, bank: SideEnum.BANK };

/** Null: none is asked for. */
export const sideOf = (side: SideEnum | undefined): Side | null =>
  side === SideEnum.GL ? 'gl' : side === SideEnum.BANK ? 'bank' : null;

export const rowMessage = (row: ReportRow) => ({
  recordId: row.recordId,
  side: SIDE_ENUM[row.side],
  date: formatDay(row.day) ?? '',
  amount: moneyNumber(row.amountMinor, row.currency),
  currency: row.currency,
  reference: row.reference ?? undefined,
  settlementSessionId: row.settlementSession ?? undefined,
  narration: row.narration ?? undefined,
  file: row.file,
  line: row.line,
  sourceId: row.sourceId ?? undefined,
  valueDate: dateOrNone(row.valueDay),
  holding: row.holding === null ? undefined : holdingMessage(row.holding),
});

const holdingMessage = (of: NonNullable<ReportRow['holding']>) => ({
  isin: of.isin || undefined,
  cusip: of.cusip || undefined,
  sedol: of.sedol || undefined,
  localCode: of.local_code || undefined,
  lot: of.lot || undefined,
  isCash: of.holding_class === CASH,
  units: of.units || undefined,
  price: of.price || undefined,
  priceFactor: of.price_factor || undefined,
  marketValue: of.market_value || undefined,
  accrued: of.accrued || undefined,
  fxRate: of.fx_rate || undefined,
  unsettled: of.unsettled || undefined,
});

export const openItemMessage = (item: OpenItemReport): MessageInitShape<typeof OpenItemSchema> => ({
  ...rowMessage(item),
  ageDays: item.ageDays,
  clusterId: item.clusterId ?? undefined,
});

/** The compared keys of the two sides; a side without any is left out. */
export const keysMessage = (
  keys: readonly { readonly identifier: string; readonly gl: string | null; readonly bank: string | null }[],
) => keys.map(({ identifier, gl, bank }) => ({ identifier, gl: gl ?? undefined, bank: bank ?? undefined }));

export function matchMessage(match: MatchReport): MessageInitShape<typeof MatchGroupSchema> {
  const difference = moneyNumber(match.differenceMinor, match.currency);
  const { runnerUp, textScore } = match;
  return {
    groupId: match.groupId,
    sessionId: match.session,
    tier: match.tier,
    confidence: match.confidence / 100,
    difference,
    crossMonth: match.crossMonth,
    gl: match.gl.map(rowMessage),
    bank: match.bank.map(rowMessage),
    explanation: {
      keysCompared: keysMessage(match.keysCompared),
      amountDifference: difference,
      dateDifferenceDays: match.dateDifferenceDays,
      feeBasis: match.feeBasis ?? undefined,
      feeLegs: match.feeLegs.map(({ glType, entry, amount }) => ({
        glType,
        entry,
        amount: moneyNumber(amount, match.currency),
      })),
      textScore: textScore === null ? undefined : textScore / 10_000,
      runnerUp: runnerUp === null ? undefined : { recordId: runnerUp.recordId, gap: runnerUp.gap / 10_000 },
      nettedBy: match.nettedBy ?? undefined,
      probability: match.probability === null ? undefined : match.probability / 10_000,
      evidence: [...match.evidence],
    },
    method: match.byHand === null ? undefined : 'manual',
    byHand: match.byHand === null ? undefined : byHandMessage(match.byHand),
  };
}

const byHandMessage = ({ by, at, note, differenceAs }: NonNullable<MatchReport['byHand']>) => ({
  ...{ by: by ?? undefined, at: instant(at), note, differenceAs: differenceAs ?? undefined },
});

export function clusterMessage(cluster: Cluster): MessageInitShape<typeof ClusterSchema> {
  const { currency, members, sampleGlDay, sampleBankDay, followUp } = cluster;
  const idsOf = (wanted: Side) => members.filter(({ side }) => side === wanted).map(({ recordId }) => recordId);
  return {
    clusterId: cluster.clusterId,
    sessionId: cluster.session,
    domain: cluster.domain,
    service: cluster.service ?? undefined,
    clusterType: enumNumber(ClusterTypeSchema)(cluster.type),
    decisionStatus: enumNumber(DecisionStatusSchema)(cluster.decisionStatus),
    isReconciled: cluster.isReconciled ?? undefined,
    agentInvoked: cluster.agentInvoked ?? undefined,
    branchId: cluster.branchId ?? undefined,
    glRecordIds: idsOf('gl'),
    bankRecordIds: idsOf('bank'),
    sampleGlTransactionDate: dateOrNone(sampleGlDay),
    sampleBankTransactionDate: dateOrNone(sampleBankDay),
    dateDeltaDays: cluster.deltaDays ?? undefined,
    amountDelta: moneyOrNone(cluster.amountDeltaMinor, currency),
    // The contract's answer has no null here: another program's cluster without an amount shows none as 0.
    amount: moneyNumber(cluster.amountMinor ?? 0, currency),
    currency,
    rule: cluster.rule,
    reason: cluster.reason,
    looksLike: cluster.looksLike.map(({ kind, recordIds, sentence }) => ({
      kind,
      recordIds: [...recordIds],
      sentence,
    })),
    owner: followUp?.owner?.value ?? undefined,
    dueDay: dateOrNone(followUp?.dueDay?.value ?? null),
    hasNote: followUp?.hasNote ?? false,
    attachments: followUp === null ? [] : attachmentsOf(followUp),
    createdAt: instant(cluster.createdAt),
    updatedAt: instant(cluster.updatedAt),
  };
}

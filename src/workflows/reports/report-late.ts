// Late groups as reports, from the copies of their rows: a session shows the whole group if it has one of its rows.

import { type LateGroup, type LateRow, lateSessions } from '../../core/records/late/late-groups.ts';
import { dayOfCopy } from '../../core/records/rows/row-day.ts';
import type { MatchReport } from './match-report.ts';
import type { ReportRow } from './report-row.ts';

export const reportLate = (session: string, group: LateGroup): MatchReport => ({
  groupId: group.groupId,
  session,
  tier: group.tier,
  confidence: group.confidence,
  differenceMinor: group.differenceMinor,
  currency: (group.gl[0] ?? group.bank[0])!.currency,
  crossMonth: group.origin === 'cross_month' || (group.byHand !== undefined && lateSessions(group).length > 1),
  gl: group.gl.map(reportCopy),
  bank: group.bank.map(reportCopy),
  keysCompared: group.keysCompared as MatchReport['keysCompared'],
  dateDifferenceDays: group.days,
  feeBasis: group.feeBasis,
  feeLegs: [],
  textScore: group.textScore,
  probability: group.probability,
  evidence: [],
  runnerUp: null,
  nettedBy: group.nettedBy ?? null,
  byHand: group.byHand === undefined ? null : { ...group.byHand, at: group.createdAt },
});

/** A row from the copy that a late group or a register has of it. */
export const reportCopy = (row: LateRow): ReportRow => ({
  recordId: row.recordId,
  side: row.side,
  day: dayOfCopy(row),
  valueDay: row.valueDay,
  amountMinor: row.amountMinor,
  currency: row.currency,
  reference: row.reference || null,
  settlementSession: row.settlementSession || null,
  narration: row.narration || null,
  file: row.file,
  line: row.line,
  sourceId: row.sourceId || null,
  // Late groups never contain holdings.
  holding: null,
});

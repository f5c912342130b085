// The rows of one side in the answer of NIP matching, as objects: each with its content, its partner and their match,
// in the form of banking matching.

import type { JsonObject } from '@bufbuild/protobuf';
import { formatDay } from '../../core/money/calendar.ts';
import { type LateRow, uidOf } from '../../core/records/late/late-groups.ts';
import { otherSide, type Side } from '../../core/records/rows/columns.ts';
import type { NipMatch } from '../../ports/engine.ts';
import { moneyNumber } from '../reporting/json-money.ts';

/** `clusterType`: the request's. */
export const matchedRows = (side: Side, matches: readonly NipMatch[], clusterType: string): JsonObject[] =>
  matches.flatMap(({ group, clusterIds }) => {
    const [{ currency }] = group.gl as readonly [LateRow];
    const difference = moneyNumber(group.differenceMinor, currency);
    const match: JsonObject = {
      ...{ group_id: group.groupId, tier: group.tier, confidence: group.confidence / 100, difference, currency },
      gl_record_ids: group.gl.map(({ recordId }) => recordId),
      bank_record_ids: group.bank.map(({ recordId }) => recordId),
      ...{ cluster_ids: [...clusterIds], cluster_type: clusterType },
      explanation: {
        keys_compared: group.keysCompared.map((key) => ({ ...key })),
        ...{ amount_difference: difference, date_difference_days: group.days },
      },
    };
    const [partner] = group[otherSide(side)] as readonly [LateRow];
    return group[side].map((row) => ({
      ...rowObject(row),
      ...{ matched_row_uid: uidOf(partner), matched_record_id: partner.recordId },
      ...match,
    }));
  });

const rowObject = (row: LateRow): JsonObject => ({
  ...{ row_uid: uidOf(row), record_id: row.recordId, session_id: row.session },
  ...{ transaction_date: formatDay(row.bookingDay), amount: moneyNumber(row.amountMinor, row.currency) },
  ...{ reference_no: row.reference || null, settlement_session_id: row.settlementSession || null },
  narration: row.narration || null,
});

// Search: the request to the workflow, and what it found as one list of hits.

import type { MessageInitShape } from '@bufbuild/protobuf';
import type { ReportingService } from '../../../gen/tieout/reporting/v1/reporting_service_pb.ts';
import { type SearchHitSchema, SearchKind } from '../../../gen/tieout/reporting/v1/search_pb.ts';
import { formatDay } from '../../core/money/calendar.ts';
import { stateOf } from '../../core/records/documents/run.ts';
import type { ReadingDependencies } from '../../workflows/rows/read-stored-rows.ts';
import { type Found, type SearchKind as KindName, search } from '../../workflows/search/search.ts';
import { dateOrNone, instant } from '../plain-values.ts';
import type { ServiceHandlers } from '../services.ts';
import { moneyNumber, moneyOrNone } from './json-money.ts';
import { SIDE_ENUM } from './reporting-messages.ts';

type Hit = MessageInitShape<typeof SearchHitSchema>;

const KINDS: Readonly<Record<KindName, SearchKind>> = {
  session: SearchKind.SESSION,
  run: SearchKind.RUN,
  cluster: SearchKind.CLUSTER,
  row: SearchKind.ROW,
  left_out: SearchKind.LEFT_OUT,
  match: SearchKind.MATCH,
  journal: SearchKind.JOURNAL,
  case: SearchKind.CASE,
};

export function searchHandlers(
  deps: ReadingDependencies,
): Required<Pick<ServiceHandlers<typeof ReportingService>, 'search'>> {
  return {
    async search({ tenantId: tenant = '', partnerId, text = '', pageSize: most = 10 }, { caller, signal }) {
      const found = await search(deps, { tenant, partner: partnerId || null, text, most }, { caller, signal });
      return { items: hitsOf(found), cuts: found.cuts.map(({ kind, reason }) => ({ kind: KINDS[kind], reason })) };
    },
  };
}

/** Kind by kind. */
function hitsOf({ sessions, runs, clusters, rows, leftOut, matches, journals, cases }: Found): Hit[] {
  return [
    ...sessions.map(
      ({ key, run, periodStart, periodEnd }): Hit => ({
        ...{ kind: SearchKind.SESSION, partnerId: key.partner, sessionId: key.session, id: key.session },
        words: [periodStart, periodEnd].flatMap((day) => dateOrNone(day) ?? []).join(' to '),
        state: run?.state ?? '',
      }),
    ),
    ...runs.map(
      (run): Hit => ({
        ...{ kind: SearchKind.RUN, partnerId: run.key.partner, sessionId: run.key.session, id: run.runId },
        ...{ words: `${run.kind} of ${instant(run.acceptedAt)}`, state: stateOf(run) },
      }),
    ),
    ...clusters.map(
      ({ clusterId, partner, session, type, decisionStatus, amountMinor, currency }): Hit => ({
        ...{ kind: SearchKind.CLUSTER, partnerId: partner, sessionId: session, id: clusterId, clusterId },
        ...{ words: type, state: decisionStatus ?? 'void', currency, amount: moneyOrNone(amountMinor, currency) },
      }),
    ),
    ...rows.map(
      ({ key, row, state, clusterId, match }): Hit => ({
        ...{ kind: SearchKind.ROW, partnerId: key.partner, sessionId: key.session, id: row.recordId, state },
        ...{ words: row.narration ?? '', reference: row.reference ?? undefined, side: SIDE_ENUM[row.side] },
        ...{ amount: moneyNumber(row.amountMinor, row.currency), currency: row.currency },
        ...{ date: formatDay(row.day) ?? undefined, file: row.file, line: row.line },
        ...{ clusterId: clusterId ?? undefined, groupId: match?.groupId, tier: match?.tier },
      }),
    ),
    ...leftOut.map(
      ({ key, side, file, line, reason }): Hit => ({
        ...{ kind: SearchKind.LEFT_OUT, partnerId: key.partner, sessionId: key.session, words: reason },
        ...{ state: 'left_out', side: SIDE_ENUM[side], file, line },
      }),
    ),
    ...matches.map(({ groupId, partner, tier, gl, bank }): Hit => {
      const [row] = [...gl, ...bank];
      return {
        ...{ kind: SearchKind.MATCH, partnerId: partner, sessionId: row?.session, id: groupId, groupId, tier },
        ...{ words: row?.narration ?? '', state: 'matched', currency: row?.currency },
        amount: row && moneyNumber(row.amountMinor, row.currency),
      };
    }),
    ...journals.map(
      ({ journalId, partner, session, clusterId, amount, currency, day }): Hit => ({
        ...{ kind: SearchKind.JOURNAL, partnerId: partner, sessionId: session, id: journalId, words: '', state: '' },
        ...{ amount: moneyNumber(amount, currency), currency, date: formatDay(day) ?? undefined },
        clusterId: clusterId ?? undefined,
      }),
    ),
    ...cases.map(
      ({ caseId, scope, matchedName, subjectRef, status }): Hit => ({
        ...{ kind: SearchKind.CASE, partnerId: scope.partner, id: caseId, state: status },
        words: `${matchedName} · ${subjectRef}`,
      }),
    ),
  ];
}

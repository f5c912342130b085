// Rows of a session by their ids, and those that took no part.

import type { ReportingService } from '../../../gen/tieout/reporting/v1/reporting_service_pb.ts';
import { LeftOutKind } from '../../../gen/tieout/reporting/v1/single_rows_pb.ts';
import { type LeftOutPlace, type LeftOutRow, reportLeftOut } from '../../workflows/reports/report-left-out.ts';
import type { StatingDependencies } from '../../workflows/statements/state-session.ts';
import { rowsById } from '../../workflows/worklist/rows-by-id.ts';
import { isCount, ofReplacedRun, PAGE_SIZE, pageMessage, readPageToken } from '../page-token.ts';
import type { ServiceHandlers } from '../services.ts';
import { foundOrThrow, sessionOf } from './asked-session.ts';
import { rowMessage, SIDE_ENUM, sideOf } from './reporting-messages.ts';

type RowMethod = 'getRows' | 'listLeftOutRows';

export function singleRowHandlers(
  deps: StatingDependencies,
): Required<Pick<ServiceHandlers<typeof ReportingService>, RowMethod>> {
  return {
    async getRows(request) {
      const key = sessionOf(request);
      const { recordIds, side } = request;
      const found = foundOrThrow(await rowsById(deps, key, { recordIds, side: sideOf(side) }), key);
      return {
        items: recordIds.flatMap((id) => found.get(id) ?? []).map(rowMessage),
        unknownIds: recordIds.filter((id) => !found.has(id)),
      };
    },

    async listLeftOutRows(request) {
      const key = sessionOf(request);
      const place = readPageToken<[number, number]>(request.pageToken, 'left-out-rows', isLeftOutPlace);
      const after = place && { version: place[0], n: place[1] };
      const { kind, side, pageSize: limit = PAGE_SIZE } = request;
      const wanted = { kind: kindOf(kind), side: sideOf(side), page: { after, limit } };
      const reported = await reportLeftOut(deps, key, wanted);
      if (reported.outcome === 'replaced') throw ofReplacedRun();
      const page = foundOrThrow(reported.outcome === 'page' ? reported.page : null, key);
      const parts = ({ version, n }: LeftOutPlace) => [version, n];
      return pageMessage(page, 'left-out-rows', { message: leftOutMessage, parts });
    },
  };
}

const kindOf = (kind: LeftOutKind | undefined): LeftOutRow['kind'] | null =>
  kind === LeftOutKind.REJECTED ? 'rejected' : kind === LeftOutKind.SET_ASIDE ? 'set_aside' : null;

const leftOutMessage = ({ kind, side, file, line, reason, row }: LeftOutRow) => ({
  kind: kind === 'rejected' ? LeftOutKind.REJECTED : LeftOutKind.SET_ASIDE,
  side: SIDE_ENUM[side],
  ...{ file, line, reason },
  row: row === null ? undefined : rowMessage(row),
});

const isLeftOutPlace = (parts: readonly unknown[]): boolean => parts.length === 2 && parts.every(isCount);

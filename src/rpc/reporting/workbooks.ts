// Workbooks of a session: its exceptions to decide in, and its open items.

import type { ReportingService } from '../../../gen/tieout/reporting/v1/reporting_service_pb.ts';
import { ClusterTypeSchema, DecisionStatusSchema } from '../../../gen/tieout/resolution/v1/vocabulary_pb.ts';
import { TieoutError } from '../../core/errors.ts';
import { MAX_SHEET_BYTES } from '../../core/limits.ts';
import type { DecisionStatus } from '../../core/records/documents/clusters.ts';
import { openItemsSheet } from '../../workflows/reports/open-items-sheet.ts';
import type { ReadingDependencies } from '../../workflows/rows/read-stored-rows.ts';
import { exportDecisions } from '../../workflows/sheets/export-decisions.ts';
import { enumNames } from '../enum-names.ts';
import { ofReplacedRun } from '../page-token.ts';
import type { ServiceHandlers } from '../services.ts';
import { foundOrThrow, sessionOf } from './asked-session.ts';
import { sideOf } from './reporting-messages.ts';
import type { StatementDependencies } from './statements.ts';

export function workbookHandlers(
  deps: ReadingDependencies & Pick<StatementDependencies, 'workbook'>,
): Required<Pick<ServiceHandlers<typeof ReportingService>, 'exportDecisions' | 'exportOpenItems'>> {
  return {
    async exportDecisions(request) {
      const key = sessionOf(request);
      const { clusterType, decisionStatus } = request;
      const wanted = {
        type: enumNames(ClusterTypeSchema).names.get(clusterType ?? 0),
        decisionStatus: enumNames(DecisionStatusSchema).names.get(decisionStatus ?? 0) as DecisionStatus | undefined,
      };
      const sheets = foundOrThrow(await exportDecisions(deps, key, wanted), key);
      const value = deps.workbook(...sheets);
      if (value.content.length > MAX_SHEET_BYTES) throw comesNotBack();
      return { answer: { case: 'document', value } };
    },

    async exportOpenItems(request) {
      const key = sessionOf(request);
      const sheet = foundOrThrow(await openItemsSheet(deps.store, key, sideOf(request.side)), key);
      if (sheet === 'replaced') throw ofReplacedRun();
      return { answer: { case: 'document', value: deps.workbook(sheet) } };
    },
  };
}

const comesNotBack = (): TieoutError =>
  new TieoutError(
    'answer_too_large',
    `The workbook would be larger than ${MAX_SHEET_BYTES >> 20} MiB, and could not be sent back: ask for one status or class.`,
  );

// A CrossMonthReprocessRequest as the stored run command.

import type { CrossMonthReprocessRequest } from '../../../gen/tieout/engine/v1/cross_month_pb.ts';
import { DEFAULT_DECIMALS } from '../../core/matching/parameters-from-decimals.ts';
import type { CrossMonthCommand } from '../../workflows/kinds/cross-month-command.ts';
import type { CommandSettings } from './banking-command.ts';
import { templateParameters } from './template.ts';

/** Takes a validated request with its defaults. */
export function crossMonthCommand(
  request: CrossMonthReprocessRequest,
  { dayOf }: Pick<CommandSettings, 'dayOf'>,
): CrossMonthCommand {
  const tasks = {
    matched_records: request.matchedRecordsTaskId,
    chargeback: request.chargebackTaskId,
    summary: request.summaryTaskId,
  };
  return {
    key: { tenant: request.tenantId ?? '', partner: request.partnerId ?? '', session: request.sessionId ?? '' },
    branchId: request.branchId ?? null,
    periodStart: dayOf(request.periodStartDate ?? '')!,
    periodEnd: dayOf(request.periodEndDate ?? '')!,
    monthsBack: request.monthsBack ?? 1,
    bothSides: request.bothSides ?? false,
    parameters: { ...DEFAULT_DECIMALS, ...templateParameters(request.template!) },
    isScheduled: request.isScheduled ?? null,
    taskIds: Object.fromEntries(Object.entries(tasks).filter(([, id]) => id !== undefined)),
  };
}

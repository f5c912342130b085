// Previews and undoing of a pattern's sweep, as messages.

import type { ResolutionService } from '../../../gen/tieout/resolution/v1/resolution_service_pb.ts';
import { TieoutError } from '../../core/errors.ts';
import { exponentOf, formatGrouped } from '../../core/money/money.ts';
import type { Pattern } from '../../core/records/documents/patterns.ts';
import { backTestPattern } from '../../workflows/decisions/backtest-pattern.ts';
import type { FlipDependencies } from '../../workflows/decisions/flip.ts';
import { resumePattern } from '../../workflows/decisions/resume-pattern.ts';
import { patternById, previewSweep, undoSweep } from '../../workflows/decisions/undo-sweep.ts';
import { alone, pageAfter, pageMessage } from '../page-token.ts';
import { inUnits, patternMessage } from '../reporting/pattern-message.ts';
import type { ServiceHandlers } from '../services.ts';

const LIST = 'pattern-preview';

interface PatternServiceDependencies extends FlipDependencies {
  readonly store: Parameters<typeof undoSweep>[0]['store'];
  readonly newId: () => string;
}

export function patternHandlers(
  deps: PatternServiceDependencies,
): Pick<
  ServiceHandlers<typeof ResolutionService>,
  'previewPattern' | 'backtestPattern' | 'resumePattern' | 'undoSweep'
> {
  return {
    async previewPattern({ patternId = '', tenantId = '', partnerId = '', ...paging }) {
      const page = pageAfter(paging, LIST);
      const asked = { patternId, tenant: tenantId, partner: partnerId, show };
      const { pattern, ...found } = await previewSweep(deps, asked, page);
      const message = ({ clusterId, session, value, wouldApprove, reason }: (typeof found.items)[number]) => ({
        ...{ clusterId, sessionId: session, wouldApprove, reason },
        value: value === null ? 0 : inUnits(pattern, value),
      });
      return pageMessage(found, LIST, { message, parts: alone });
    },
    async backtestPattern({ patternId = '', tenantId = '', partnerId = '' }) {
      const pattern = await patternById(deps.store, { tenant: tenantId, partner: partnerId }, patternId);
      const { months, precision } = await backTestPattern(deps.store, pattern);
      return {
        patternId,
        months: months.map((month) => ({ ...month })),
        precision: precision === null ? undefined : precision.approved / precision.of,
      };
    },
    async resumePattern({ patternId = '', tenantId = '', partnerId = '', note = '' }, { caller }) {
      if (caller.branches !== null)
        throw new TieoutError('forbidden', 'A caller of some branches cannot resume a pattern of the whole partner');
      const scope = { tenant: tenantId, partner: partnerId };
      return { pattern: patternMessage(await resumePattern(deps, { scope, patternId, note, by: caller.id })) };
    },
    async undoSweep({ patternId = '', resolutionRequestId = '' }, { caller }) {
      const { operationId, reopened } = await undoSweep(deps, { patternId, requestId: resolutionRequestId, caller });
      return { operationId, reopenedClusterIds: reopened.map(({ clusterId }) => clusterId) };
    },
  };
}

const show = ({ currency }: Pattern, value: number): string =>
  currency === null ? `${value} days` : `${currency} ${formatGrouped(value, exponentOf(currency))}`;

// Previews and undoing of a pattern's sweep, as messages.

import type { ResolutionService } from '../../../gen/tieout/resolution/v1/resolution_service_pb.ts';
import { exponentOf, formatGrouped } from '../../core/money/money.ts';
import type { Pattern } from '../../core/records/documents/patterns.ts';
import type { FlipDependencies } from '../../workflows/decisions/flip.ts';
import { previewSweep, undoSweep } from '../../workflows/decisions/undo-sweep.ts';
import { isCount, pageToken, readPageToken } from '../reporting/page-token.ts';
import { inUnits } from '../reporting/pattern-message.ts';
import type { ServiceHandlers } from '../services.ts';

/** The page size of a request without its default: that of the protos. */
const PAGE_SIZE = 100;
const LIST = 'pattern-preview';

interface PatternServiceDependencies extends FlipDependencies {
  readonly store: FlipDependencies['store'] & Parameters<typeof previewSweep>[0]['store'];
  readonly newId: () => string;
}

export function patternHandlers(
  deps: PatternServiceDependencies,
): Pick<ServiceHandlers<typeof ResolutionService>, 'previewPattern' | 'undoSweep'> {
  return {
    async previewPattern({ patternId = '', tenantId = '', partnerId = '', pageSize, pageToken: token }) {
      const place = readPageToken<[number]>(token, LIST, (parts) => parts.length === 1 && isCount(parts[0]));
      const page = { after: place?.[0] ?? null, limit: pageSize ?? PAGE_SIZE };
      const asked = { patternId, tenant: tenantId, partner: partnerId, show };
      const { pattern, items, next, total } = await previewSweep(deps, asked, page);
      return {
        items: items.map(({ clusterId, session, value, wouldApprove, reason }) => ({
          ...{ clusterId, sessionId: session, wouldApprove, reason },
          value: value === null ? 0 : inUnits(pattern, value),
        })),
        nextPageToken: next === null ? undefined : pageToken(LIST, [next]),
        total,
      };
    },
    async undoSweep({ patternId = '', resolutionRequestId = '' }) {
      const { operationId, reopened } = await undoSweep(deps, { patternId, requestId: resolutionRequestId });
      return { operationId, reopenedClusterIds: reopened.map(({ clusterId }) => clusterId) };
    },
  };
}

const show = ({ currency }: Pattern, value: number): string =>
  currency === null ? `${value} days` : `${currency} ${formatGrouped(value, exponentOf(currency))}`;

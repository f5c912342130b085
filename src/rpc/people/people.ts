// The service for what people decide of rows and sessions: requests as orders, and their results as messages.

import type { PeopleService } from '../../../gen/tieout/people/v1/people_service_pb.ts';
import { DifferenceRefused } from '../../core/people/hand-match.ts';
import { matchByHand } from '../../workflows/people/match-by-hand.ts';
import type { PreviewDependencies } from '../../workflows/preview/preview-session.ts';
import type { ProposingDependencies } from '../../workflows/proposals/propose.ts';
import { reportLate } from '../../workflows/reports/report-late.ts';
import { matchMessage } from '../reporting/reporting-messages.ts';
import type { ServiceHandlers } from '../services.ts';
import { type DecisionSheetDependencies, decisionSheetHandlers } from './decision-sheet.ts';
import { type FollowUpDependencies, followUpHandlers } from './follow-up.ts';
import { matchOrder, refusedDifference } from './match-order.ts';
import { partingHandlers } from './parting.ts';
import { previewHandlers } from './preview.ts';
import { proposalHandlers } from './proposals.ts';
import { signOffHandlers } from './sign-off.ts';
import type { StatementNow } from './statement-now.ts';

export function peopleService(
  deps: ProposingDependencies &
    FollowUpDependencies &
    PreviewDependencies &
    DecisionSheetDependencies & { readonly statementNow: StatementNow },
): ServiceHandlers<typeof PeopleService> {
  return {
    ...signOffHandlers(deps),
    ...partingHandlers(deps),
    ...followUpHandlers(deps),
    ...previewHandlers(deps),
    ...proposalHandlers(deps),
    ...decisionSheetHandlers(deps),

    async matchByHand(request, { caller }) {
      const order = matchOrder(request, caller);
      try {
        const made = await matchByHand(deps, order);
        return {
          match: matchMessage(reportLate(order.key.session, made.group)),
          voidedClusterIds: [...made.voidedClusterIds],
        };
      } catch (error) {
        throw error instanceof DifferenceRefused ? refusedDifference(error) : error;
      }
    },
  };
}

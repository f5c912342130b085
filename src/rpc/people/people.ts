// The service for what people decide of rows and sessions: requests as orders, and their results as messages.

import {
  DifferenceAsSchema,
  type MatchByHandRequest,
  MatchByHandRequestSchema,
} from '../../../gen/tieout/people/v1/matches_pb.ts';
import type { PeopleService } from '../../../gen/tieout/people/v1/people_service_pb.ts';
import { DifferenceRefused } from '../../core/people/hand-match.ts';
import type { DifferenceAs } from '../../core/records/groups/difference-as.ts';
import { matchByHand } from '../../workflows/people/match-by-hand.ts';
import type { PreviewDependencies } from '../../workflows/preview/preview-session.ts';
import { reportLate } from '../../workflows/reports/report-late.ts';
import { enumNames } from '../enum-names.ts';
import { sessionOf } from '../reporting/asked-session.ts';
import { matchMessage } from '../reporting/reporting-messages.ts';
import type { ServiceHandlers } from '../services.ts';
import { InvalidRequest, violationsOf } from '../validation/problems.ts';
import { type FollowUpDependencies, followUpHandlers } from './follow-up.ts';
import { partingHandlers } from './parting.ts';
import { previewHandlers } from './preview.ts';
import { signOffHandlers } from './sign-off.ts';

export function peopleService(deps: FollowUpDependencies & PreviewDependencies): ServiceHandlers<typeof PeopleService> {
  return {
    ...signOffHandlers(deps),
    ...partingHandlers(deps),
    ...followUpHandlers(deps),
    ...previewHandlers(deps),

    async matchByHand(request, { caller }) {
      const key = sessionOf(request);
      const recordIds = { gl: request.glRecordIds, bank: request.bankRecordIds };
      const byHand = { by: caller.id, note: request.note ?? '', differenceAs: differenceOf(request) };
      try {
        const made = await matchByHand(deps, { key, recordIds, byHand, branches: caller.branches });
        return {
          match: matchMessage(reportLate(key.session, made.group)),
          voidedClusterIds: [...made.voidedClusterIds],
        };
      } catch (error) {
        throw error instanceof DifferenceRefused ? refusedDifference(error) : error;
      }
    },
  };
}

const differenceOf = ({ differenceAs }: MatchByHandRequest): DifferenceAs | null =>
  differenceAs === undefined ? null : (enumNames(DifferenceAsSchema).names.get(differenceAs) as DifferenceAs);

function refusedDifference({ sentence }: DifferenceRefused): InvalidRequest {
  const problems = [{ type: 'difference_as', path: ['difference_as'], msg: sentence }];
  return new InvalidRequest(problems, violationsOf(MatchByHandRequestSchema, problems));
}

// A request for a match by hand as the order of its workflow.

import {
  DifferenceAsSchema,
  type MatchByHandRequest,
  MatchByHandRequestSchema,
} from '../../../gen/tieout/people/v1/matches_pb.ts';
import type { Caller } from '../../core/callers/caller.ts';
import type { DifferenceRefused } from '../../core/people/hand-match.ts';
import type { DifferenceAs } from '../../core/records/groups/difference-as.ts';
import type { MatchOrder } from '../../workflows/people/match-by-hand.ts';
import { enumNames } from '../enum-names.ts';
import { sessionOf } from '../reporting/asked-session.ts';
import { InvalidRequest, type ProblemPath, violationsOf } from '../validation/problems.ts';

export const matchOrder = (request: MatchByHandRequest, { id, branches }: Caller): MatchOrder => ({
  key: sessionOf(request),
  recordIds: { gl: request.glRecordIds, bank: request.bankRecordIds },
  byHand: { by: id, note: request.note ?? '', differenceAs: differenceOf(request) },
  branches,
});

const differenceOf = ({ differenceAs }: MatchByHandRequest): DifferenceAs | null =>
  differenceAs === undefined ? null : (enumNames(DifferenceAsSchema).names.get(differenceAs) as DifferenceAs);

/** The refusal, at the field to change; `at`: where the request stands. */
export function refusedDifference({ sentence }: DifferenceRefused, at: ProblemPath = []): InvalidRequest {
  const problems = [{ type: 'difference_as', path: [...at, 'difference_as'], msg: sentence }];
  return new InvalidRequest(problems, at.length > 0 ? [] : violationsOf(MatchByHandRequestSchema, problems));
}

// A request from the bus as an order: the body of POST /v1/exceptions/resolve, read and validated by the same rules,
// with its sender's id, by which it is done once.

import type { Message } from '@bufbuild/protobuf';
import { type ResolveRequest, ResolveRequestSchema } from '../../../gen/tieout/resolution/v1/resolve_pb.ts';
import type { Caller } from '../../core/callers/caller.ts';
import { TieoutError } from '../../core/errors.ts';
import type { RequestOrder } from '../../workflows/requests/request-order.ts';
import { keepToScope } from '../callers/scope.ts';
import { applyDefaults } from '../validation/defaults.ts';
import { isCovered, type Problem, problemOf } from '../validation/problems.ts';
import type { Validate } from '../validation/validate.ts';
import { orderOf } from './resolve.ts';

const NO_ID: Problem = { type: 'missing', path: ['resolution_request_id'], msg: 'is required on the bus' };

/** Throws a TieoutError that names the first problems of the request. */
export function requestOrder(
  { message, problems }: { readonly message: Message; readonly problems: readonly Problem[] },
  validate: Validate,
  caller: Caller,
): RequestOrder {
  const broken = validate(ResolveRequestSchema, message)
    .map(problemOf)
    .filter((problem) => !isCovered(problem, problems));
  const request = message as ResolveRequest;
  const requestId = request.resolutionRequestId ?? '';
  const all = [...problems, ...broken];
  if (requestId === '' && !isCovered(NO_ID, all)) all.push(NO_ID);
  if (all.length > 0) throw new TieoutError('invalid_request', textOf(all));
  applyDefaults(ResolveRequestSchema, message);
  keepToScope(caller, ResolveRequestSchema, message);
  return { ...orderOf(request, caller), requestId };
}

/** A dead letter is read by people. */
const MOST_TOLD = 10;

function textOf(problems: readonly Problem[]): string {
  const more = problems.length > MOST_TOLD ? ` (and ${problems.length - MOST_TOLD} more)` : '';
  const some = problems.slice(0, MOST_TOLD);
  return `${some.map(({ path, msg }) => `${path.join('.') || 'the request'}: ${msg}`).join('; ')}${more}`;
}

// Failures as REST answers them: the status of the table in core/errors.ts, and the three bodies of contract.md.

import type { FastifyBaseLogger, FastifyReply } from 'fastify';
import { ERROR_KINDS, TieoutError } from '../core/errors.ts';
import { InvalidRequest, type Problem } from '../rpc/validation/problems.ts';
import { type HttpAnswer, jsonAnswer } from './http-answer.ts';
import type { FieldSource } from './route-table.ts';

/** Seconds after which a caller may try again. */
export const RETRY_AFTER_S = 5;

/** Where the request has a field; what concerns the whole request is the body's. */
export type SourceOf = (name: string | number | undefined) => FieldSource;

export interface FailureContext {
  readonly requestId: string;
  readonly sourceOf?: SourceOf;
}

/** Never fails: what cannot be written is answered as a defect. */
export function failureAnswer(failure: TieoutError, context: FailureContext): HttpAnswer {
  try {
    return writtenFailure(failure, context);
  } catch {
    return writtenFailure(new TieoutError('internal', 'Internal Server Error'), context);
  }
}

function writtenFailure(failure: TieoutError, { requestId, sourceOf }: FailureContext): HttpAnswer {
  const { http } = ERROR_KINDS[failure.code];
  const body = JSON.stringify(bodyOf(failure, { http, requestId, sourceOf: sourceOf ?? (() => 'body') }));
  return jsonAnswer(http, body, {
    ...(http === 401 && { 'www-authenticate': 'Bearer' }),
    ...(http === 503 && { 'retry-after': String(RETRY_AFTER_S) }),
  });
}

/** For what fails outside of an exchange, perhaps before any hook has set the id. */
export function sendFailure(reply: FastifyReply, failure: TieoutError): FastifyReply {
  const requestId = reply.request.id;
  return sendAnswer(reply.header('x-request-id', requestId), failureAnswer(failure, { requestId }));
}

export function sendAnswer(reply: FastifyReply, { status, headers, body }: HttpAnswer): FastifyReply {
  return reply.code(status).headers(headers).send(body);
}

interface BodyContext {
  readonly http: number;
  readonly sourceOf: SourceOf;
  readonly requestId: string;
}

function bodyOf(failure: TieoutError, { http, sourceOf, requestId }: BodyContext): object {
  if (http === 500) return { detail: 'Internal Server Error', request_id: requestId };
  if (http !== 422) return { detail: failure.sentence };
  const problems: readonly Problem[] =
    failure instanceof InvalidRequest ? failure.problems : [{ type: failure.code, path: [], msg: failure.sentence }];
  return { detail: problems.map(({ type, path, msg }) => ({ type, loc: [sourceOf(path[0]), ...path], msg })) };
}

/** What the framework itself refuses, by its codes. */
const REFUSALS: Readonly<Record<string, () => TieoutError>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: () => new TieoutError('body_too_large', 'The body is larger than 16 MiB'),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () => new TieoutError('unsupported_media_type', 'The body must be application/json'),
  FST_ERR_BAD_URL: () => new TieoutError('not_found', 'Not Found'),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () => malformed('the body is not as long as announced'),
  // The caller hung up within it: nobody hears the answer, and it is no failure of ours.
  ECONNRESET: () => malformed('the body ended before it was whole'),
};

export const malformed = (msg: string): InvalidRequest => new InvalidRequest([{ type: 'json_invalid', path: [], msg }]);

/** For whatever is thrown outside of a call; a defect is logged with its stack. */
export function failureOf(error: unknown, log: FastifyBaseLogger): TieoutError {
  if (error instanceof TieoutError) return error;
  const refusal = REFUSALS[(error as { readonly code?: string }).code ?? ''];
  if (refusal) return refusal();
  log.error({ err: error }, 'a request failed for a reason that nobody expected');
  return new TieoutError('internal', 'Internal Server Error');
}

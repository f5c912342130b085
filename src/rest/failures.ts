// Failures as REST answers them: the status of the table in core/error-kinds.ts, the contract's detail, and what helps to
// find the reason.

import type { FastifyBaseLogger, FastifyReply } from 'fastify';
import type { ErrorCode } from '../core/error-kinds.ts';
import { statusOf, TieoutError } from '../core/errors.ts';
import { ERRORS_PAGE } from '../rpc/error-info.ts';
import { bodyTooLarge } from '../rpc/sizes/body-bounds.ts';
import { InvalidRequest, type Problem } from '../rpc/validation/problems.ts';
import type { FieldSource } from './route-table.ts';

/** Seconds after which a caller may try again. */
export const RETRY_AFTER_S = 5;

/** Answered as 500 by contract, with sentences that callers may read. */
const TOLD: ReadonlySet<string> = new Set(['summary_unknown']);

export const JSON_TYPE = 'application/json; charset=utf-8';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Where the request has a field; problems of the whole request belong to the body. */
    sourceOf?: (name: string | number | undefined) => FieldSource;
  }
}

/**
 * May be called before any hook has set the id. Never fails: a failure that cannot be written is answered as a defect.
 */
export function sendFailure(reply: FastifyReply, failure: TieoutError): FastifyReply {
  let { http } = statusOf(failure);
  let body: string;
  try {
    body = JSON.stringify(bodyOf(failure, http, reply));
  } catch {
    const defect = unexpected();
    http = statusOf(defect).http;
    body = JSON.stringify(bodyOf(defect, http, reply));
  }
  reply.code(http).header('x-request-id', reply.request.id).header('content-type', JSON_TYPE);
  if (http === 401) reply.header('www-authenticate', 'Bearer');
  if (http === 503 || http === 429) reply.header('retry-after', String(RETRY_AFTER_S));
  return reply.send(body);
}

/** The members of every failure beside its detail: the code, where it is explained, and the request. */
export const about = (code: ErrorCode, requestId: string) => ({
  code,
  help: `${ERRORS_PAGE}#${code}`,
  request_id: requestId,
});

function bodyOf(failure: TieoutError, http: number, { request }: FastifyReply): object {
  if (http === 500) {
    const reason = TOLD.has(failure.code) && { reason: failure.sentence };
    return { detail: 'Internal Server Error', ...reason, ...about(failure.code, request.id) };
  }
  if (http !== 422) return { detail: failure.sentence, ...about(failure.code, request.id) };
  const { sourceOf: ofRoute = () => 'body' as const } = request.routeOptions.config ?? {};
  const sourceOf = (name: string | number | undefined) => (request.queried?.includes(name) ? 'query' : ofRoute(name));
  const problems: readonly Problem[] =
    failure instanceof InvalidRequest ? failure.problems : [{ type: failure.code, path: [], msg: failure.sentence }];
  const detail = problems.map(({ type, path, msg }) => ({ type, loc: [sourceOf(path[0]), ...path], msg }));
  return { detail, ...about(failure.code, request.id) };
}

export const malformed = (msg: string): InvalidRequest => new InvalidRequest([{ type: 'json_invalid', path: [], msg }]);

const unexpected = () => new TieoutError('internal', 'Internal Server Error');

const noSuchPath = () => new TieoutError('not_found', 'Not Found');

/** Refusals of the framework itself, by its codes. */
const BY_CODE: Readonly<Record<string, () => TieoutError>> = {
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () => malformed('the body is not as long as announced'),
  FST_ERR_MAX_PARAM_LENGTH: noSuchPath,
  FST_ERR_BAD_URL: noSuchPath,
};

/** Refusals of the framework and its plugins, by their status. */
const BY_STATUS: Readonly<Record<number, () => TieoutError>> = {
  400: () => malformed('the request could not be read'),
  403: noSuchPath,
  404: noSuchPath,
  413: bodyTooLarge,
  414: noSuchPath,
  415: () => new TieoutError('unsupported_media_type', 'The content type of the body is not one that is taken here'),
};

/** The caller hung up while the request was read: nobody hears the answer, and it is no failure of ours. */
const GONE = new Set(['ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE', 'ERR_HTTP2_STREAM_ERROR', 'ERR_HTTP2_STREAM_CANCEL']);

/** Makes a TieoutError of anything that is thrown. A defect is logged with its stack. */
export function failureOf(error: unknown, log: FastifyBaseLogger): TieoutError {
  if (error instanceof TieoutError) return error;
  const { code = '', statusCode = 500 } = error as { readonly code?: string; readonly statusCode?: number };
  if (GONE.has(code)) return malformed('the body ended before it was whole');
  const refusal = BY_CODE[code] ?? BY_STATUS[statusCode];
  if (refusal) return refusal();
  log.error({ err: error }, 'a request failed for a reason that nobody expected');
  return unexpected();
}

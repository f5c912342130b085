// The way of nearly every request to the contract: over HTTP/1.1, a POST of JSON with its length, to a route that has a
// body and nothing else, with the right token. It is read and answered on node's own request and response, because what
// the framework does for the general case takes as long as all the rest (docs/benchmarks.md). A request that is unusual
// in any way goes on to the framework untouched. Both ways end in exchange.ts, and a test compares what they answer.

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { DescMethod } from '@bufbuild/protobuf';
import type { Logger } from 'pino';
import { MAX_BODY_BYTES } from '../core/limits.ts';
import type { Call } from '../rpc/calls.ts';
import type { IsAllowed } from '../rpc/credentials.ts';
import type { Listener } from '../rpc/listener.ts';
import { exchange } from './exchange.ts';
import type { HttpAnswer } from './http-answer.ts';
import { requestIdOf } from './request-id.ts';
import type { Route } from './route-table.ts';

/** What is known of a request once it was answered. */
export interface Answered {
  readonly verb: string;
  readonly route: string;
  readonly status: number;
  /** From its headers to the end of its answer. */
  readonly ms: number;
  readonly log: Logger;
}

export interface ShortWayOptions {
  readonly routes: readonly Route[];
  readonly calls: ReadonlyMap<DescMethod, Call>;
  readonly isAllowed: IsAllowed;
  readonly log: Logger;
  readonly answered: (what: Answered) => void;
  /** The framework, which also says to a caller that the service is about to end. */
  readonly longWay: Listener;
  readonly isEnding: () => boolean;
}

export function shortWay({ routes, calls, isAllowed, log, answered, longWay, isEnding }: ShortWayOptions): Listener {
  const table = new Map(routes.filter(hasOnlyBody).map((route) => [route.path, route]));
  return (request, response) => {
    const route = table.get(request.url ?? '');
    const { authorization } = request.headers;
    if (!route || isEnding() || !isUsual(request) || !isAllowed(route.credential, authorization)) {
      longWay(request, response);
      return;
    }
    const began = performance.now();
    const requestId = requestIdOf(request.headers['x-request-id']);
    const ownLog = log.child({ request_id: requestId });
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    // A caller that hung up before the end hears nothing.
    request.on('end', async () => {
      const body = chunks.length === 1 ? chunks[0] : Buffer.concat(chunks);
      const call = calls.get(route.method)!;
      const answer = await exchange({ route, call, body, params: NONE, query: NONE, requestId, log: ownLog });
      response.once('finish', () => {
        const ms = performance.now() - began;
        answered({ verb: 'POST', route: route.path, status: answer.status, ms, log: ownLog });
      });
      send(response, answer, requestId);
    });
  };
}

const NONE = {};

const hasOnlyBody = ({ verb, body, pathFields, queryFields }: Route): boolean =>
  verb === 'POST' && body === 'json' && pathFields.length + queryFields.length === 0;

const JSON_TYPES: ReadonlySet<string | undefined> = new Set(['application/json', 'application/json; charset=utf-8']);

function isUsual({ httpVersionMajor, method, headers }: IncomingMessage): boolean {
  const length = Number(headers['content-length'] ?? 0);
  return (
    httpVersionMajor === 1 &&
    method === 'POST' &&
    JSON_TYPES.has(headers['content-type']) &&
    length > 0 &&
    length <= MAX_BODY_BYTES
  );
}

function send(response: ServerResponse, { status, headers, body }: HttpAnswer, requestId: string): void {
  response.writeHead(status, { 'x-request-id': requestId, ...headers, 'content-length': Buffer.byteLength(body) });
  response.end(body);
}

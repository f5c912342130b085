// REST over the calls of rpc/calls.ts. Each route of the table takes the same way: method and credential, then size
// and content type (by the framework), then exchange.ts. Most requests need less and are served by short-way.ts. No
// handler, path or field is named here.

import type { DescMethod } from '@bufbuild/protobuf';
import type { FastifyInstance, FastifyRequest, HTTPMethods } from 'fastify';
import type { Logger } from 'pino';
import { TieoutError } from '../core/errors.ts';
import { MAX_BODY_BYTES } from '../core/limits.ts';
import type { Call } from '../rpc/calls.ts';
import type { IsAllowed } from '../rpc/credentials.ts';
import type { Parameters } from './decode-parameters.ts';
import { exchange } from './exchange.ts';
import { sendAnswer } from './failures.ts';
import { pathPattern, type Route } from './route-table.ts';

export interface BridgeOptions {
  readonly routes: readonly Route[];
  readonly calls: ReadonlyMap<DescMethod, Call>;
  readonly isAllowed: IsAllowed;
}

export async function addBridge(app: FastifyInstance, { routes, calls, isAllowed }: BridgeOptions): Promise<void> {
  const add = (scope: FastifyInstance, route: Route) => {
    const call = calls.get(route.method)!;
    scope.route({
      method: route.verb as HTTPMethods,
      url: pathPattern(route),
      onRequest: (request, _reply, done) => {
        if (!isAllowed(route.credential, request.headers.authorization)) {
          done(new TieoutError('unauthenticated', 'A valid bearer token is required'));
        } else done(tooLong(request));
      },
      handler: async (request, reply) => {
        const { params, query } = request as { params: Parameters; query: Parameters };
        const body = request.body as Buffer | undefined;
        const log = request.log as Logger;
        return sendAnswer(reply, await exchange({ route, call, body, params, query, requestId: request.id, log }));
      },
    });
  };
  for (const route of routes) if (typeof route.body === 'string') add(app, route);
  await app.register(async (scope) => {
    // Whatever comes is the body, of any content type.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    for (const route of routes) if (typeof route.body !== 'string') add(scope, route);
  });
  addOtherMethods(app, routes);
}

/** A path that exists answers 405 to any other method, before a body is read or a token looked at. */
function addOtherMethods(app: FastifyInstance, routes: readonly Route[]): void {
  const verbs = Map.groupBy(routes, pathPattern);
  for (const [url, known] of verbs) {
    const allowed = new Set(known.flatMap(({ verb }) => (verb === 'GET' ? ['GET', 'HEAD'] : [verb])));
    app.route({
      method: app.supportedMethods.filter((verb) => !allowed.has(verb)) as HTTPMethods[],
      url,
      onRequest: async (_request, reply) => {
        reply.header('allow', [...allowed].join(', '));
        throw new TieoutError('method_not_allowed', 'Method Not Allowed');
      },
      handler: () => undefined,
    });
  }
}

/** Refused by what it announces, and read to its end all the same, so that the caller hears the answer. */
function tooLong(request: FastifyRequest): TieoutError | undefined {
  return Number(request.headers['content-length'] ?? 0) > MAX_BODY_BYTES
    ? new TieoutError('body_too_large', 'The body is larger than 16 MiB')
    : undefined;
}

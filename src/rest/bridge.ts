// REST over the calls of rpc/calls.ts. Each route of the table takes the same way: method and credential, then size
// and content type (by the framework), then path, query and body into one message, then the call, then JSON. No
// handler, path or field is named here.

import { create, type DescMethod, type Message } from '@bufbuild/protobuf';
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import type { Logger } from 'pino';
import { TieoutError } from '../core/errors.ts';
import { MAX_BODY_BYTES } from '../core/limits.ts';
import type { Call } from '../rpc/calls.ts';
import type { IsAllowed } from '../rpc/credentials.ts';
import type { Problem } from '../rpc/problems.ts';
import { WrittenAnswer } from '../rpc/services.ts';
import { decode } from './decode.ts';
import { decodeParameters, type Parameters } from './decode-parameters.ts';
import { encode } from './encode.ts';
import { failureOf, malformed, sendFailure } from './failures.ts';
import { pathPattern, type Route, sourceOf } from './route-table.ts';

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
      handler: (request, reply) => answer({ route, call, request, reply }),
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

interface Exchange {
  readonly route: Route;
  readonly call: Call;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

async function answer({ route, call, request, reply }: Exchange): Promise<FastifyReply> {
  try {
    const { message, problems } = read(route, request);
    const asked = { message, problems, form: 'json', requestId: request.id, log: request.log as Logger } as const;
    const output = await call(asked);
    return reply
      .code(route.successStatus)
      .header('content-type', 'application/json; charset=utf-8')
      .send(output instanceof WrittenAnswer ? output.json : JSON.stringify(encode(route.method.output, output)));
  } catch (error) {
    return sendFailure(reply, failureOf(error, request), (name) => sourceOf(route, name));
  }
}

function read(route: Route, request: FastifyRequest): { message: Message; problems: readonly Problem[] } {
  const { message, problems } = readBody(route, request.body as Buffer | undefined);
  const target = { message, problems: [...problems] };
  decodeParameters(route.pathFields, request.params as Parameters, target);
  decodeParameters(route.queryFields, request.query as Parameters, target);
  return target;
}

const strict = new TextDecoder('utf-8', { fatal: true });

function readBody({ method: { input }, body }: Route, bytes: Buffer | undefined) {
  if (body === 'none') return { message: create(input), problems: [] };
  if (body !== 'json') {
    const message = create(input, { [body.raw.localName]: bytes ?? new Uint8Array() });
    return { message, problems: [] };
  }
  let json: unknown;
  try {
    json = JSON.parse(strict.decode(bytes ?? new Uint8Array()));
  } catch {
    // The reason would repeat what was sent.
    throw malformed('the body must be JSON');
  }
  return decode(input, json);
}

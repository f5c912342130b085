// Connect, gRPC-Web and gRPC as routes of the one server: the calls of calls.ts under their services' names, with
// health and reflection. Connect's own plugin reads and writes the protocols; every-request.ts has the rules for every
// request. This file adds what the plugin lacks: refusals before any protocol, unknown names of enumerations, the
// unread rest of a body.

import type { ServerResponse } from 'node:http';
import { finished } from 'node:stream/promises';
import { setImmediate } from 'node:timers/promises';
import { create, type DescMethod, type Message } from '@bufbuild/protobuf';
import {
  Code,
  ConnectError,
  type ConnectRouter,
  createContextKey,
  createContextValues,
  type HandlerContext,
} from '@connectrpc/connect';
import type { UniversalHandler, UniversalServerRequest } from '@connectrpc/connect/protocol';
import { errorToJson } from '@connectrpc/connect/protocol-connect';
import { fastifyConnectPlugin } from '@connectrpc/connect-fastify';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Credential } from '../../gen/tieout/options/v1/options_pb.ts';
import { ERROR_KINDS } from '../core/error-kinds.ts';
import { TieoutError } from '../core/errors.ts';
import { MAX_ANSWER_BYTES, MAX_BODY_BYTES } from '../core/limits.ts';
import type { Call } from '../rpc/calls.ts';
import { toConnectError } from '../rpc/connect-error.ts';
import { addGrpcHealth } from '../rpc/grpc/grpc-health.ts';
import { addReflection } from '../rpc/grpc/reflection.ts';
import { ignoredFields, unknownNumbers } from '../rpc/ignored-fields.ts';
import { canUnpack, markedBody, PACKINGS } from '../rpc/json-body.ts';
import type { Probing } from '../rpc/probes.ts';
import { AnswerStream } from '../rpc/services.ts';
import { countedBody } from '../rpc/sizes/counted-body.ts';
import { callerRole, methodTraits } from '../rpc/traits.ts';
import { cutOff } from '../rpc/validation/problems.ts';
import { sayPlainly } from '../rpc/validation/refused-messages.ts';
import { arrivesSlowly } from './arriving/arrival.ts';
import { contextOf } from './bridge.ts';
import { failureOf, JSON_TYPE } from './failures.ts';
import { inPieces, isJson, written } from './pieces/connect-in-pieces.ts';

interface RpcOptions {
  /** Calls of the methods that are served here. */
  readonly calls: ReadonlyMap<DescMethod, Call>;
  readonly probing: Probing;
  /** Whether reflection lists the services for callers. */
  readonly isReflected: boolean;
  /** Time in which a file must have arrived. */
  readonly mostFileMs: number;
}

const requestKey = createContextKey<FastifyRequest>(null as never, { description: 'the request' });

export async function addRpc(
  app: FastifyInstance,
  { calls, probing, isReflected, mostFileMs }: RpcOptions,
): Promise<void> {
  const handlers = new Map<string, UniversalHandler>();
  await app.register(async (scope) => {
    scope.addHook('onRoute', (route) => {
      const { method } = handlers.get(route.url)!;
      // Methods outside the contract (reflection, health) need no token.
      const access = calls.has(method)
        ? { credential: methodTraits(method).credential, role: callerRole(method) }
        : { credential: Credential.NONE };
      route.config = { ...route.config, rpc: method, ...access };
    });
    scope.addHook('onRequest', (request, reply, done) => {
      const handler = handlers.get(request.routeOptions.url!)!;
      if (!handler.allowedMethods.includes(request.method)) reply.header('allow', handler.allowedMethods.join(', '));
      done(unreadable(request, handler));
    });
    // The plugin writes its answers without the framework, so the framework must not send anything.
    scope.addHook('preHandler', (_request, reply, done) => {
      reply.code(500);
      namesHangingUp(reply.raw);
      done();
    });
    scope.setErrorHandler((error, request, reply) => {
      const failure = failureOf(error, request.log);
      return reply
        .code(ERROR_KINDS[failure.code].http)
        .header('content-type', JSON_TYPE)
        .send(JSON.stringify(errorToJson(toConnectError(failure), undefined)));
    });
    await scope.register(fastifyConnectPlugin, {
      acceptCompression: PACKINGS,
      readMaxBytes: MAX_BODY_BYTES,
      writeMaxBytes: MAX_ANSWER_BYTES,
      contextValues: (request) => createContextValues().set(requestKey, request),
      requestGate: admit,
      routes(router) {
        for (const [method, call] of calls) addMethod(router, method, call);
        // A service of which only home and health are served here is not listed.
        const parents = new Set([...calls.keys()].map(({ parent }) => parent));
        const services = [...parents].filter((one) => one.methods.every((method) => calls.has(method)));
        if (isReflected) addReflection(router, services);
        addGrpcHealth(router, { services: services.map(({ typeName }) => typeName), probing });
        router.handlers.forEach((handler, at) => {
          handlers.set(handler.requestPath, handler);
          router.handlers[at] = withReadBody(handler, mostFileMs);
        });
      },
    });
  });
}

/** HTTP/2 cancels a write when the caller leaves. The plugin would count that as a failure of the service. */
function namesHangingUp(response: ServerResponse): void {
  const write = response.write as (
    data: unknown,
    encoding: string,
    written?: (error?: Error | null) => void,
  ) => boolean;
  const named = (data: unknown, encoding: string, written?: (error?: Error | null) => void) =>
    write.call(response, data, encoding, (error) => {
      if ((error as NodeJS.ErrnoException | null)?.code === 'ECANCELED') Object.assign(error!, { code: 'ECONNRESET' });
      written?.(error);
    });
  response.write = named as never;
}

const TAKEN = 'The content type must be application/json, application/proto, or one of gRPC or gRPC-Web';

/** Refuses before a protocol is known, in Connect's form. */
function unreadable(request: FastifyRequest, handler: UniversalHandler): TieoutError | undefined {
  const { method, headers, raw } = request;
  if (!handler.allowedMethods.includes(method)) return new TieoutError('method_not_allowed', 'The method must be POST');
  const contentType = headers['content-type'] ?? '';
  // JSON within gRPC would be read without the check of enumerations; no client needs it.
  if (/^application\/grpc.*\+json/i.test(contentType) || !handler.supportedContentType(contentType)) {
    return new TieoutError('unsupported_media_type', TAKEN);
  }
  const authority = headers[':authority'] ?? headers.host;
  return authority && URL.canParse(raw.url ?? '', `http://${authority}`)
    ? undefined
    : new TieoutError('host_unusable', 'The request has no Host, or one that is none');
}

/** Runs before the body is read. */
function admit(context: HandlerContext): void {
  const request = context.values.get(requestKey);
  const outcome = { protocol: context.protocolName, code: 'ok' };
  request.rpcOutcome = outcome;
  sayPlainly(context);
  // A failure aborts the call's signal before it is written, with the failure as the reason.
  context.signal.addEventListener('abort', () => {
    const { reason } = context.signal;
    if (reason instanceof ConnectError) outcome.code = Code[reason.code];
  });
  if (request.refusal !== null) throw toConnectError(request.refusal);
}

/** The largest length that a frame's four bytes can give. */
const LARGEST_FRAME = 0xffff_ffff;

function addMethod(router: ConnectRouter, method: DescMethod, call: Call): void {
  const isStream = method.methodKind === 'client_streaming';
  const asked = async (sent: never, { values, responseTrailer, signal }: HandlerContext) => {
    const request = values.get(requestKey);
    const tell = (fact: string, value: string) => responseTrailer.set(fact, value);
    const read = isStream
      ? { message: create(method.input), messages: whole(sent as AsyncIterable<Message>, request) }
      : { message: sent as Message, ignored: request.ignored ?? unknownNumbers(sent) };
    return call({ ...read, tell, signal, ...contextOf(request) }).catch((error: TieoutError) => {
      throw toConnectError(error);
    });
  };
  const one = async (sent: never, context: HandlerContext) =>
    written((await asked(sent, context)) as Message, { method, values: context.values });
  async function* many(sent: never, context: HandlerContext): AsyncGenerator<Message> {
    const answer = await asked(sent, context);
    try {
      if (answer instanceof AnswerStream) yield* answer.messages;
    } catch (error) {
      throw toConnectError(error as TieoutError);
    }
  }
  const implementation = method.methodKind === 'server_streaming' ? many : one;
  const bound = methodTraits(method).unboundedAnswer ? { writeMaxBytes: LARGEST_FRAME } : undefined;
  router.rpc(method, implementation as never, bound);
}

/** The messages of a stream. Over HTTP/2 a caller may end a stream as if it were whole, and then cancel it. */
async function* whole(messages: AsyncIterable<Message>, { raw }: FastifyRequest): AsyncGenerator<Message> {
  try {
    yield* messages;
  } catch (error) {
    throw raw.aborted ? cutOff() : error;
  }
  // The cancelling follows upon the end.
  await setImmediate();
  if (raw.aborted) throw cutOff();
}

function withReadBody(handler: UniversalHandler, mostFileMs: number): UniversalHandler {
  const mostMs = methodTraits(handler.method).oneFile ? mostFileMs : null;
  const answer = (request: UniversalServerRequest) => {
    const asked = request.contextValues!.get(requestKey);
    const marked = withMarkedEnums({ ...request, body: chunksOf(asked, mostMs) }, handler.method);
    return inPieces(countedBody(marked, handler.method), handler.method, handler);
  };
  return Object.assign(answer, handler);
}

/**
 * The body. After a refusal the rest is read first: a caller that is still sending, or is cut off, receives no reason.
 */
async function* chunksOf(asked: FastifyRequest, mostMs: number | null): AsyncGenerator<Uint8Array> {
  const request = asked.raw;
  const arrival = mostMs === null ? null : arrivesSlowly(request, mostMs);
  try {
    for await (const chunk of request.iterator({ destroyOnReturn: false })) {
      asked.bodyBytes += chunk.length;
      arrival?.goesOn();
      yield chunk;
    }
  } finally {
    request.resume();
    await finished(request, { writable: false }).catch(() => undefined);
  }
}

type WithBody = UniversalServerRequest & { readonly body: AsyncIterable<Uint8Array> };

function withMarkedEnums(request: WithBody, method: DescMethod): WithBody {
  const encoding = request.header.get('content-encoding');
  if (!isJson(request) || !canUnpack(encoding)) return request;
  request.header.delete('content-encoding');
  request.header.delete('content-length'); // It counts the packed bytes.
  const asked = request.contextValues!.get(requestKey);
  const read = (json: unknown) => {
    asked.ignored = ignoredFields(method.input, json, 'proto');
  };
  return { ...request, body: markedBody({ chunks: request.body, desc: method.input, encoding, read }) };
}

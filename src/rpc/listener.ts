// Connect, gRPC-Web and gRPC on node's requests, HTTP/1.1 and HTTP/2 alike: the calls of calls.ts under the names of
// their services, with reflection and health beside them. What is no RPC goes to the listener of REST.

import type { IncomingMessage, ServerResponse } from 'node:http';
import { finished } from 'node:stream/promises';
import type { DescMethod } from '@bufbuild/protobuf';
import {
  Code,
  ConnectError,
  type ConnectRouter,
  createConnectRouter,
  createContextKey,
  createContextValues,
  type HandlerContext,
} from '@connectrpc/connect';
import {
  compressionBrotli,
  compressionGzip,
  universalRequestFromNodeRequest,
  universalResponseToNodeResponse,
} from '@connectrpc/connect-node';
import type { Logger } from 'pino';
import { TieoutError } from '../core/errors.ts';
import { MAX_BODY_BYTES } from '../core/limits.ts';
import type { Call } from './calls.ts';
import { toConnectError } from './connect-error.ts';
import type { IsAllowed } from './credentials.ts';
import { addGrpcHealth } from './grpc/grpc-health.ts';
import { addReflection } from './grpc/reflection.ts';
import { canUnpack, markedBody } from './json-body.ts';
import type { Probe } from './probes.ts';
import { METHODS, SERVICES } from './services.ts';
import { methodTraits } from './traits.ts';
import { sayPlainly } from './validation/refused-messages.ts';

export type Listener = (request: IncomingMessage, response: ServerResponse) => void;

export interface RpcOptions {
  /** Of the methods that are served here. */
  readonly calls: ReadonlyMap<DescMethod, Call>;
  readonly probes: readonly Probe[];
  readonly isAllowed: IsAllowed;
  readonly requestIdOf: (header: string | readonly string[] | undefined) => string;
  readonly log: Logger;
  /** Told of every call that ended, with the code of its failure. */
  readonly ended: (method: DescMethod, code: Code | 'ok') => void;
  readonly rest: Listener;
}

const requestIdKey = createContextKey('', { description: 'request id' });

export function rpcListener(options: RpcOptions): Listener {
  const router = createConnectRouter({
    acceptCompression: [compressionGzip, compressionBrotli],
    readMaxBytes: MAX_BODY_BYTES,
    requestGate(context) {
      sayPlainly(context);
      refuseStrangers(context, options.isAllowed);
    },
  });
  const isServed = (method: DescMethod) => options.calls.has(method);
  for (const method of METHODS.filter(isServed)) addMethod(router, method, options);
  const services = Object.values(SERVICES).filter(({ methods }) => methods.some(isServed));
  addReflection(router, services);
  addGrpcHealth(router, { services: services.map(({ typeName }) => typeName), probes: options.probes });
  const handlers = new Map(router.handlers.map((handler) => [handler.requestPath, handler]));

  return (request, response) => {
    const handler = handlers.get(request.url?.split('?', 1)[0] ?? '');
    if (!handler) return options.rest(request, response);
    const requestId = options.requestIdOf(request.headers['x-request-id']);
    response.setHeader('x-request-id', requestId);
    // Its messages would be read without the check of enumerations; no client needs it.
    const isGrpcJson = /^application\/grpc.*\+json/i.test(request.headers['content-type'] ?? '');
    if (isGrpcJson) return refuse(request, response, 415);
    const values = createContextValues().set(requestIdKey, requestId);
    const given = universalRequestFromNodeRequest(request, response as never, undefined, values);
    handler(withMarkedEnums({ ...given, body: chunksOf(request) }, handler.method))
      .then((answer) => {
        const { status } = answer;
        if (isRefused(status)) return refuse(request, response, status);
        return universalResponseToNodeResponse(answer, response as never);
      })
      .catch((error: unknown) => {
        // The caller hung up; anything else is worth a line.
        const isGone = ConnectError.from(error).code === Code.Aborted || response.destroyed;
        if (!isGone) options.log.error({ err: error, request_id: requestId }, 'an answer could not be written');
        response.destroy();
      });
  };
}

/** What the library refuses without a word: the code of the table and a sentence, as Connect writes a failure. */
const REFUSALS = {
  405: ['unimplemented', 'The method must be POST'],
  415: ['invalid_argument', 'The content type must be application/json, application/proto, or one of gRPC or gRPC-Web'],
} as const;

const isRefused = (status: number): status is keyof typeof REFUSALS => Object.hasOwn(REFUSALS, status);

function refuse(request: IncomingMessage, response: ServerResponse, status: keyof typeof REFUSALS): void {
  const [code, message] = REFUSALS[status];
  const allow = status === 405 ? { allow: 'POST' } : {};
  response.writeHead(status, { 'content-type': 'application/json', ...allow }).end(JSON.stringify({ code, message }));
  // Read to its end, so that the caller hears the answer.
  request.resume();
}

/** Runs before the body is read. Methods that are not the contract's (reflection, health) need no token. */
function refuseStrangers({ method, requestHeader }: HandlerContext, isAllowed: IsAllowed): void {
  if (!METHODS.includes(method)) return;
  if (isAllowed(methodTraits(method).credential, requestHeader.get('authorization') ?? undefined)) return;
  throw toConnectError(new TieoutError('unauthenticated', 'A valid bearer token is required'));
}

function addMethod(router: ConnectRouter, method: DescMethod, { calls, log, ended }: RpcOptions): void {
  const call = calls.get(method)!;
  const implementation = async (message: never, context: HandlerContext) => {
    const requestId = context.values.get(requestIdKey);
    const callLog = log.child({ request_id: requestId });
    const began = performance.now();
    const end = (code: Code | 'ok') => {
      ended(method, code);
      const ms = Math.round(performance.now() - began);
      callLog.info(
        { method: method.name, protocol: context.protocolName, code: code === 'ok' ? code : Code[code], ms },
        'answered',
      );
    };
    try {
      const answer = await call({ message, requestId, log: callLog });
      end('ok');
      return answer;
    } catch (error) {
      const failure = toConnectError(error as TieoutError);
      end(failure.code);
      throw failure;
    }
  };
  router.rpc(method, implementation as never);
}

/**
 * The body. What a refusal leaves of it is read first: a caller that is busy sending, or is cut off, hears no reason.
 */
async function* chunksOf(request: IncomingMessage): AsyncGenerator<Uint8Array> {
  try {
    yield* request.iterator({ destroyOnReturn: false });
  } finally {
    request.resume();
    await finished(request, { writable: false }).catch(() => undefined);
  }
}

type UniversalRequest = ReturnType<typeof universalRequestFromNodeRequest>;

function withMarkedEnums(request: UniversalRequest, method: DescMethod): UniversalRequest {
  const encoding = request.header.get('content-encoding');
  const isJson = /^application\/json\b/i.test(request.header.get('content-type') ?? '');
  if (!isJson || !canUnpack(encoding)) return request;
  request.header.delete('content-encoding');
  request.header.delete('content-length'); // Of what came, not of what is read.
  const chunks = request.body as AsyncIterable<Uint8Array>;
  return { ...request, body: markedBody({ chunks, desc: method.input, encoding }) };
}

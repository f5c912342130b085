// Hooks for every request of every protocol: they set its id, decide whether it may go on (host, expectation, token,
// announced length), and write its log line and counts once it is answered. Differences between routes stand in the
// routes' configuration.

import type { DescMethod } from '@bufbuild/protobuf';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Credential } from '../../gen/tieout/options/v1/options_pb.ts';
import type { Caller, CallerRole } from '../core/callers/caller.ts';
import { TieoutError } from '../core/errors.ts';
import { MAX_BODY_BYTES } from '../core/limits.ts';
import { createQuotas } from '../rpc/callers/quotas.ts';
import { requireRole } from '../rpc/callers/roles.ts';
import type { Path } from '../rpc/ignored-fields.ts';
import { bodyTooLarge, fileTooLarge } from '../rpc/sizes/body-bounds.ts';
import type { CallerOf } from './console/browser-callers.ts';
import type { Metrics } from './metrics.ts';

/** The outcome of a call: kept with its request, and complete once the call is answered. */
interface RpcOutcome {
  /** connect, grpc or grpc-web */
  protocol: string;
  /** `ok`, or the code of its failure. */
  code: string;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The token that the route requires; a route without one is open to all. */
    credential?: Credential;
    /** The role that its caller needs; none for routes that are open to all. */
    role?: CallerRole | null;
    /** Its body is a file, which may be larger than other bodies. */
    isFile?: boolean;
    /** The method of a route of Connect, gRPC-Web or gRPC: each protocol has its own way to answer a refusal. */
    rpc?: DescMethod;
  }
  interface FastifyRequest {
    /** Null until it is known. */
    caller: Caller | null;
    /** Bytes of a call's body that were read. */
    bodyBytes: number;
    /** Why a call may not go on; its protocol answers it. */
    refusal: TieoutError | null;
    rpcOutcome: RpcOutcome | null;
    /** Fields of Connect's JSON that nobody reads; null: the body is no JSON. */
    ignored: readonly Path[] | null;
    /** Names of the fields that the request's query gave; null: not looked at yet. */
    queried: readonly (string | number | undefined)[] | null;
  }
}

interface EveryRequestOptions {
  readonly callerOf: CallerOf;
  readonly metrics: Metrics;
  readonly mostFileBytes: number;
}

export function addEveryRequest(app: FastifyInstance, { callerOf, metrics, mostFileBytes }: EveryRequestOptions): void {
  const quotas = createQuotas();
  /** Throws the TieoutError that refuses the request. */
  const admit = async (request: FastifyRequest): Promise<void> => {
    requireForm(request);
    const { credential, role = null } = request.routeOptions.config;
    if (credential !== undefined) {
      const caller = await callerOf(credential, request.headers);
      request.caller = caller;
      if (caller.id !== null) request.log = request.log.child({ caller: caller.id });
      requireRole(caller, role);
      quotas.takeCall(caller);
    }
    requireLength(request, mostFileBytes);
  };
  app.decorateRequest('caller', null);
  app.decorateRequest('bodyBytes', 0);
  app.decorateRequest('refusal', null);
  app.decorateRequest('rpcOutcome', null);
  app.decorateRequest('ignored', null);
  app.decorateRequest('queried', null);
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
    try {
      await admit(request);
    } catch (error) {
      if (!(error instanceof TieoutError) || request.routeOptions.config.rpc === undefined) throw error;
      request.refusal = error;
    }
  });
  // A client that asks before it sends its body (Expect: 100-continue) is answered only now.
  app.addHook('preParsing', (request, reply, payload, done) => {
    if (request.headers.expect !== undefined && request.refusal === null) reply.raw.writeContinue();
    done(null, payload);
  });
  app.addHook('onResponse', (request, { statusCode: status, elapsedTime }, done) => {
    const { url: route = 'unknown', config } = request.routeOptions;
    const { caller } = request;
    if (caller !== null) quotas.countBytes(caller, bytesOf(request));
    const ms = Math.round(elapsedTime);
    if (config.rpc !== undefined) {
      const { name } = config.rpc;
      const { protocol, code } = request.rpcOutcome ?? { protocol: 'http', code: String(status) };
      metrics.rpcEnded(name, code);
      if (caller?.id) metrics.callerEnded(caller.id, code === 'ok');
      request.log.info({ method: name, protocol, code, ms }, 'answered');
    } else {
      const verb = request.method;
      metrics.httpEnded({ verb, route, status, seconds: elapsedTime / 1_000 });
      if (caller?.id) metrics.callerEnded(caller.id, status < 400);
      request.log.info({ method: verb, route, status, ms }, 'answered');
    }
    done();
  });
}

/** Length of the prefix before the message of a gRPC or gRPC-Web call. The bound holds for the message alone. */
const ENVELOPE_BYTES = 5;

/** Bytes that were read, whatever was announced. */
const bytesOf = ({ body, bodyBytes }: FastifyRequest): number => (Buffer.isBuffer(body) ? body.length : bodyBytes);

/** Throws the TieoutError that refuses a request of an unusable form. */
function requireForm({ raw, headers }: FastifyRequest): void {
  const { expect, host, ':authority': authority } = headers as Readonly<Record<string, string | undefined>>;
  if (!host && !authority && raw.httpVersion !== '1.0')
    throw new TieoutError('host_unusable', 'The request has no Host');
  if (expect !== undefined && expect.toLowerCase() !== '100-continue') {
    throw new TieoutError('expectation_unknown', 'The only expectation that is met is 100-continue');
  }
}

/** A request is refused by its announced length, but read to its end, so that the caller receives the answer. */
function requireLength({ headers, routeOptions: { config } }: FastifyRequest, mostFileBytes: number): void {
  const length = Number(headers['content-length'] ?? 0);
  if (config.isFile) {
    if (length > mostFileBytes) throw fileTooLarge(mostFileBytes);
    return;
  }
  const most = MAX_BODY_BYTES + (headers['content-type']?.startsWith('application/grpc') ? ENVELOPE_BYTES : 0);
  if (length > most) throw bodyTooLarge();
}

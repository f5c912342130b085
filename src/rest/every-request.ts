// Hooks for every request of every protocol: they set its id, decide whether it may go on (host, expectation, token,
// announced length), and write its log line and counts once it is answered. Differences between routes stand in the
// routes' configuration.

import type { DescMethod } from '@bufbuild/protobuf';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Credential } from '../../gen/tieout/options/v1/options_pb.ts';
import { TieoutError } from '../core/errors.ts';
import { MAX_BODY_BYTES } from '../core/limits.ts';
import type { IsAllowed } from '../rpc/credentials.ts';
import { bodyTooLarge } from '../rpc/sizes/body-bounds.ts';
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
    /** The method of a route of Connect, gRPC-Web or gRPC: each protocol has its own way to answer a refusal. */
    rpc?: DescMethod;
  }
  interface FastifyRequest {
    /** Why a call may not go on; its protocol answers it. */
    refusal: TieoutError | null;
    rpcOutcome: RpcOutcome | null;
    /** Names of the fields that the request's query gave; null: not looked at yet. */
    queried: readonly (string | number | undefined)[] | null;
  }
}

interface EveryRequestOptions {
  readonly isAllowed: IsAllowed;
  readonly metrics: Metrics;
}

export function addEveryRequest(app: FastifyInstance, { isAllowed, metrics }: EveryRequestOptions): void {
  app.decorateRequest('refusal', null);
  app.decorateRequest('rpcOutcome', null);
  app.decorateRequest('queried', null);
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    const { config } = request.routeOptions;
    const refusal = refusalOf(request, config.credential === undefined || allows(request, config.credential));
    if (refusal !== null && config.rpc !== undefined) {
      request.refusal = refusal;
      done();
    } else done(refusal ?? undefined);
  });
  // A client that asks before it sends its body (Expect: 100-continue) is answered only now.
  app.addHook('preParsing', (request, reply, payload, done) => {
    if (request.headers.expect !== undefined && request.refusal === null) reply.raw.writeContinue();
    done(null, payload);
  });
  app.addHook('onResponse', (request, { statusCode: status, elapsedTime }, done) => {
    const { url: route = 'unknown', config } = request.routeOptions;
    const ms = Math.round(elapsedTime);
    if (config.rpc !== undefined) {
      const { name } = config.rpc;
      const { protocol, code } = request.rpcOutcome ?? { protocol: 'http', code: String(status) };
      metrics.rpcEnded(name, code);
      request.log.info({ method: name, protocol, code, ms }, 'answered');
    } else {
      const verb = request.method;
      metrics.httpEnded({ verb, route, status, seconds: elapsedTime / 1_000 });
      request.log.info({ method: verb, route, status, ms }, 'answered');
    }
    done();
  });

  const allows = ({ headers }: FastifyRequest, wanted: Credential) => isAllowed(wanted, headers.authorization);
}

/** Length of the prefix before the message of a gRPC or gRPC-Web call. The bound holds for the message alone. */
const ENVELOPE_BYTES = 5;

function refusalOf({ raw, headers }: FastifyRequest, isAllowed: boolean): TieoutError | null {
  const { expect, host, ':authority': authority } = headers as Readonly<Record<string, string | undefined>>;
  if (!host && !authority && raw.httpVersion !== '1.0')
    return new TieoutError('host_unusable', 'The request has no Host');
  if (expect !== undefined && expect.toLowerCase() !== '100-continue') {
    return new TieoutError('expectation_unknown', 'The only expectation that is met is 100-continue');
  }
  if (!isAllowed) return new TieoutError('unauthenticated', 'A valid bearer token is required');
  // A request is refused by its announced length, but read to its end, so that the caller receives the answer.
  const most = MAX_BODY_BYTES + (headers['content-type']?.startsWith('application/grpc') ? ENVELOPE_BYTES : 0);
  return Number(headers['content-length'] ?? 0) > most ? bodyTooLarge() : null;
}

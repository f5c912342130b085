// What happens with every request, whichever protocol it speaks and whichever way it came: its id, whether it may go
// on (host, expectation, token, announced length), and once it is answered its log line and its counts. Written once,
// as hooks of the one server; what differs between routes stands in their configuration.

import type { DescMethod } from '@bufbuild/protobuf';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Credential } from '../../gen/tieout/options/v1/options_pb.ts';
import { TieoutError } from '../core/errors.ts';
import { MAX_BODY_BYTES } from '../core/limits.ts';
import type { IsAllowed } from '../rpc/credentials.ts';
import { bodyTooLarge } from '../rpc/sizes/body-bounds.ts';
import type { Metrics } from './metrics.ts';

/** A call as it went: kept with its request, and known in full once it is answered. */
interface RpcOutcome {
  /** connect, grpc or grpc-web */
  protocol: string;
  /** `ok`, or the code of its failure. */
  code: string;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The token that is asked for; a route without one is open to all. */
    credential?: Credential;
    /** Called by Connect, gRPC-Web or gRPC, each of which says in its own way why it refuses. */
    rpc?: DescMethod;
  }
  interface FastifyRequest {
    /** Why a call may not go on, for its protocol to say. */
    refusal: TieoutError | null;
    rpcOutcome: RpcOutcome | null;
    /** Fields that it has in its query, whichever of them the route takes in a body too; null: not looked at yet. */
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
  // Whoever asks whether to send its body hears so only now.
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

/** Before the one message of a call over gRPC and gRPC-Web; the bound is the message's. */
const ENVELOPE_BYTES = 5;

function refusalOf({ raw, headers }: FastifyRequest, isAllowed: boolean): TieoutError | null {
  const { expect, host, ':authority': authority } = headers as Readonly<Record<string, string | undefined>>;
  if (!host && !authority && raw.httpVersion !== '1.0')
    return new TieoutError('host_unusable', 'The request has no Host');
  if (expect !== undefined && expect.toLowerCase() !== '100-continue') {
    return new TieoutError('expectation_unknown', 'The only expectation that is met is 100-continue');
  }
  if (!isAllowed) return new TieoutError('unauthenticated', 'A valid bearer token is required');
  // Refused by what it announces, and read to its end all the same, so that the caller hears the answer.
  const most = MAX_BODY_BYTES + (headers['content-type']?.startsWith('application/grpc') ? ENVELOPE_BYTES : 0);
  return Number(headers['content-length'] ?? 0) > most ? bodyTooLarge() : null;
}

// The service on its port: REST, Connect, gRPC-Web and gRPC over the same calls, with the operators' pages. All are
// routes of one Fastify instance, so that rules for every request are written once (every-request.ts); one-port.ts
// hands it the connections of HTTP/1.1 and HTTP/2.

import { STATUS_CODES } from 'node:http';
import { type AddressInfo, isIP, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import fastify, { type FastifyInstance, LogController } from 'fastify';
import type { Logger } from 'pino';
import { ERROR_KINDS, type ErrorCode } from '../core/error-kinds.ts';
import { TieoutError } from '../core/errors.ts';
import { MAX_BODY_BYTES, MAX_DRAIN_MS } from '../core/limits.ts';
import type { Callers } from '../ports/calls/callers.ts';
import { createAuthentication } from '../rpc/callers/authentication.ts';
import { createConsoleCookies } from '../rpc/callers/console-cookie.ts';
import { createCalls } from '../rpc/calls.ts';
import { homeHandlers, type ListAge, VERSION } from '../rpc/home.ts';
import type { KeptCalls } from '../rpc/once-for-key.ts';
import { createProbing, type Probe } from '../rpc/probes.ts';
import { type Handlers, methodsOf, servicesOf } from '../rpc/services.ts';
import { createValidate } from '../rpc/validation/validate.ts';
import { addBridge } from './bridge.ts';
import { createCallerOf } from './console/browser-callers.ts';
import { addConsole } from './console/console-routes.ts';
import { addEveryRequest } from './every-request.ts';
import { about, failureOf, sendFailure } from './failures.ts';
import { createMetrics, type Metrics, type OtherCounter } from './metrics.ts';
import { createOnePort, type Listener, type OnePort, type PortTls } from './one-port.ts';
import { openapi } from './openapi.ts';
import { addDescription, addOperatorPages } from './operator-pages.ts';
import { requestIdOf } from './request-id.ts';
import { routeTable } from './route-table.ts';
import { addRpc } from './rpc-routes.ts';

const DRAIN_EVERY_MS = 20;

/** The defaults of the configuration. */
const FILE_BOUNDS = { mostBytes: 2_000_000_000, mostMs: 600_000 };

export interface ServerOptions {
  readonly host: string;
  /** 0: any free port. */
  readonly port: number;
  /** Null: without TLS. */
  readonly tls?: PortTls | null;
  /** Null: no token is required, and the service listens only on loopback. */
  readonly token: string | null;
  readonly pushToken?: string | null;
  /** Null: none are configured, and resolve is open to all. */
  readonly callers?: Callers | null;
  /** Where browsers open the console, if not on this machine: TIEOUT_CONSOLE_ORIGIN. */
  readonly consoleOrigin?: string | null;
  /** Of files that name none. */
  readonly currency?: string;
  /** Listens beyond loopback without a token. */
  readonly isInsecure?: boolean;
  /** Whether gRPC's reflection tells callers what there is. */
  readonly isReflected?: boolean;
  /** IANA name of the time zone for the day of an instant. */
  readonly timeZone?: string;
  /** Roles of the process: they say which services of the contract are served here. */
  readonly roles?: readonly string[];
  /** All but home and health, which the server has itself. */
  readonly handlers: Handlers;
  /** Null: answers are kept for no Idempotency-Key. */
  readonly kept?: KeptCalls | null;
  /** What bounds a file that is sent. */
  readonly files?: { readonly mostBytes: number; readonly mostMs: number };
  readonly probes: readonly Probe[];
  /** Lists for screening, for the health report. */
  readonly lists?: () => readonly ListAge[];
  /** Shown in /metrics beside the server's own. */
  readonly counters?: readonly OtherCounter[];
  readonly logger: Logger;
}

export interface RunningServer {
  /** http://127.0.0.1:8080, with TLS https://127.0.0.1:8080 */
  readonly address: string;
  /** Takes no new request, lets running ones end, then closes every connection. */
  readonly close: () => Promise<void>;
}

export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { host, port, token, pushToken = null, callers = null, isInsecure = false, tls = null, logger } = options;
  if (token === null && callers === null && !isInsecure && !isLoopback(host)) {
    throw new TieoutError(
      'usage',
      `Without TIEOUT_SERVICE_TOKEN or callers the service listens on loopback only, not on ${host}.`,
    );
  }
  const { mostBytes: mostFileBytes, mostMs: mostFileMs } = options.files ?? FILE_BOUNDS;
  const { roles = ['api'], handlers, timeZone = 'Africa/Lagos', isReflected = true } = options;
  const probing = createProbing(options.probes);
  const methods = methodsOf(servicesOf(roles));
  const calls = createCalls({
    methods,
    handlers: { ...handlers, engine: { ...homeHandlers(probing, options.lists), ...handlers.engine } },
    validate: createValidate({ timeZone }),
    kept: options.kept ?? null,
  });
  const metrics = createMetrics(options.counters);
  const { app, onePort } = createApp(logger, tls);
  const authenticate = createAuthentication({ service: token, push: pushToken, callers });
  const cookies = createConsoleCookies({ service: token, callers, clock: Date.now });
  const { consoleOrigin: origin = null, currency = 'NGN' } = options;
  const own = { origin, isOpen: token === null && callers === null && !isInsecure };
  const callerOf = createCallerOf({ authenticate, cookies, own });
  addEveryRequest(app, { callerOf, metrics, mostFileBytes });
  addOperatorPages(app, { probing, metrics });
  if (methods.length > 0) {
    const routes = routeTable(methods);
    await addDescription(app, openapi(routes));
    await addBridge(app, { routes, calls, mostFileMs });
  }
  if (roles.includes('api')) {
    const hasTokens = token !== null || callers !== null;
    const asked = { cookies, callerOf, own, isTls: tls !== null, hasTokens };
    await addConsole(app, { ...asked, currency, version: VERSION });
  }
  await addRpc(app, { calls, probing, isReflected, mostFileMs });
  await app.listen({ host, port });
  const bound = app.server.address() as AddressInfo;
  return {
    address: `${tls === null ? 'http' : 'https'}://${bound.family === 'IPv6' ? `[${bound.address}]` : bound.address}:${bound.port}`,
    close: () => close(app, onePort(), metrics),
  };
}

function createApp(logger: Logger, tls: PortTls | null): { app: FastifyInstance; onePort: () => OnePort } {
  let port: OnePort | undefined;
  const app = fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    genReqId: (request) => requestIdOf(request.headers['x-request-id']),
    bodyLimit: MAX_BODY_BYTES,
    return503OnClosing: false,
    clientErrorHandler: (error, socket) => answerNoRequest(error, socket as Socket, logger),
    routerOptions: { maxParamLength: 4_096 },
    schemaController: NO_SCHEMAS,
    frameworkErrors: (error, request, reply) => void sendFailure(reply as never, failureOf(error, request.log)),
    serverFactory: (framework) => {
      port = createOnePort(framework as Listener, { tls });
      return port.server;
    },
  }) as unknown as FastifyInstance;
  // Each kind of body says which content types it takes (body-kinds.ts).
  app.removeAllContentTypeParsers();
  app.setErrorHandler((error, request, reply) => sendFailure(reply, failureOf(error, request.log)));
  app.setNotFoundHandler((_request, reply) => sendFailure(reply, new TieoutError('not_found', 'Not Found')));
  return { app, onePort: () => port! };
}

/** No route has a framework schema, so its two compilers are never loaded: a twelfth of the start. */
const NO_SCHEMAS = { compilersFactory: { buildValidator: () => noSchema, buildSerializer: () => noSchema } };

function noSchema(): never {
  throw new Error('Rules of requests are in the protos: a route has no schema of its own.');
}

async function close(app: FastifyInstance, port: OnePort, metrics: Metrics): Promise<void> {
  const closed = app.close();
  // A busy connection is idle after its answer, and would be kept for the next request.
  const draining = setInterval(port.drain, DRAIN_EVERY_MS);
  port.drain();
  const timer = new AbortController();
  const late = pause(MAX_DRAIN_MS, undefined, { signal: timer.signal }).then(port.destroy, () => undefined);
  await Promise.race([closed, late]);
  timer.abort();
  await closed;
  clearInterval(draining);
  metrics.close();
}

/** Answers a request that is no HTTP, has too long a head or is too slow, with the body of every failure. */
function answerNoRequest({ code }: NodeJS.ErrnoException, socket: Socket, log: Logger): void {
  if (code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const kind = NO_REQUESTS[code ?? ''] ?? 'not_http';
  const status = `${ERROR_KINDS[kind].http} ${STATUS_CODES[ERROR_KINDS[kind].http]}`;
  // A new id: headers of an unreadable request do not count.
  const requestId = requestIdOf(undefined);
  log.info({ request_id: requestId, status: Number.parseInt(status, 10) }, 'answered what is no request');
  const body = JSON.stringify({ detail: status.slice(4), ...about(kind, requestId) });
  const head = [
    `HTTP/1.1 ${status}`,
    `x-request-id: ${requestId}`,
    'content-type: application/json',
    `content-length: ${body.length}`,
  ];
  socket.end([...head, 'connection: close', '', body].join('\r\n'));
}

const NO_REQUESTS: Readonly<Record<string, ErrorCode>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'request_too_slow',
  HPE_HEADER_OVERFLOW: 'head_too_large',
};

/** 127.0.0.0/8, ::1 and localhost. */
function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
}

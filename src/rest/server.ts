// The service on its port: REST, Connect, gRPC-Web and gRPC over the same calls, and around them the pages that
// operators ask for. A request is first told apart by its protocol (one-port.ts), then by its path: methods of the
// contract by name go to rpc/listener.ts, everything else to Fastify.

import { type AddressInfo, isIP, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { Code } from '@connectrpc/connect';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import fastify, { type FastifyInstance, LogController } from 'fastify';
import type { Logger } from 'pino';
import { Credential } from '../../gen/tieout/options/v1/options_pb.ts';
import { TieoutError } from '../core/errors.ts';
import { MAX_BODY_BYTES, MAX_DRAIN_MS } from '../core/limits.ts';
import { createCalls } from '../rpc/calls.ts';
import { createCredentials, type IsAllowed } from '../rpc/credentials.ts';
import { homeHandlers } from '../rpc/home.ts';
import { type Listener, rpcListener } from '../rpc/listener.ts';
import { isReady, type Probe, probeAll } from '../rpc/probes.ts';
import { type Handlers, METHODS } from '../rpc/services.ts';
import { createValidate } from '../rpc/validation/validate.ts';
import { addBridge } from './bridge.ts';
import { failureOf, RETRY_AFTER_S, sendFailure } from './failures.ts';
import { createMetrics, METRICS_TYPE, type Metrics } from './metrics.ts';
import { createOnePort, type OnePort, type PortTls } from './one-port.ts';
import { openapi } from './openapi.ts';
import { requestIdOf } from './request-id.ts';
import { routeTable } from './route-table.ts';
import { type ShortWayOptions, shortWay } from './short-way.ts';

const DRAIN_EVERY_MS = 20;

export interface ServerOptions {
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
  /** Null: without TLS. */
  readonly tls?: PortTls | null;
  /** Null: nothing is asked for, and the service listens on loopback only. */
  readonly token: string | null;
  readonly pushToken?: string | null;
  /** Listens beyond loopback without a token. */
  readonly isInsecure?: boolean;
  /** IANA name; the day of an instant is looked up there. */
  readonly timeZone?: string;
  /**
   * Besides home and health, which the server has itself. Null: the contract is not served here at all, only what
   * operators ask for (a process that has not the role api).
   */
  readonly handlers: Handlers | null;
  readonly probes: readonly Probe[];
  readonly logger: Logger;
}

export interface RunningServer {
  /** http://127.0.0.1:8080, with TLS https://127.0.0.1:8080 */
  readonly address: string;
  /** Takes no new request, lets running ones end, then closes every connection. */
  readonly close: () => Promise<void>;
}

export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { host, port, token, pushToken = null, isInsecure = false, timeZone = 'Africa/Lagos', tls = null } = options;
  if (token === null && !isInsecure && !isLoopback(host)) {
    throw new TieoutError(
      'usage',
      `Without TIEOUT_SERVICE_TOKEN the service listens on loopback only, not on ${host}.`,
    );
  }
  const { handlers, probes, logger } = options;
  const calls = handlers === null ? NO_CALLS : callsOf(handlers, { probes, timeZone });
  const isAllowed = createCredentials({ service: token, push: pushToken });
  const metrics = createMetrics();
  const ended = (method: { name: string }, code: Code | 'ok') =>
    metrics.rpcEnded(method.name, code === 'ok' ? code : Code[code]);
  const answered = answeredBy(metrics);
  const routes = handlers === null ? [] : routeTable(METHODS);

  let port1: OnePort | undefined;
  let isEnding = false;
  const everyWay = (framework: Listener): OnePort => {
    const known = { calls, isAllowed, log: logger };
    const rest = shortWay({ ...known, routes, answered, longWay: framework, isEnding: () => isEnding });
    return createOnePort(rpcListener({ ...known, probes, requestIdOf, ended, rest }), { tls });
  };
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
      port1 = everyWay(framework as Listener);
      return port1.server;
    },
  }) as unknown as FastifyInstance;
  addBasics(app, answered);
  addOperatorPages(app, { probes, metrics, isAllowed });
  if (handlers !== null) {
    await addDescription(app, openapi(routes));
    await addBridge(app, { routes, calls, isAllowed });
  }
  await app.listen({ host, port });
  const bound = app.server.address() as AddressInfo;
  return {
    address: `${tls === null ? 'http' : 'https'}://${bound.family === 'IPv6' ? `[${bound.address}]` : bound.address}:${bound.port}`,
    close() {
      isEnding = true;
      return close(app, port1!, metrics);
    },
  };
}

/** No route has a schema of the framework's: its two compilers are never loaded, which saves a twelfth of the start. */
const NO_SCHEMAS = { compilersFactory: { buildValidator: () => noSchema, buildSerializer: () => noSchema } };

function noSchema(): never {
  throw new Error('Rules of requests are in the protos: a route has no schema of its own.');
}

type Calls = ReturnType<typeof createCalls>;

const NO_CALLS: Calls = new Map();

function callsOf(
  own: Handlers,
  { probes, timeZone }: { readonly probes: readonly Probe[]; readonly timeZone: string },
): Calls {
  const handlers = { ...own, engine: { ...homeHandlers(probes), ...own.engine } };
  return createCalls({ handlers, validate: createValidate({ timeZone }) });
}

async function close(app: FastifyInstance, port: OnePort, metrics: Metrics): Promise<void> {
  const closed = app.close();
  // A connection that was busy is idle after its answer, and would be kept for the next request.
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

/** What is no HTTP, too long in its head or too slow, as the body that every failure has. */
function answerNoRequest({ code }: NodeJS.ErrnoException, socket: Socket, log: Logger): void {
  if (code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const status = NO_REQUESTS[code ?? ''] ?? '400 Bad Request';
  // One of ours: of what could not be read no header counts.
  const requestId = requestIdOf(undefined);
  log.info({ request_id: requestId, status: Number.parseInt(status, 10) }, 'answered what is no request');
  const body = JSON.stringify({ detail: status.slice(4) });
  const head = [
    `HTTP/1.1 ${status}`,
    `x-request-id: ${requestId}`,
    'content-type: application/json',
    `content-length: ${body.length}`,
  ];
  socket.end([...head, 'connection: close', '', body].join('\r\n'));
}

const NO_REQUESTS: Readonly<Record<string, string>> = {
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
};

/** 127.0.0.0/8, ::1 and localhost. */
function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
}

const answeredBy =
  (metrics: Metrics): ShortWayOptions['answered'] =>
  ({ verb, route, status, ms, log }) => {
    metrics.httpEnded({ verb, route, status, seconds: ms / 1000 });
    log.info({ method: verb, route, status, ms: Math.round(ms) }, 'answered');
  };

function addBasics(app: FastifyInstance, answered: ShortWayOptions['answered']): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    const { method: verb, routeOptions } = request;
    const { statusCode: status, elapsedTime: ms } = reply;
    answered({ verb, route: routeOptions.url ?? 'unknown', status, ms, log: request.log as Logger });
    done();
  });
  app.setErrorHandler((error, request, reply) => sendFailure(reply, failureOf(error, request.log)));
  app.setNotFoundHandler((_request, reply) => sendFailure(reply, new TieoutError('not_found', 'Not Found')));
}

interface PagesOptions {
  readonly probes: readonly Probe[];
  readonly metrics: Metrics;
  readonly isAllowed: IsAllowed;
}

function addOperatorPages(app: FastifyInstance, { probes, metrics, isAllowed }: PagesOptions): void {
  app.get('/livez', async () => ({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    const results = await probeAll(probes);
    const checks = Object.fromEntries(results.map(({ name, works }) => [name, works ? 'ok' : 'degraded']));
    const reasons = Object.fromEntries(
      results.flatMap(({ name, trouble }) => (trouble === null ? [] : [[name, trouble]])),
    );
    const ready = isReady(results);
    if (!ready) reply.header('retry-after', String(RETRY_AFTER_S));
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ok' : 'degraded', checks, reasons });
  });
  app.get('/metrics', async (request, reply) => {
    if (!isAllowed(Credential.UNSPECIFIED, request.headers.authorization)) {
      throw new TieoutError('unauthenticated', 'A valid bearer token is required');
    }
    return reply.type(METRICS_TYPE).send(metrics.page());
  });
}

async function addDescription(app: FastifyInstance, document: object): Promise<void> {
  app.get('/openapi.json', async () => document);
  await app.register(swagger, { mode: 'static', specification: { document: document as never } });
  await app.register(swaggerUi, { routePrefix: '/docs', uiConfig: { deepLinking: true }, staticCSP: true });
}

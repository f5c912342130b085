// One port for HTTP/1.1 and HTTP/2, with or without TLS. A gRPC client begins with a fixed preface; a connection that
// differs in any byte is HTTP/1.1. So TLS negotiation (ALPN) is offered and not relied on. A connection is held until
// its protocol is known, then handed on with every byte it sent. Until then the HTTP servers do not see the socket, so
// it has its own time limit; a silent socket costs a timer and is closed.

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import {
  constants,
  createServer as createHttp2Server,
  type ServerHttp2Session,
  type ServerHttp2Stream,
} from 'node:http2';
import type { Socket } from 'node:net';
import { createServer as createTlsServer, type TLSSocket } from 'node:tls';
import { MAX_PREFACE_MS, MAX_REQUEST_MS, MAX_STREAMS } from '../core/limits.ts';
import { awaitArrival } from './arriving/arrival.ts';

export type Listener = (request: IncomingMessage, response: ServerResponse) => void;

const PREFACE = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n');

/** An HTTP/2 connection without a stream is closed after this time, like one of HTTP/1.1. */
const IDLE_MS = 72_000;

/** How long a finished connection waits at shutdown for its client to close its half. */
const HALF_OPEN_MS = 1_000;

export interface OnePort {
  readonly server: Server;
  /** Closes connections without a request; HTTP/2 connections end after their open streams. Can be repeated. */
  readonly drain: () => void;
  /** Closes every connection. */
  readonly destroy: () => void;
}

interface PortTimes {
  readonly preface_ms: number;
  readonly request_ms: number;
}

/** All in PEM. */
export interface PortTls {
  /** With the intermediate certificates, if any. */
  readonly certificate: string;
  readonly key: string;
  /** Only clients with a certificate of this authority are allowed; null: all clients. */
  readonly clientAuthority: string | null;
}

interface PortOptions {
  readonly times?: PortTimes;
  /** Null: without. */
  readonly tls?: PortTls | null;
}

const TIMES: PortTimes = { preface_ms: MAX_PREFACE_MS, request_ms: MAX_REQUEST_MS };

export function createOnePort(
  listener: Listener,
  { times: { preface_ms, request_ms } = TIMES, tls = null }: PortOptions = {},
): OnePort {
  // Node's own limit for a whole request holds for every request alike, so that each is watched here (arriving/arrival.ts).
  const times = { requestTimeout: 0, headersTimeout: request_ms / 2 };
  const watched: Listener = (request, response) => {
    closeWhenIncomplete({ server, request, response }, request_ms);
    listener(request, response);
  };
  // The listener refuses a request without a Host like any other; node would answer an empty body.
  const server = createServer(
    { ...times, connectionsCheckingInterval: request_ms / 6, requireHostHeader: false },
    watched,
  );
  server.keepAliveTimeout = IDLE_MS;
  const asHttp1 = server.listeners('connection') as ((this: Server, socket: Socket) => void)[];
  const http2 = createHttp2Server({ settings: { maxConcurrentStreams: MAX_STREAMS } }, listener as never);
  // The listener also handles expectations: it first checks the caller.
  server.on('checkContinue', watched).on('checkExpectation', watched);
  http2.on('checkContinue', listener as never).on('checkExpectation', listener as never);
  const sessions = new Set<ServerHttp2Session>();
  http2.on('session', (session) => {
    sessions.add(session);
    session.once('close', () => sessions.delete(session));
    session.setTimeout(IDLE_MS, () => session.close());
    session.on('error', () => session.destroy());
  });
  http2.on('stream', (stream: ServerHttp2Stream) => closeWhenLate(stream, request_ms));

  const undecided = new Set<Socket>();
  const take = (socket: Socket): void => {
    undecided.add(socket);
    decideProtocol(socket, preface_ms, (isHttp2) => {
      undecided.delete(socket);
      if (isHttp2 === undefined) socket.destroy();
      else if (isHttp2) {
        // An HTTP/1.1 server keeps connections that their client has ended, to answer them. Here such a connection
        // ends.
        socket.allowHalfOpen = false;
        http2.emit('connection', socket);
      } else for (const accept of asHttp1) accept.call(server, socket);
    });
  };
  server.removeAllListeners('connection');
  const sockets = new Set<Socket>();
  const leaving = new WeakSet<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  server.on('connection', tls === null ? take : afterHandshake(tls, { preface_ms, undecided, take }));

  return {
    server,
    drain() {
      for (const socket of undecided) socket.destroy();
      for (const session of sessions) if (!session.closed) session.close();
      server.closeIdleConnections();
      // A closed HTTP/2 session leaves its socket to the client, and some clients never close it.
      for (const socket of sockets) {
        if (!socket.writableFinished || leaving.has(socket)) continue;
        leaving.add(socket);
        setTimeout(() => socket.destroy(), HALF_OPEN_MS).unref();
      }
    },
    destroy() {
      for (const session of sessions) session.destroy();
      server.closeAllConnections();
      for (const socket of sockets) socket.destroy();
    },
  };
}

interface Handshakes {
  readonly preface_ms: number;
  readonly undecided: Set<Socket>;
  readonly take: (socket: Socket) => void;
}

/** Makes the TLS handshake with each connection, and hands on those that succeeded. */
function afterHandshake(tls: PortTls, { preface_ms, undecided, take }: Handshakes): (socket: Socket) => void {
  const { certificate, key, clientAuthority } = tls;
  const shakers = createTlsServer({
    cert: certificate,
    key,
    ...(clientAuthority !== null && { ca: clientAuthority, requestCert: true, rejectUnauthorized: true }),
    minVersion: 'TLSv1.2',
    ALPNProtocols: ['h2', 'http/1.1'],
    handshakeTimeout: preface_ms,
  });
  // A stranger, or a client without TLS: the socket is closed by then.
  shakers.on('tlsClientError', (_, socket) => socket.destroy());
  /** Sockets by their origin: after TLS there is another socket object. */
  const shaking = new Map<string, Socket>();
  const placeOf = ({ remoteAddress, remotePort }: Socket): string => `${remoteAddress} ${remotePort}`;
  shakers.on('secureConnection', (socket: TLSSocket) => {
    const place = placeOf(socket);
    undecided.delete(shaking.get(place)!);
    shaking.delete(place);
    take(socket);
  });
  return (socket) => {
    const place = placeOf(socket);
    undecided.add(socket);
    shaking.set(place, socket);
    socket.once('close', () => {
      undecided.delete(socket);
      if (shaking.get(place) === socket) shaking.delete(place);
    });
    shakers.emit('connection', socket);
  };
}

/** Calls `decided` once: with whether it is HTTP/2, or with undefined if the socket ended, failed or took too long. */
function decideProtocol(socket: Socket, limit_ms: number, decided: (isHttp2: boolean | undefined) => void): void {
  let seen = Buffer.alloc(0);
  const give = () => finish(undefined);
  // A process that was busy that long has not read yet what came in time: it looks once more.
  let lastLook: NodeJS.Immediate | undefined;
  const timer = setTimeout(() => {
    lastLook = setImmediate(give);
  }, limit_ms);
  const look = () => {
    for (let chunk = socket.read(); chunk !== null; chunk = socket.read())
      seen = Buffer.concat([seen, chunk as Buffer]);
    const length = Math.min(seen.length, PREFACE.length);
    const isLike = seen.subarray(0, length).equals(PREFACE.subarray(0, length));
    if (length > 0 && (!isLike || length === PREFACE.length)) finish(isLike);
  };
  function finish(isHttp2: boolean | undefined): void {
    clearTimeout(timer);
    clearImmediate(lastLook);
    socket.off('readable', look).off('error', give).off('close', give).off('end', give);
    if (isHttp2 === undefined) socket.on('error', () => undefined);
    else socket.unshift(seen);
    decided(isHttp2);
  }
  socket.on('readable', look).on('error', give).on('close', give).on('end', give);
}

/** A sender that stops half-way is cut off. */
function closeWhenLate(stream: ServerHttp2Stream, limit_ms: number): void {
  const { stop } = awaitArrival(stream, limit_ms, () => stream.close(constants.NGHTTP2_CANCEL));
  stream.once('end', stop).once('close', stop);
}

interface Exchange {
  readonly server: Server;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** The same on HTTP/1.1, where the sender is told. */
function closeWhenIncomplete({ server, request, response }: Exchange, limit_ms: number): void {
  const { socket } = request;
  const { stop } = awaitArrival(request, limit_ms, () => {
    if (request.complete) return;
    if (response.headersSent) socket.destroy();
    else server.emit('clientError', Object.assign(new Error('late'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), socket);
  });
  request.once('end', stop);
  // An answer that went out early does not end what is still sent.
  response.once('close', () => {
    if (request.complete || socket.destroyed) stop();
    else {
      socket.once('close', stop);
      // The connection lives on for many more requests.
      request.once('end', () => socket.off('close', stop));
    }
  });
}

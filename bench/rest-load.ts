// Load on a server for some time: over HTTP/1.1 by autocannon, and of gRPC over HTTP/2 by node's own client, which
// sends the same bytes again and again. Every answer must be a success, else the figure would be that of refusing.

import { connect } from 'node:http2';
import autocannon from 'autocannon';
import { grpcBody, RPC_PATH, TOKEN } from './rest-request.ts';

/** Connections, each with one request at a time. */
const CONNECTIONS = 32;

const authorization = `Bearer ${TOKEN}`;

export interface Load {
  readonly address: string;
  readonly seconds: number;
}

/** What came of it. */
export interface Served {
  readonly requests: number;
  readonly seconds: number;
}

export async function postJson({ address, seconds }: Load, { path, body }: { path: string; body: string }) {
  const result = await autocannon({
    url: address + path,
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization },
    body,
    connections: CONNECTIONS,
    pipelining: 1,
    duration: seconds,
    sampleInt: 100,
  });
  const failed = result.non2xx + result.errors + result.timeouts;
  if (failed > 0) throw new Error(`${failed} requests to ${path} failed`);
  return { requests: result['2xx'], seconds: result.duration } satisfies Served;
}

export async function callGrpc({ address, seconds }: Load): Promise<Served> {
  const body = grpcBody();
  const headers = { ':method': 'POST', ':path': RPC_PATH, 'content-type': 'application/grpc', te: 'trailers' };
  const sessions = Array.from({ length: CONNECTIONS }, () => connect(address));
  let [requests, stopping] = [0, false];
  const one = (session: (typeof sessions)[number]) =>
    new Promise<void>((resolve, reject) => {
      const stream = session.request({ ...headers, authorization });
      let status: unknown;
      stream.on('response', (head) => (status = head['grpc-status']));
      stream.on('trailers', (trailers) => (status = trailers['grpc-status']));
      stream.on('error', reject).on('end', () => {
        if (status === '0') resolve();
        else reject(new Error(`a call of gRPC ended with the status ${status}`));
      });
      stream.resume().end(body);
    });
  const begun = performance.now();
  setTimeout(() => (stopping = true), seconds * 1000);
  const again = async (session: (typeof sessions)[number]) => {
    while (!stopping) {
      await one(session);
      requests++;
    }
  };
  try {
    await Promise.all(sessions.map(again));
    return { requests, seconds: (performance.now() - begun) / 1000 };
  } finally {
    for (const session of sessions) session.destroy();
  }
}

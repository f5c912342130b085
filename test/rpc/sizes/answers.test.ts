// Answers that are too large, and failures that cannot be written: each is a failure that can, and the service goes on.

import { create, fromJson, type JsonValue, toBinary, toJsonString } from '@bufbuild/protobuf';
import { createClient } from '@connectrpc/connect';
import { createGrpcTransport } from '@connectrpc/connect-node';
import { afterEach, expect, test } from 'vitest';
import { ResolutionService } from '../../../gen/tieout/resolution/v1/resolution_service_pb.ts';
import {
  ClusterResolutionResultSchema,
  ResolveRequestSchema,
  ResolveResponseSchema,
} from '../../../gen/tieout/resolution/v1/resolve_pb.ts';
import { ClusterType } from '../../../gen/tieout/resolution/v1/vocabulary_pb.ts';
import { MAX_ANSWER_BYTES } from '../../../src/core/limits.ts';
import type { RunningServer } from '../../../src/rest/server.ts';
import { type Handlers, WrittenAnswer } from '../../../src/rpc/services.ts';
import { InvalidRequest } from '../../../src/rpc/validation/problems.ts';
import { start } from '../../rest/running.ts';
import { told } from '../../rest/told.ts';

const DECISION = fromJson(ResolveRequestSchema, {
  tenantId: 't',
  partnerId: 'p',
  customerType: 'RECONCILIATION_CUSTOMER_TYPE_MFB',
  clusterType: 'CLUSTER_TYPE_NOT_FOUND_GL',
  decision: 'DECISION_TYPE_APPROVED',
});

let server: RunningServer;
afterEach(() => server.close());

const REST = '/v1/sessions/s/summary?tenant_id=t&partner_id=p';
const RPC = '/tieout.reporting.v1.ReportingService/GetSummary';
const BODY = { sessionId: 's', tenantId: 't', partnerId: 'p' };

async function answers(handler: NonNullable<NonNullable<Handlers['reporting']>['getSummary']>) {
  server = await start({ handlers: { reporting: { getSummary: handler } } });
  const rest = await fetch(server.address + REST);
  const headers = { 'content-type': 'application/json' };
  const rpc = await fetch(server.address + RPC, { method: 'POST', headers, body: JSON.stringify(BODY) });
  const found = [rest.status, await rest.json(), rpc.status, await rpc.json()];
  expect((await fetch(`${server.address}/livez`)).status).toBe(200);
  return found;
}

test('an answer that is too large', async () => {
  const [status, body, rpcStatus] = await answers((_, { form }) =>
    form === 'json'
      ? new WrittenAnswer(new Uint8Array(MAX_ANSWER_BYTES + 1).fill(0x20), 'application/json')
      : { answer: { case: 'latest', value: { sessionId: 'x'.repeat(MAX_ANSWER_BYTES) } } },
  );
  expect([status, body]).toEqual([413, told('answer_too_large', expect.stringContaining('128 MiB'))]);
  expect(rpcStatus).toBe(429);
});

test('a failure that cannot be written', async () => {
  // JSON has no way to write it.
  const path = [1n as unknown as number];
  const [status, body, rpcStatus] = await answers(() => {
    throw new InvalidRequest([{ type: 'odd', path, msg: 'is odd' }], [{ field: null } as never]);
  });
  expect([status, body]).toEqual([500, told('internal', 'Internal Server Error')]);
  expect(rpcStatus).toBe(500);
});

test('what a decision did is told at any length, in every form', { timeout: 120_000 }, async () => {
  const result = { clusterType: ClusterType.NOT_FOUND_GL, branchId: 'x'.repeat(100_000), success: true };
  const results = Array.from({ length: MAX_ANSWER_BYTES / 100_000 + 1 }, (_, n) => ({ ...result, clusterId: `c${n}` }));
  const ids = results.map(({ clusterId }) => clusterId);
  server = await start({ handlers: { resolution: { resolve: () => ({ results }) } } });
  const asked = {
    tenantId: 't',
    partnerId: 'p',
    customerType: 'mfb',
    clusterType: 'not_found_gl',
    decision: 'approved',
  };
  const post = async (path: string, type: string, body: string | Uint8Array<ArrayBuffer>) => {
    const headers = { 'content-type': type, 'accept-encoding': 'identity' };
    const reply = await fetch(server.address + path, { method: 'POST', headers, body });
    return { status: reply.status, bytes: new Uint8Array(await reply.arrayBuffer()) };
  };
  const snake = Object.entries(asked).map(([name, value]) => [
    name.replace(/[A-Z]/g, (c) => `_${c.toLowerCase()}`),
    value,
  ]);
  const rest = await post('/v1/exceptions/resolve', 'application/json', JSON.stringify(Object.fromEntries(snake)));
  expect([rest.status, rest.bytes.length > MAX_ANSWER_BYTES]).toEqual([200, true]);
  const told = JSON.parse(new TextDecoder().decode(rest.bytes)).results;
  expect(told.map((one: { cluster_id: string }) => one.cluster_id)).toEqual(ids);
  expect(Object.keys(told[0])).toEqual(ClusterResolutionResultSchema.fields.map(({ name }) => name));

  const rpc = '/tieout.resolution.v1.ResolutionService/Resolve';
  const connect = await post(rpc, 'application/proto', toBinary(ResolveRequestSchema, DECISION));
  expect([connect.status, connect.bytes.length > MAX_ANSWER_BYTES]).toEqual([200, true]);
  const grpc = createClient(
    ResolutionService,
    createGrpcTransport({ baseUrl: server.address, readMaxBytes: 2 * MAX_ANSWER_BYTES }),
  );
  expect((await grpc.resolve(DECISION)).results.map(({ clusterId }) => clusterId)).toEqual(ids);
});

test('Connect’s JSON of a decision is written in pieces, for no text is longer than half a gibibyte, and says all', async () => {
  const results = Array.from({ length: 1_001 }, (_, n) => ({ clusterId: `c${n}`, success: n > 0, sessionId: 'é"' }));
  let some = results;
  server = await start({ handlers: { resolution: { resolve: () => ({ results: some }) } } });
  for (some of [results, [], results.slice(0, 1)]) {
    const reply = await fetch(`${server.address}/tieout.resolution.v1.ResolutionService/Resolve`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: toJsonString(ResolveRequestSchema, DECISION),
    });
    expect([reply.status, reply.headers.get('content-length')]).toEqual([200, null]);
    expect(reply.headers.get('content-type')).toBe('application/json');
    const told = fromJson(ResolveResponseSchema, (await reply.json()) as JsonValue);
    expect(told).toEqual(create(ResolveResponseSchema, { results: some }));
  }
});

// Answers that are too large, and failures that cannot be written: each is a failure that can, and the service goes on.

import { afterEach, expect, test } from 'vitest';
import { MAX_ANSWER_BYTES } from '../../../src/core/limits.ts';
import type { RunningServer } from '../../../src/rest/server.ts';
import { type Handlers, WrittenAnswer } from '../../../src/rpc/services.ts';
import { InvalidRequest } from '../../../src/rpc/validation/problems.ts';
import { start } from '../../rest/running.ts';

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
      ? new WrittenAnswer(new Uint8Array(MAX_ANSWER_BYTES + 1).fill(0x20))
      : { answer: { case: 'latest', value: { sessionId: 'x'.repeat(MAX_ANSWER_BYTES) } } },
  );
  expect([status, body]).toEqual([413, { detail: expect.stringContaining('128 MiB') }]);
  expect(rpcStatus).toBe(429);
});

test('a failure that cannot be written', async () => {
  // JSON has no way to write it.
  const path = [1n as unknown as number];
  const [status, body, rpcStatus] = await answers(() => {
    throw new InvalidRequest([{ type: 'odd', path, msg: 'is odd' }], [{ field: null } as never]);
  });
  expect([status, body]).toEqual([500, { detail: 'Internal Server Error', request_id: expect.any(String) }]);
  expect(rpcStatus).toBe(500);
});

// What src/app.ts puts together is what the protos say: a method that is not marked not_built has a handler, one that
// is marked has none. Asked of the whole service over its port, for each method of the contract.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DescMethod } from '@bufbuild/protobuf';
import { Code, ConnectError, type Transport } from '@connectrpc/connect';
import { createConnectTransport } from '@connectrpc/connect-node';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningService, startService } from '../src/app.ts';
import { readConfiguration } from '../src/config.ts';
import { METHODS } from '../src/rpc/services.ts';
import { methodTraits } from '../src/rpc/traits.ts';
import { validRequest } from './rpc/requests.ts';

let folder: string;
let service: RunningService;
let transport: Transport;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tieout-app-'));
  const config = readConfiguration({}, { TIEOUT_PORT: '0', TIEOUT_DATA_DIR: join(folder, 'data') });
  service = await startService(config, pino({ level: 'silent' }));
  transport = createConnectTransport({ baseUrl: service.address, httpVersion: '2' });
});
afterAll(async () => {
  await service.close();
  rmSync(folder, { recursive: true });
});

/** Whether a valid request got as far as a handler, which may well have refused it. */
async function isHandled(method: DescMethod): Promise<boolean> {
  const request = validRequest(method.input) as never;
  try {
    if (method.methodKind === 'unary') await transport.unary(method as never, undefined, undefined, undefined, request);
    else await streamed(method, request);
    return true;
  } catch (error) {
    const { code } = ConnectError.from(error);
    // A url of files is refused by the handler: no folder of files is configured. So are bytes that are no picture, a
    // file without content, and a snapshot that is none.
    const isRefused =
      code === Code.InvalidArgument &&
      /no folder of files|no file: url|by its first bytes|file is empty|is no snapshot/.test(String(error));
    // The provider's news is refused by its handler, unless it is signed: no token of ours is asked for here.
    // A summary that there never was cannot be renewed: design/resolution.md has that as a 500.
    const isNone = code === Code.Internal && /No \w+ summary of session/.test(String(error));
    // Screening's drop-in route answers nobody while no list is loaded.
    const isUnlisted = code === Code.Unavailable && /No list is loaded/.test(String(error));
    // Nobody has a name here, and what people decide of a case needs one.
    const isUnnamed = code === Code.PermissionDenied && /needs a caller with a name/.test(String(error));
    // Rows that are not there are not open either.
    const refusals = [Code.Unimplemented, Code.NotFound, Code.Unauthenticated, Code.FailedPrecondition];
    if (!isRefused && !isNone && !isUnlisted && !isUnnamed) expect(refusals, String(error)).toContain(code);
    return code !== Code.Unimplemented;
  }
}

async function streamed(method: DescMethod, request: never): Promise<void> {
  const requests = async function* () {
    yield request;
  };
  const reply = await transport.stream(method as never, undefined, undefined, undefined, requests());
  for await (const _ of reply.message);
}

test('the handlers are those of the methods that are not marked not_built, no more and no fewer', async () => {
  const handled = await Promise.all(METHODS.map(isHandled));
  const marked = METHODS.filter((method) => !methodTraits(method).notBuilt);
  expect(METHODS.filter((_, i) => handled[i]).map(String)).toEqual(marked.map(String));
  expect(marked.length).toBeGreaterThan(0);
});

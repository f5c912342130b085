// Callers over the whole service and both stores: each route and method as the caller of another tenant, with each
// single role, and with a token that was just taken away; over REST, Connect and gRPC alike.

import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { DescMethod } from '@bufbuild/protobuf';
import { Code, ConnectError, type Transport } from '@connectrpc/connect';
import { createConnectTransport, createGrpcTransport } from '@connectrpc/connect-node';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Credential } from '../gen/tieout/options/v1/options_pb.ts';
import { type RunningService, startService } from '../src/app.ts';
import { readConfiguration } from '../src/config.ts';
import { CALLER_ROLES } from '../src/core/callers/caller.ts';
import { encode } from '../src/rest/encode.ts';
import { routeTable } from '../src/rest/route-table.ts';
import { scopeFields } from '../src/rpc/callers/scope.ts';
import { METHODS } from '../src/rpc/services.ts';
import { callerRole, methodTraits } from '../src/rpc/traits.ts';
import { withMongodb } from './adapters/store-mongo/temporary-database.ts';
import { validRequest } from './rpc/requests.ts';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const tokenOf = (id: string) => `token-of-${id}`;

/** Methods whose requests name no tenant: they are about no tenant's things, or look at whose thing it is. */
const WITHOUT_TENANT = [
  ...['CompleteBatch', 'GetRun', 'CancelRun', 'RetryRun', 'UndoSweep', 'FindOpenSanction', 'ListScopes', 'WatchRun'],
];

/** Methods that ask for a caller. */
const CLOSED = METHODS.filter((method) => methodTraits(method).credential !== Credential.NONE);

test('every method that asks for a caller names its role, and the tenant unless it is about no tenant’s things', () => {
  expect(CLOSED.filter((method) => callerRole(method) === null).map(String)).toEqual([]);
  const without = CLOSED.filter(({ input }) => !scopeFields(input).some(({ field }) => field === 'tenant_id'));
  expect(without.map(({ name }) => name).sort()).toEqual([...WITHOUT_TENANT].sort());
});

function callersOver(storeOf: (folder: string) => Readonly<Record<string, string>>): void {
  let folder: string;
  let service: RunningService;
  let transports: Readonly<Record<string, Transport>>;
  const file = () => join(folder, 'callers.yaml');
  const own = CALLER_ROLES.map((role) => ({
    id: role,
    tokens: [sha256(tokenOf(role))],
    tenants: ['one'],
    roles: [role],
  }));
  const stranger = { id: 'stranger', tokens: [sha256(tokenOf('stranger'))], tenants: ['another'], roles: CALLER_ROLES };
  const write = (callers: readonly object[]) => writeFileSync(file(), JSON.stringify({ callers }));

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'tieout-callers-'));
    write([...own, stranger]);
    const mode = { TIEOUT_PORT: '0', TIEOUT_CALLERS: file(), ...storeOf(folder) };
    service = await startService(readConfiguration(mode), pino({ level: 'silent' }));
    const baseUrl = service.address;
    transports = {
      connect: createConnectTransport({ baseUrl, httpVersion: '2' }),
      grpc: createGrpcTransport({ baseUrl }),
    };
  });
  afterAll(async () => {
    await service.close();
    rmSync(folder, { recursive: true });
  });

  const coded = async (protocol: string, method: DescMethod, token: string | null) => {
    const headers = token === null ? undefined : { authorization: `Bearer ${token}` };
    try {
      const request = validRequest(method.input) as never;
      if (method.methodKind !== 'unary') await streamed(protocol, method, { headers, request });
      else await transports[protocol]!.unary(method as never, undefined, undefined, headers, request);
      return { code: 'ok', text: '' };
    } catch (error) {
      const failure = ConnectError.from(error);
      return { code: Code[failure.code], text: failure.rawMessage };
    }
  };
  const streamed = async (
    protocol: string,
    method: DescMethod,
    { headers, request }: { readonly headers: Readonly<Record<string, string>> | undefined; readonly request: never },
  ): Promise<void> => {
    const requests = async function* () {
      yield request;
    };
    const reply = await transports[protocol]!.stream(method as never, undefined, undefined, headers, requests());
    // The first message is enough: some streams last as long as somebody listens.
    for await (const _ of reply.message) break;
  };
  /** Null for a method that REST does not have. */
  const asked = async (method: DescMethod, token: string | null) => {
    const [route] = routeTable([method]);
    if (route === undefined) return null;
    const values = encode(method.input, validRequest(method.input)) as Record<string, unknown>;
    const path = route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name]));
    const query = route.queryFields.filter(({ name }) => values[name] != null && ['none', 'file'].includes(route.body));
    const url = new URL(service.address + path);
    for (const { name } of query) url.searchParams.set(name, String(values[name]));
    const form = new FormData();
    if (route.body === 'multipart') form.set('tenant_id', 'one');
    const body = route.body === 'none' ? {} : { body: route.body === 'multipart' ? form : JSON.stringify(values) };
    const reply = await fetch(url, {
      method: route.verb,
      headers: {
        ...(token !== null && { authorization: `Bearer ${token}` }),
        ...(route.body !== 'multipart' && route.body !== 'none' && { 'content-type': 'application/json' }),
      },
      ...body,
    });
    type Body = { readonly detail?: unknown; readonly code?: string };
    if (reply.headers.get('content-type')?.startsWith('application/json'))
      return { status: reply.status, body: (await reply.json()) as Body };
    await reply.body?.cancel();
    return { status: reply.status, body: {} as Body };
  };

  const REFUSED: ReadonlySet<string> = new Set(['Unauthenticated', 'PermissionDenied']);

  test('a caller with one role calls what it is for, and is told which one it lacks elsewhere', async () => {
    for (const method of CLOSED) {
      const needed = callerRole(method)!;
      for (const role of CALLER_ROLES) {
        const sentence = `The caller does not have the role ${needed}`;
        const results = await Promise.all(
          ['connect', 'grpc'].map((protocol) => coded(protocol, method, tokenOf(role))),
        );
        const rest = await asked(method, tokenOf(role));
        const of = `${method.name} as ${role}`;
        if (role === needed) {
          const isRefused = rest !== null && [401, 403].includes(rest.status);
          expect([of, ...results.map(({ code }) => REFUSED.has(code)), isRefused]).toEqual([of, false, false, false]);
        } else {
          const refused = { code: 'PermissionDenied', text: sentence };
          expect([of, ...results]).toEqual([of, refused, refused]);
          if (rest === null) continue;
          expect([of, rest.status, rest.body.detail, rest.body.code]).toEqual([of, 403, sentence, 'forbidden']);
        }
      }
    }
  }, 120_000);

  test('another tenant’s things are unknown, on every protocol', async () => {
    for (const method of CLOSED.filter(({ name }) => !WITHOUT_TENANT.includes(name))) {
      if (!('tenantId' in validRequest(method.input))) continue;
      const results = await Promise.all(['connect', 'grpc'].map((one) => coded(one, method, tokenOf('stranger'))));
      const { status = 404 } = (await asked(method, tokenOf('stranger'))) ?? {};
      expect([method.name, ...results.map(({ code }) => code), status]).toEqual([
        ...[method.name, 'NotFound', 'NotFound', 404],
      ]);
    }
  }, 120_000);

  test('without a token, with a wrong one, and with one that was just taken away, every route is closed', async () => {
    write([...own.filter(({ id }) => id !== 'read'), stranger]);
    await pause(1_500);
    for (const method of CLOSED) {
      for (const token of [null, 'nobody-has-this-token', tokenOf('read')]) {
        const results = await Promise.all(['connect', 'grpc'].map((protocol) => coded(protocol, method, token)));
        const { status = 401 } = (await asked(method, token)) ?? {};
        expect([method.name, ...results.map(({ code }) => code), status]).toEqual([
          ...[method.name, 'Unauthenticated', 'Unauthenticated', 401],
        ]);
      }
    }
    for (const path of ['/v1/', '/v1/health', '/livez', '/readyz', '/docs', '/openapi.json', '/errors']) {
      expect([path, (await fetch(service.address + path)).status]).toEqual([path, 200]);
    }
    // A broken change leaves the callers as they were, and says so.
    writeFileSync(file(), 'callers:\n  - id: x\n    tenants: all\n    roles: [sumbit]\n');
    await pause(1_500);
    const headers = { authorization: `Bearer ${tokenOf('stranger')}` };
    expect((await fetch(`${service.address}/v1/runs`, { headers })).status).toBe(200);
    // The answer is open to all: it has the line of the file, and not where the file is.
    const ready = (await (await fetch(`${service.address}/readyz`)).json()) as { reasons: { callers?: string } };
    expect(ready).toMatchObject({ checks: { callers: 'degraded' }, reasons: { callers: expect.any(String) } });
    expect(ready.reasons.callers).toMatch(/^The file of callers cannot be used \(line 4\): roles must be some of /);
    expect(JSON.stringify(ready)).not.toContain(folder);
  }, 120_000);
}

describe('callers on the embedded store', () => callersOver((folder) => ({ TIEOUT_DATA_DIR: join(folder, 'data') })));

withMongodb('callers on MongoDB', (database) => callersOver(() => ({ MONGODB_URI: database.uri })));

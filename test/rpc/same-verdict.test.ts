// One request has one verdict, whichever protocol carries it: every message of the contract, right and wrong by each of
// its rules, goes through REST, Connect (JSON and binary) and gRPC, and the same fields are refused or none.

import { type DescMethod, type Message, toJson } from '@bufbuild/protobuf';
import { ViolationsSchema } from '@bufbuild/protovalidate/gen/buf/validate/validate_pb.js';
import { Code, ConnectError, type Transport } from '@connectrpc/connect';
import { createConnectTransport, createGrpcTransport } from '@connectrpc/connect-node';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { encode } from '../../src/rest/encode.ts';
import { pathPattern, type Route, routeTable } from '../../src/rest/route-table.ts';
import type { RunningServer } from '../../src/rest/server.ts';
import { METHODS } from '../../src/rpc/services.ts';
import { messageTraits } from '../../src/rpc/traits.ts';
import { start } from '../rest/running.ts';
import { validRequest, wrongRequests } from './requests.ts';

type Verdict = readonly string[] | 'taken';

let server: RunningServer;
let transports: Readonly<Record<string, Transport>>;
beforeAll(async () => {
  server = await start();
  const baseUrl = server.address;
  transports = {
    'Connect JSON': createConnectTransport({ baseUrl, httpVersion: '1.1', useBinaryFormat: false }),
    'Connect binary': createConnectTransport({ baseUrl, httpVersion: '2', useBinaryFormat: true }),
    gRPC: createGrpcTransport({ baseUrl }),
  };
});
afterAll(() => server.close());

const routes = routeTable(METHODS).filter(({ isAlias, body }) => !isAlias && body !== 'raw');

describe.each(routes.map((route) => [`${route.verb} ${route.path}`, route] as const))('%s', (_, route) => {
  const cases = [{ title: 'valid', message: validRequest(route.method.input) }, ...wrongRequests(route.method.input)];
  test(`${cases.length} requests`, async () => {
    for (const { title, message } of cases) {
      const byRest = await restVerdict(route, message);
      if (byRest === undefined) continue;
      for (const [name, transport] of Object.entries(transports)) {
        const verdict = await rpcVerdict(transport, route.method, message);
        expect([title, name, verdict]).toEqual([title, name, byRest]);
      }
      expect(byRest === 'taken', title).toBe(title === 'valid' || route.method.input.fields.length === 0);
    }
  });
});

/** Undefined for what a path cannot say. */
async function restVerdict(route: Route, message: Message): Promise<Verdict | undefined> {
  const json = JSON.parse(
    JSON.stringify(encode(route.method.input, message), (_, value) => (value === null ? undefined : value)),
  );
  for (const field of route.method.input.fields) {
    // What REST has no name for is any other name there.
    if (field.fieldKind === 'enum' && (message as never)[field.localName] === -1) json[field.name] = 'no-such-value';
  }
  if (route.pathFields.some(({ name }) => !json[name] || /^\.\.?$/.test(json[name]))) return undefined;
  const path = pathPattern(route).replaceAll(/:(\w+)/g, (_, name) => json[name]);
  const isBody = route.body === 'json';
  const query = isBody ? '' : `?${new URLSearchParams(json)}`;
  const reply = await fetch(server.address + path + query, {
    method: route.verb,
    ...(isBody && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(json) }),
  });
  const answer = (await reply.json()) as { detail: { loc: (string | number)[] }[] };
  if (reply.status === 200 || reply.status === 501) return 'taken';
  expect(reply.status, JSON.stringify(answer)).toBe(422);
  return sorted(answer.detail.map(({ loc }) => loc.slice(1).join('.')));
}

async function rpcVerdict(transport: Transport, method: DescMethod, message: Message): Promise<Verdict> {
  try {
    await transport.unary(method as never, undefined, undefined, undefined, message as never);
    return 'taken';
  } catch (error) {
    if (!(error instanceof ConnectError)) throw error;
    if (error.code === Code.Unimplemented) return 'taken';
    expect(error.code, `${error.message} ${JSON.stringify(toJson(method.input, message))}`).toBe(Code.InvalidArgument);
    const [violations] = error.findDetails(ViolationsSchema);
    return sorted(
      violations!.violations.map(({ field }) =>
        field!.elements
          .flatMap(({ fieldName, subscript }) => [
            ...(isUnwrapped(method, fieldName) ? [] : [fieldName]),
            ...(subscript.case === undefined ? [] : [String(subscript.value)]),
          ])
          .join('.'),
      ),
    );
  }
}

const isUnwrapped = ({ input }: DescMethod, name: string): boolean =>
  input.fields.some(
    ({ message }) => message && messageTraits(message).unwrapped && message.fields.some((one) => one.name === name),
  );

const sorted = (paths: readonly string[]): readonly string[] => [...new Set(paths)].sort();

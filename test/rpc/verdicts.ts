// What the service says of a request, by protocol: the paths of the fields that it refuses, or that it takes it.

import { type DescMethod, type Message, toJson } from '@bufbuild/protobuf';
import { ViolationsSchema } from '@bufbuild/protovalidate/gen/buf/validate/validate_pb.js';
import { Code, ConnectError, type Transport } from '@connectrpc/connect';
import { createConnectTransport, createGrpcTransport, createGrpcWebTransport } from '@connectrpc/connect-node';
import { expect } from 'vitest';
import { encode } from '../../src/rest/encode.ts';
import { pathPattern, type Route } from '../../src/rest/route-table.ts';
import { messageTraits } from '../../src/rpc/traits.ts';
import { withInner } from '../proto/contract.ts';

export type Verdict = readonly string[] | 'taken';

export const transportsTo = (baseUrl: string): Readonly<Record<string, Transport>> => ({
  'Connect JSON': createConnectTransport({ baseUrl, httpVersion: '1.1', useBinaryFormat: false }),
  'Connect binary': createConnectTransport({ baseUrl, httpVersion: '2', useBinaryFormat: true }),
  gRPC: createGrpcTransport({ baseUrl }),
  'gRPC-Web': createGrpcWebTransport({ baseUrl, httpVersion: '2' }),
});

/** Undefined for what a path or a query cannot say: an empty parameter counts as not given. */
export async function restVerdict(address: string, route: Route, message: Message): Promise<Verdict | undefined> {
  const json = JSON.parse(
    JSON.stringify(encode(route.method.input, message), (_, value) => (value === null ? undefined : value)),
  );
  for (const field of route.method.input.fields) {
    // What REST has no name for is any other name there.
    const value = (message as never)[field.localName];
    if (field.fieldKind === 'enum' && value === -1) json[field.name] = 'no-such-value';
    if (field.fieldKind === 'list' && field.enum && value[0] === -1) json[field.name] = ['no-such-value'];
  }
  if (route.pathFields.some(({ name }) => !json[name] || /^\.\.?$/.test(json[name]))) return undefined;
  const path = pathPattern(route).replaceAll(/:(\w+)/g, (_, name) => encodeURIComponent(json[name]));
  const headers = route.headerFields.map(({ field, header }) => [header, json[field.name] ?? ''] as const);
  const elsewhere = [...route.pathFields, ...route.headerFields.map(({ field }) => field)].map(({ name }) => name);
  const queried = Object.entries(json)
    .filter(([name]) => !elsewhere.includes(name))
    .flatMap(([name, value]) => [value].flat().map((one) => [name, one]));
  const isBody = route.body === 'json';
  if (!isBody && Object.values(json).some((value) => Array.isArray(value) && value.includes(''))) return undefined;
  const query = isBody ? '' : `?${new URLSearchParams(queried as [string, string][])}`;
  const reply = await fetch(address + path + query, {
    method: route.verb,
    headers: Object.fromEntries([
      ...(isBody ? [['content-type', 'application/json']] : []),
      ...headers.filter(([, value]) => value !== ''),
    ]),
    ...(isBody && { body: JSON.stringify(json) }),
  });
  const answer = (await reply.json()) as { detail: { loc: (string | number)[] }[] };
  if (reply.status === 200 || reply.status === 501) return 'taken';
  expect(reply.status, JSON.stringify(answer).slice(0, 1_000)).toBe(422);
  return sorted(answer.detail.map(({ loc }) => loc.slice(1).join('.')));
}

export async function rpcVerdict(transport: Transport, method: DescMethod, message: Message): Promise<Verdict> {
  try {
    if (method.methodKind === 'unary')
      await transport.unary(method as never, undefined, undefined, undefined, message as never);
    else await streamed(transport, method, message);
    return 'taken';
  } catch (error) {
    if (!(error instanceof ConnectError)) throw error;
    if (error.code === Code.Unimplemented) return 'taken';
    expect(error.code, `${error.message} ${JSON.stringify(toJson(method.input, message)).slice(0, 1_000)}`).toBe(
      Code.InvalidArgument,
    );
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

async function streamed(transport: Transport, method: DescMethod, message: Message): Promise<void> {
  const messages = async function* () {
    yield message as never;
  };
  const reply = await transport.stream(method as never, undefined, undefined, undefined, messages());
  for await (const _ of reply.message);
}

const isUnwrapped = ({ input }: DescMethod, name: string): boolean =>
  [...withInner(input)].some((desc) => messageTraits(desc).unwrapped && desc.fields.some((one) => one.name === name));

const sorted = (paths: readonly string[]): readonly string[] => [...new Set(paths)].sort();

// docs/status.md equals the protos, and what it says is so: a method that it lists as not built refuses what is wrong
// and answers a valid request with 501. `npx vitest run test/rpc -u` writes the page anew.

import { create, type DescMessage } from '@bufbuild/protobuf';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { BodyKind } from '../../gen/tieout/options/v1/options_pb.ts';
import { ANYBODY } from '../../src/core/callers/caller.ts';
import { routeTable } from '../../src/rest/route-table.ts';
import { createCalls } from '../../src/rpc/calls.ts';
import { METHODS } from '../../src/rpc/services.ts';
import { methodTraits } from '../../src/rpc/traits.ts';
import { createValidate } from '../../src/rpc/validation/validate.ts';
import { validRequest } from './requests.ts';
import { statusPage } from './status-page.ts';

const routes = routeTable(METHODS);
const log = pino({ level: 'silent' });

test('docs/status.md equals the protos', async () => {
  const pathOf = (method: (typeof METHODS)[number]) => {
    const route = routes.find((one) => one.method === method);
    return route === undefined ? 'a stream, RPC alone' : `${route.verb} ${route.path}`;
  };
  await expect(statusPage(pathOf)).toMatchFileSnapshot('../../docs/status.md');
});

const validate = createValidate({ timeZone: 'Africa/Lagos' });
/** An empty request is a valid one. */
const isEnough = (input: DescMessage) => validate(input, create(input)).length === 0;

const calls = createCalls({ handlers: {}, validate });
const unbuilt = METHODS.filter((method) => methodTraits(method).notBuilt);

test.each(unbuilt.map((method) => [String(method), method] as const))('%s is not built', async (_, method) => {
  const request = {
    requestId: 'test',
    log,
    lease: null,
    caller: ANYBODY,
    onceId: null,
    signal: new AbortController().signal,
    tell: () => {},
  };
  await expect(calls.get(method)!({ ...request, message: validRequest(method.input) })).rejects.toMatchObject({
    code: 'not_built',
  });
  // A route that takes whatever comes has nothing to refuse, nor has one that needs nothing.
  if (methodTraits(method).bodyKind === BodyKind.RAW || isEnough(method.input)) return;
  await expect(calls.get(method)!({ ...request, message: create(method.input) })).rejects.toMatchObject({
    code: 'invalid_request',
  });
});

// One request has one verdict, whichever protocol carries it: every message of the contract, right and wrong by each of
// its rules, goes through REST, Connect (JSON and binary), gRPC and gRPC-Web, and the same fields are refused or none.

import type { Transport } from '@connectrpc/connect';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { routeTable } from '../../src/rest/route-table.ts';
import type { RunningServer } from '../../src/rest/server.ts';
import { METHODS } from '../../src/rpc/services.ts';
import { messageTraits } from '../../src/rpc/traits.ts';
import { boundsOf } from '../proto/field-rules.ts';
import { start } from '../rest/running.ts';
import { validRequest, wrongRequests } from './requests.ts';
import { restVerdict, rpcVerdict, transportsTo } from './verdicts.ts';

let server: RunningServer;
let transports: Readonly<Record<string, Transport>>;
beforeAll(async () => {
  server = await start();
  transports = transportsTo(server.address);
});
afterAll(() => server.close());

const routes = routeTable(METHODS).filter(({ isAlias, body }) => !isAlias && body !== 'raw' && body !== 'multipart');

describe.each(routes.map((route) => [`${route.verb} ${route.path}`, route] as const))('%s', (_, route) => {
  const cases = [{ title: 'valid', message: validRequest(route.method.input) }, ...wrongRequests(route.method.input)];
  test(`${cases.length} requests`, async () => {
    for (const { title, message } of cases) {
      const byRest = await restVerdict(server.address, route, message);
      if (byRest === undefined) continue;
      for (const [name, transport] of Object.entries(transports)) {
        const verdict = await rpcVerdict(transport, route.method, message);
        expect([title, name, verdict]).toEqual([title, name, byRest]);
      }
      // What several fields are asked for together is refused where none is given.
      const isOneOfSeveral = title === 'nothing' && messageTraits(route.method.input).codeChecks.length > 0;
      const asksForNothing = route.method.input.fields.every(
        (field) => !boundsOf(field).required && (boundsOf(field).minItems ?? 0) === 0,
      );
      if (!isOneOfSeveral)
        expect(byRest === 'taken', title).toBe(title === 'valid' || (title === 'nothing' && asksForNothing));
    }
  });
});

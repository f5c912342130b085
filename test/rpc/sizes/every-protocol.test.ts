// For every message of the contract and every protocol: in each dimension the largest request passes, and of one that is
// larger by one the same field is refused; within an item that is answered by itself it is not.

import type { Message } from '@bufbuild/protobuf';
import type { Transport } from '@connectrpc/connect';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { routeTable } from '../../../src/rest/route-table.ts';
import type { RunningServer } from '../../../src/rest/server.ts';
import { METHODS } from '../../../src/rpc/services.ts';
import { start } from '../../rest/running.ts';
import { restVerdict, rpcVerdict, transportsTo, type Verdict } from '../verdicts.ts';
import { largeRequests } from './large-requests.ts';

let server: RunningServer;
let transports: Readonly<Record<string, Transport>>;
beforeAll(async () => {
  server = await start();
  transports = transportsTo(server.address);
});
afterAll(() => server.close());

const routes = routeTable(METHODS).filter(({ isAlias, body }) => !isAlias && (body === 'none' || body === 'json'));

describe.each(routes.map((route) => [`${route.verb} ${route.path}`, route] as const))('%s', (_, route) => {
  const cases = largeRequests(route.method.input);
  test(`${cases.length} dimensions`, async () => {
    for (const { title, largest, tooLarge, isAlone } of cases) {
      await expectEverywhere(largest(), title, (verdict) => verdict === 'taken');
      await expectEverywhere(tooLarge(), `${title}, one more`, (verdict) =>
        isAlone ? verdict === 'taken' : verdict !== 'taken' && verdict.length === 1,
      );
    }

    async function expectEverywhere(message: Message, title: string, isRight: (verdict: Verdict) => boolean) {
      const byRest = await restVerdict(server.address, route, message);
      // A path has no room for it.
      if (byRest === undefined) return;
      expect([title, byRest, isRight(byRest)]).toEqual([title, byRest, true]);
      const others = Object.entries(transports).map(
        async ([name, transport]) => [title, name, await rpcVerdict(transport, route.method, message)] as const,
      );
      for (const other of await Promise.all(others)) expect(other).toEqual([title, other[1], byRest]);
    }
  });
});

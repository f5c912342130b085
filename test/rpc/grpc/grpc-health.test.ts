// Watches of the health: each is told what changes, and all of them together ask the parts once a round.

import { setTimeout as pause } from 'node:timers/promises';
import { createClient, createRouterTransport } from '@connectrpc/connect';
import { expect, test } from 'vitest';
import { Health, HealthCheckResponse_ServingStatus as Status } from '../../../gen/grpc/health/v1/health_pb.ts';
import { addGrpcHealth } from '../../../src/rpc/grpc/grpc-health.ts';
import { createProbing } from '../../../src/rpc/probes.ts';

test('all watches share the questions of a round, and hear of a change', async () => {
  let [questions, isAway] = [0, false];
  const trouble = async () => {
    questions++;
    return isAway ? 'The store is away.' : null;
  };
  const probing = createProbing([{ name: 'store', isNeeded: true, trouble }]);
  const transport = createRouterTransport((router) =>
    addGrpcHealth(router, { services: ['a.Service'], probing, watchEveryMs: 50 }),
  );
  const end = new AbortController();
  const heard = Array.from({ length: 50 }, async (_, at) => {
    const told: Status[] = [];
    const service = at === 0 ? 'no.Service' : 'a.Service';
    const watch = createClient(Health, transport).watch({ service }, { signal: end.signal });
    await (async () => {
      for await (const { status } of watch) told.push(status);
    })().catch(() => undefined);
    return told;
  });
  await pause(200);
  const before = questions;
  isAway = true;
  await pause(500);
  end.abort();
  const [unknown, ...known] = await Promise.all(heard);
  expect(unknown).toEqual([Status.SERVICE_UNKNOWN]);
  expect(known).toEqual(known.map(() => [Status.SERVING, Status.NOT_SERVING]));
  // A round each 50 ms at most, whatever the number of watches.
  expect(questions - before).toBeLessThanOrEqual(11);
  expect(questions - before).toBeGreaterThan(1);
});

test('who asks while the parts are asked hears the same answer', async () => {
  let questions = 0;
  const probing = createProbing([
    {
      ...{ name: 'store', isNeeded: true },
      trouble: async () => {
        questions++;
        await pause(20);
        return null;
      },
    },
  ]);
  const [one, other] = await Promise.all([probing(), probing()]);
  expect([questions, one === other]).toEqual([1, true]);
  await probing();
  expect(questions).toBe(2);
});

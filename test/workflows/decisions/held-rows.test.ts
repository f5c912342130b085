// What follows from a decision and needs rows that somebody else holds is given back: its worker does what follows from
// other partners' decisions meanwhile.

import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { rowLease } from '../../../src/ports/leases.ts';
import { afterDecisions } from '../../../src/workflows/afterwards/after-resolve.ts';
import { queueAfterwards } from '../../../src/workflows/operations/queue-afterwards.ts';
import { WORK_WAITS_MS } from '../../../src/workflows/rematch/partner-rows.ts';
import { committedAlarm } from '../../../src/workflows/work/committed-alarm.ts';
import { startWorker } from '../../../src/workflows/work/worker.ts';
import { begun, operationOf } from '../../contracts/store/decisions.ts';
import { type Partner, partner } from './month.ts';
import { CHAIN } from './resolving.ts';

let lagos: Partner;
beforeEach(async () => {
  lagos = await partner();
});
afterEach(() => lagos.dispose());

test('one partner’s held rows hold up nobody else, and what waits for them is done when they are free', async () => {
  const { deps, store } = lagos;
  const of = (name: string) => ({ ...operationOf(`op-${name}`), tenant: 'bank-a', partner: name });
  // A decision that changed nothing is taken back at its end.
  const isDone = async (name: string) => (await store.decisions.get(`op-${name}`)) === null;
  const held = (await store.leases.take(rowLease(of('held')), 600_000))!;
  for (const name of ['held', 'free']) {
    // A rematch looks for what it matched under the partner's rows.
    const operation = { ...of(name), decision: 'reconcile' } as const;
    await store.decisions.release(await begun(store, operation), { isDecided: false });
    await queueAfterwards(deps, operation);
  }
  const handlers = [afterDecisions({ ...deps, ...CHAIN, mostWaitMs: WORK_WAITS_MS })];
  const alarm = committedAlarm(deps.log, () => {});
  const worker = startWorker({ ...deps, bus: deps.bus as never, alarm, handlers }, { name: 'w', announceEveryMs: 20 });
  const began = performance.now();
  while (!(await isDone('free'))) await pause(10);
  // The holder gives nothing back before.
  expect(performance.now() - began).toBeLessThan(20_000);
  expect(await isDone('held')).toBe(false);
  await store.leases.release(held);
  while (!(await isDone('held'))) await pause(10);
  await worker.drain(5_000);
});

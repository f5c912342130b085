// Who operates the service is told: of what follows from a decision and does not come to its end, by the name of the
// decision, and of a call that fetched very many clusters.

import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { TieoutError } from '../../../src/core/errors.ts';
import { afterDecisions } from '../../../src/workflows/afterwards/after-resolve.ts';
import { LARGE_FETCH, warnOfLarge } from '../../../src/workflows/decisions/flip.ts';
import { operationOfWork } from '../../../src/workflows/operations/queue-afterwards.ts';
import { CommittedWatch, committedAlarm } from '../../../src/workflows/work/committed-alarm.ts';
import { startWorker } from '../../../src/workflows/work/worker.ts';
import { operationOf } from '../../contracts/store/decisions.ts';
import { type Partner, partner, rowOf } from './month.ts';
import { CHAIN } from './resolving.ts';

let lagos: Partner;
beforeEach(async () => {
  lagos = await partner();
});
afterEach(() => lagos.dispose());

test('work after a decision that fails is an alarm with the decision’s name, until it is done', async () => {
  await lagos.session('march', { gl: [rowOf('gl', 0)], bank: [rowOf('bank', 0)] });
  const { deps, store } = lagos;
  let isAway = true;
  const outbox: typeof store.outbox = {
    ...store.outbox,
    async add(messages) {
      if (isAway) throw new TieoutError('store_unavailable', 'The store is away.');
      return store.outbox.add(messages);
    },
  };
  const watch = new CommittedWatch(async (workId) => {
    const known = await store.decisions.get(operationOfWork(workId)!);
    return known?.isFinished === false;
  });
  const alarm = committedAlarm(deps.log, (signal) => watch.heard(signal));
  const handlers = [afterDecisions({ ...deps, ...CHAIN, store: { ...store, outbox } })];
  const worker = startWorker({ ...deps, bus: deps.bus as never, alarm, handlers }, { name: 'w', announceEveryMs: 20 });
  await lagos.resolve('approved');
  while ((await watch.trouble()) === null) await pause(10);
  expect(await watch.trouble()).toMatch(
    /^Decision [0-9a-f-]+: it counts, and what follows from it is not written yet\. It is tried again; /,
  );
  expect(lagos.said).toContainEqual({
    level: 'error',
    fields: expect.objectContaining({ operation: expect.any(String), failure: expect.anything() }),
    sentence: 'What counts already is not at its end; it is tried again until it is.',
  });
  isAway = false;
  while ((await watch.trouble()) !== null) await pause(10);
  await worker.drain(5_000);
});

test('a call that fetched 5,000 clusters or more is a warning, and one of fewer is none', () => {
  const warned = (clusters: number) => {
    lagos.said.length = 0;
    warnOfLarge(lagos.deps, operationOf('op-1'), clusters);
    return lagos.said.map(({ level, fields }) => [level, fields['clusters']]);
  };
  expect([warned(LARGE_FETCH - 1), warned(LARGE_FETCH)]).toEqual([[], [['warn', 5_000]]]);
});

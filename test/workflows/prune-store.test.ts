// What is kept no longer is removed by one process of those that are ready to, at the start and again and again.

import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Retention } from '../../src/ports/store.ts';
import { startPruner } from '../../src/workflows/upkeep/prune-store.ts';
import { openTemporaryStore } from '../adapters/store-embedded/temporary-store.ts';

const DAY_MS = 86_400_000;
const NOW = 1_790_000_000_000;

test('days become times, and the lease lets one at a time', async () => {
  const { store, dispose } = await openTemporaryStore();
  const asked: Retention[] = [];
  const said: unknown[] = [];
  const at = { once: 0, most: 0 };
  const upkeep = {
    ...store.upkeep,
    async prune(retention: Retention) {
      asked.push(retention);
      at.most = Math.max(at.most, ++at.once);
      await pause(30);
      at.once--;
      if (asked.length === 2) throw new Error('the disk was full');
      return { sessions: 1, runs: 2 };
    },
  };
  const log = { info: (fields: object) => said.push(fields), warn: () => {}, error: () => said.push('error') };
  const deps = { store: { leases: store.leases, upkeep }, log, clock: () => NOW };
  const times = { rowsDays: 30, runsDays: null, everyMs: 50 };
  const pruners = [startPruner(deps, times), startPruner(deps, times)];
  while (asked.length < 3) await pause(5);
  await Promise.all(pruners.map((pruner) => pruner.stop()));
  const ended = asked.length;
  expect(asked[0]).toEqual({ rowsBefore: NOW - 30 * DAY_MS, runsBefore: null });
  expect(at.most).toBe(1);
  expect(said.slice(0, 3)).toEqual([{ sessions: 1, runs: 2 }, 'error', { sessions: 1, runs: 2 }]);
  await pause(100);
  expect(asked).toHaveLength(ended);
  expect(await store.leases.take('prune', 1_000)).not.toBeNull();
  await startPruner(deps, { rowsDays: null, runsDays: null, everyMs: 5 }).stop();
  expect(asked).toHaveLength(ended);
  await dispose();
});

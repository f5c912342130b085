// The machine's clock is set back, or ahead, while the store is open: leases and pauses last as long as they were given.

import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, expect, test, vi } from 'vitest';
import { type Database, openDatabase } from '../../../src/adapters/store-embedded/connection/sqlite.ts';
import { prepareSchema, voidLeases } from '../../../src/adapters/store-embedded/prepare-schema.ts';
import { leaseOperations } from '../../../src/adapters/store-embedded/runs/leases.ts';
import { workOperations } from '../../../src/adapters/store-embedded/runs/work.ts';

const HOUR_MS = 3_600_000;
const SHORT_MS = 50;

let db: Database;
afterEach(() => {
  vi.useRealTimers();
  db.close();
});

function opened(): Database {
  db = openDatabase(':memory:');
  prepareSchema(db, ':memory:');
  return db;
}

const setBy = (ms: number) => {
  const now = Date.now() + ms;
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.setSystemTime(now);
};

test.each([-HOUR_MS, HOUR_MS])('a clock that is set by %d ms', async (ms) => {
  const [leases, work] = [leaseOperations(opened()), workOperations(db)];
  const sweep = { kind: 'sweep', version: 1, tenant: 'bank-a', command: {}, lane: null, acceptedAt: 1 };
  const claim = (leaseMs: number) =>
    work.claimNext({ worker: 'test', leaseMs, knows: [{ kind: 'sweep', versions: [1] }], at: 1 });
  for (const workId of ['long', 'short', 'paused']) work.put({ ...sweep, workId });
  leases.take('long', HOUR_MS / 2);
  leases.take('short', SHORT_MS);
  const claims = [claim(HOUR_MS / 2), claim(SHORT_MS), claim(HOUR_MS / 2)];
  work.release(claims[2]!.claim, SHORT_MS);
  setBy(ms);
  await pause(4 * SHORT_MS);
  expect([leases.take('long', 1), leases.take('short', 1)?.fence]).toEqual([null, 2]);
  expect(new Set([claim(HOUR_MS)?.work.workId, claim(HOUR_MS)?.work.workId])).toEqual(new Set(['short', 'paused']));
  expect(claim(HOUR_MS)).toBeNull();
});

test('what a process counted by a clock that was ahead does not rest in the next one', () => {
  const work = workOperations(opened());
  work.put({ workId: 'one', kind: 'sweep', version: 1, tenant: 'bank-a', command: {}, lane: null, acceptedAt: 1 });
  db.run('update run set not_before = ?', Date.now() + HOUR_MS);
  voidLeases(db);
  expect(work.waiting({ knows: null, forMs: 0, limit: 1_000 })).toEqual(['one']);
});

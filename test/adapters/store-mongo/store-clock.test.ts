// A server whose clock is set back, or another one after a failover whose clock is behind: leases and pauses end when
// they would have, and those that are given from then on hold.

import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { storeClock } from '../../../src/adapters/store-mongo/connection/store-clock.ts';
import { collectionsOf } from '../../../src/adapters/store-mongo/documents.ts';
import { withMongodb } from './temporary-database.ts';

const HOUR_MS = 3_600_000;
// Longer than the clock may go back unnoticed.
const NOTICED_MS = 1_200;
const SHORT_MS = 6_000;
const KNOWS = [{ kind: 'sweep', versions: [1] }];

withMongodb('MongoDB', (database) => {
  test('what was given before the clock went back is free in time, what is given afterwards is held', async () => {
    const store = await database.open();
    const claim = (leaseMs: number) => store.work.claimNext({ worker: 'test', leaseMs, knows: KNOWS, at: 1 });
    for (const workId of ['cut', 'held']) {
      await store.work.put({
        ...{ workId, kind: 'sweep', version: 1, tenant: 'bank-a', command: {}, lane: null, acceptedAt: 1 },
      });
    }
    await store.leases.take('rows', SHORT_MS);
    await claim(SHORT_MS);
    // As if all of this had been an hour later: nobody can set the clock of the server of all tests.
    const db = await database.direct();
    const later = (field: string) => [{ $set: { [field]: { $add: [`$${field}`, HOUR_MS] } } }];
    await db.collection('leases').updateMany({ held_until: { $gt: new Date() } }, later('held_until'));
    await db.collection('runs').updateMany({}, later('due_at'));
    await db.collection<{ _id: string }>('counters').updateOne({ _id: 'clock' }, later('at'));
    await pause(NOTICED_MS);
    expect(await store.leases.take('rows', 1)).toBeNull();
    await pause(NOTICED_MS);
    const second = (await claim(600_000))!;
    expect(second.work.workId).toBe('held');
    // From when it was noticed on.
    await pause(SHORT_MS);
    expect((await store.leases.take('rows', 600_000))?.fence).toBe(2);
    expect((await claim(600_000))?.work).toMatchObject({ workId: 'cut', interruptions: 1 });
    await pause(NOTICED_MS);
    expect([await store.leases.take('rows', 1), await claim(1)]).toEqual([null, null]);
    // Another process has the same time.
    const other = await database.open();
    expect(await other.leases.take('rows', 1)).toBeNull();
    await Promise.all([store.close(), other.close()]);
  });

  test('however many ask at once, the time of a clock that did not go back is the server’s', async () => {
    const collections = collectionsOf(await database.direct());
    for (let time = 0; time < 20; time++) {
      const asked = Array.from({ length: 30 }, () => storeClock(collections).ahead());
      expect(new Set(await Promise.all(asked))).toEqual(new Set([0]));
    }
  });
});

// The service's end on MongoDB, at the worst of moments: while its threads begin, and while somebody prepares the
// database. Whatever a part waits for, the end does not.

import { pino } from 'pino';
import { expect, test } from 'vitest';
import { type RunningService, startService } from '../src/app.ts';
import { readConfiguration } from '../src/config.ts';
import { withMongodb } from './adapters/store-mongo/temporary-database.ts';

/** A second and a half on a machine that has a dozen other things to do; each wait that there was took 15 s. */
const AT_ONCE_MS = 8_000;

withMongodb('closing', (database) => {
  const start = (roles: string): Promise<RunningService> =>
    startService(
      readConfiguration({ MONGODB_URI: database.uri, TIEOUT_PORT: '0', TIEOUT_ROLES: roles }),
      pino({ level: 'silent' }),
    );
  const closed = async (service: RunningService): Promise<number> => {
    const began = performance.now();
    await service.close();
    return performance.now() - began;
  };

  test('waits for nothing that its threads would begin', async () => {
    for (const roles of ['worker', 'api,worker', 'api']) {
      expect(await closed(await start(roles)), roles).toBeLessThan(AT_ONCE_MS);
    }
  });

  test('waits for no one who prepares the database, or began to and is gone', async () => {
    const db = await database.direct();
    const service = await start('api,worker');
    // Its threads begin a moment later: they find what a process leaves that ended while it prepared.
    await db.collection('schema').deleteMany({});
    await db
      .collection<{ _id: string }>('leases')
      .updateOne(
        { _id: 'schema' },
        { $set: { fence: 1_000_000, holder: 'nobody', held_until: new Date(Date.now() + 60_000) } },
        { upsert: true },
      );
    expect(await closed(service)).toBeLessThan(AT_ONCE_MS);
    await db.dropDatabase();
  });
});

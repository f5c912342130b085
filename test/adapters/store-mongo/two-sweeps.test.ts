// Two sweeps at once, of which the second marks what the first had marked: the first takes nothing away, and the session
// stays on the list of those to be swept, however the second ends.

import { expect, test } from 'vitest';
import { longTexts } from '../../../src/adapters/store-mongo/connection/long-texts.ts';
import { storeClock } from '../../../src/adapters/store-mongo/connection/store-clock.ts';
import { type Collections, collectionsOf } from '../../../src/adapters/store-mongo/documents.ts';
import { leaseOperations } from '../../../src/adapters/store-mongo/runs/leases.ts';
import { upkeepOperations } from '../../../src/adapters/store-mongo/upkeep.ts';
import { workClaimOf } from '../../../src/core/records/documents/run.ts';
import { newIngestion } from '../../contracts/store/samples.ts';
import { KEY, LEASE, newRun } from '../../contracts/store/store-under-test.ts';
import { withMongodb } from './temporary-database.ts';

/** Of which each mark of a sweep is followed by that of another one. */
function markedByAnother(collections: Collections): Collections {
  const { ingestions } = collections;
  const marking = new Proxy(ingestions, {
    get(target, name) {
      if (name !== 'updateOne') return Reflect.get(target, name).bind?.(target) ?? Reflect.get(target, name);
      return async (...given: Parameters<typeof ingestions.updateOne>) => {
        const answer = await target.updateOne(...given);
        const [of, change] = given;
        if ('$set' in change && 'doomed' in (change.$set ?? {})) {
          await target.updateOne(of, { $set: { doomed: 'of another sweep' } });
        }
        return answer;
      };
    },
  });
  return { ...collections, ingestions: marking };
}

withMongodb('what another sweep has marked', (database) => {
  test('is swept by whoever comes next', async () => {
    const store = await database.open();
    const committed = async (runId: string, expectVersion: number, file: string) => {
      const { claim } = (await store.runs.start(newRun(runId), LEASE))!;
      await store.ingestions.add(newIngestion(file));
      await store.sessions.commit(KEY, { expectVersion, ingestions: [file], run: claim, at: 1 });
      await store.work.finish(workClaimOf(claim), 2);
    };
    await committed('run-1', 0, 'gl-1');
    await store.upkeep.sweepUnnamed();
    await committed('run-2', 1, 'gl-2');

    const db = await database.direct();
    const collections = collectionsOf(db);
    const parts = { texts: longTexts(collections), leases: leaseOperations(collections, storeClock(collections)) };
    const first = upkeepOperations(markedByAnother(collections), parts);
    expect(await first.sweepUnnamed()).toEqual({ ingestions: 0, runs: 0 });
    expect(await collections.ingestions.countDocuments()).toBe(2);
    expect(await store.upkeep.sweepUnnamed()).toEqual({ ingestions: 1, runs: 0 });
    expect(await collections.ingestions.countDocuments()).toBe(1);
    await store.close();
  });
});

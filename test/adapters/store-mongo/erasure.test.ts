// After a subject was deleted, no document of the database has anything of it.

import { expect, test } from 'vitest';
import { withMongodb } from './temporary-database.ts';

const SCOPE = { tenant: 'bank', partner: 'lagos' };

withMongodb('erasure on MongoDB', (database) => {
  test('a deleted subject is in no document', async () => {
    const store = await database.openPrepared();
    const person = { names: ['Ngozi Quarshigah'], birthDates: ['1979-02-03'] };
    for (const subjectRef of ['22134567890', 'stays']) {
      await store.subjects.put({
        ...{ scope: SCOPE, subjectId: `id of ${subjectRef.slice(0, 2)}`, subjectRef, createdAt: 1, updatedAt: 1 },
        ...{ screenedAt: null, subject: person, hits: [], screenedBy: null, keys: ['i22134567890'], actor: null },
      });
      await store.checks.add({
        ...{ scope: SCOPE, checkId: subjectRef.slice(0, 2), route: 'biodata_check', requestDigest: 'd', subjectRef },
        ...{ createdAt: 1, expiresAt: 9e12, answer: { said: 'Ngozi' }, status: 'review', state: 'complete' },
        ...{ actor: null, batchId: null },
      });
    }
    const db = await database.direct();
    const holding = async () => {
      const found = [];
      for (const collection of await db.collections()) {
        for (const one of await collection.find({}).toArray()) {
          if (/Ngozi|Quarshigah|1979-02-03|22134567890/.test(JSON.stringify(one)))
            found.push(collection.collectionName);
        }
      }
      return found.sort();
    };
    expect(await holding()).toEqual(['checks', 'checks', 'subjects', 'subjects']);
    for (const ref of ['22134567890', 'stays']) await store.subjects.delete(SCOPE, ref);
    expect(await holding()).toEqual([]);
    await store.close();
  });
});

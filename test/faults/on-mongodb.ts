// Histories on MongoDB and JetStream, one after the other on the same servers.

import type { Db } from 'mongodb';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CollectionName } from '../../src/adapters/store-mongo/documents.ts';
import type { Run } from '../../src/core/records/documents/run.ts';
import { heldLeases, leftUndone, type RunsOf, wrongContents, wrongPublications, wrongSessions } from './checks.ts';
import { type Deployment, deploy, faultServers, underGuard, whyNot } from './deployment.ts';
import { happen } from './history.ts';
import { inTheEnd } from './in-the-end.ts';
import { historiesOf } from './mix.ts';
import { expectPoisonToEnd } from './poison.ts';
import { chosen } from './seed.ts';
import { keepLine } from './table.ts';
import { tell } from './tell.ts';
import { Undisturbed } from './undisturbed.ts';

/** What goes on from one history to the next; sessions have the same names in each, so nothing else of them may. */
const GOING_ON: ReadonlySet<string> = new Set<CollectionName>([
  'schema',
  'counters',
  'leases',
  'exception_resolution',
  'audit_chain',
]);

async function empty(db: Db): Promise<void> {
  const collections = await inTheEnd(() => db.collections());
  for (const { collectionName: name } of collections) {
    if (!GOING_ON.has(name)) await inTheEnd(() => db.collection(name).deleteMany({}));
  }
}

export function historiesOnMongodb(place: 'single' | 'three', words: string): void {
  describe.skipIf('missing' in faultServers)(`${words}${whyNot}`, () => {
    let on: Deployment;
    let undisturbed: Undisturbed;
    beforeAll(async () => {
      underGuard();
      on = await deploy(place);
      undisturbed = new Undisturbed(on.folder);
    });
    afterAll(async () => {
      await undisturbed?.close();
      await on?.stop();
    });

    for (const [i, plan] of historiesOf(place, chosen).entries()) {
      const name = `${place}-${i + 1}`;
      test(`history ${name}: ${plan.faults.length} faults`, async () => {
        const { store, db } = on.mongodb!;
        await empty(db);
        const happened = await happen(on, { name, plan });
        const runsOf: RunsOf = async ({ tenant, partner, session }) => {
          const found = db.collection('runs').find({ tenant, partner, session }, { sort: { place: 1 } });
          const runs = await Promise.all((await found.toArray()).map(({ _id }) => store.runs.get(String(_id))));
          return runs as Run[];
        };
        tell({ name, happened });
        const wrong = [
          ...(await wrongSessions(store, { supply: happened.supply, runsOf, undisturbed })),
          ...(await wrongPublications(on, () => on.replay())),
          ...(await leftUndone(store)),
          ...(await wrongContents(db, store)),
          ...happened.left,
          ...on.services.flatMap(({ endedByThemselves }) => endedByThemselves),
        ];
        keepLine({ name, happened, wrong });
        expect(wrong).toEqual([]);
      });
    }

    test('a run that takes its process with it is poison the third time, and nothing else suffers', async () => {
      await expectPoisonToEnd(on);
    });

    test('services that are told to end do, and leave nothing held', async () => {
      const codes = await Promise.all(on.services.map((service) => service.stop()));
      expect(codes).toEqual(codes.map(() => 0));
      const { store, db } = on.mongodb!;
      const leases = await db.collection('leases').find().toArray();
      expect(leases.length).toBeGreaterThan(0);
      expect(
        await heldLeases(
          store,
          leases.map(({ _id }) => String(_id)),
        ),
      ).toEqual([]);
      expect(await db.collection('runs').countDocuments({ open: true })).toBe(0);
    });
  });
}

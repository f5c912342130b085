// The store's contract on MongoDB; and of every command that the store sent meanwhile, that it finds an index.

import { describe, expect, test } from 'vitest';
import { type CollectionName, SHARD_KEYS } from '../../../src/adapters/store-mongo/documents.ts';
import { INDEXES } from '../../../src/adapters/store-mongo/indexes.ts';
import { clustersOf, ingest, openItemsOf, rowsOf } from '../../contracts/store/samples.ts';
import { KEY, LEASE, newRun, OTHER } from '../../contracts/store/store-under-test.ts';
import { storeContract } from '../../contracts/store-contract.ts';
import { CapturedCommands, type Explained } from './explain.ts';
import { withMongodb } from './temporary-database.ts';

const MANY = 1_500;

withMongodb('MongoDB', (database) => {
  const commands = new CapturedCommands();
  storeContract('MongoDB', () => database.openStore({ onCommand: commands.capture }));

  describe('every query', () => {
    let explained: readonly Explained[];

    test('is explained on a store that holds something', async () => {
      const store = await database.open();
      for (const [at, key] of [KEY, OTHER, { ...KEY, session: 'july' }].entries()) {
        const runId = `run-${at}`;
        await store.runs.start(newRun(runId, key), LEASE);
        await ingest(store, `gl-${at}`, { key });
        const of = { ingestionId: `gl-${at}`, first: MANY * at };
        for (const [s, side] of (['gl', 'bank'] as const).entries()) {
          const items = openItemsOf(rowsOf(at, MANY / 2), { ...of, first: of.first + (s * MANY) / 2, side });
          await store.openItems.insertIfAbsent(key, { runId, items });
        }
        await store.clusters.insertOrRestore(key, { runId, clusters: clustersOf(MANY, of), at: 5 });
        for (let i = 0; i < 5; i++) {
          await store.summaries.append(key, { cause: `operation-${i}`, createdAt: 5, summary: {} });
        }
      }
      await store.close();
      explained = await commands.explain(await database.direct());
      expect(explained.length).toBeGreaterThan(60);
    });

    test('finds an index, reads no collection through and sorts nothing in memory', () => {
      const FINDS = /^(IXSCAN|IDHACK|DISTINCT_SCAN|COUNT_SCAN|EXPRESS_.*)$/;
      const bad = explained.filter(
        ({ stages }) =>
          stages.some((stage) => stage === 'COLLSCAN' || stage === 'SORT') ||
          !stages.some((stage) => FINDS.test(stage)),
      );
      expect(bad).toEqual([]);
    });

    test('is why an index is there', () => {
      const used = new Set(
        explained.flatMap(({ collection, indexes }) => indexes.map((name) => `${collection}.${name}`)),
      );
      const declared = Object.entries(INDEXES).flatMap(([name, list]) => list.map((index) => `${name}.${index.name}`));
      expect(declared.filter((index) => !used.has(index))).toEqual([]);
    });

    test('of a collection that may be sharded names its shard key, and so asks one shard', () => {
      // Verifying a tenant's audit looks for rows of every partner, known or not.
      const ofAll = ({ collection, indexes }: Explained) =>
        collection === 'exception_resolution' && indexes.join() === 'by_operation';
      const scattered = explained
        .filter((one) => !ofAll(one))
        .filter(({ collection, fixed }) =>
          SHARD_KEYS[collection as CollectionName]?.some((field) => !fixed.includes(field)),
        );
      expect(scattered).toEqual([]);
    });

    test('of a collection that may be sharded has an index that begins with its shard key', () => {
      for (const [name, key] of Object.entries(SHARD_KEYS)) {
        if (key === null) continue;
        // The server takes none that leaves documents out.
        const whole = INDEXES[name as CollectionName].filter(
          (index) => !index.sparse && index.partialFilterExpression === undefined,
        );
        const starts = whole.map((index) => Object.keys(index.key).slice(0, key.length));
        expect(starts, name).toContainEqual(key);
        // Unique within a shard is unique only then.
        for (const index of whole.filter(({ unique }) => unique)) {
          expect(Object.keys(index.key).slice(0, key.length), index.name).toEqual(key);
        }
      }
    });
  });
});

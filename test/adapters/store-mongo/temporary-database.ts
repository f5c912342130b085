// A store on a database of the test file's own, which is emptied after each test and dropped after the last. Where
// there is no server the tests are skipped, and their name says what would help.

import { randomBytes } from 'node:crypto';
import { Binary, type Collection, type Db, MongoClient } from 'mongodb';
import { afterAll, afterEach, describe, inject } from 'vitest';
import { withDatabase } from '../../../src/adapters/store-mongo/connection/own-database.ts';
import { type MongoStoreOptions, openMongoStore } from '../../../src/adapters/store-mongo/open.ts';
import type { Spoiling, StoreUnderTest } from '../../contracts/store/store-under-test.ts';

const server = inject('mongodb');

/** Tests that need a MongoDB server. Each begins with an empty database. */
export function withMongodb(name: string, tests: (database: TestDatabase) => void): void {
  if ('missing' in server) {
    describe.skip(`${name}: no MongoDB server; run: ${server.missing}`, () =>
      tests(new TestDatabase('mongodb://none')));
    return;
  }
  describe(name, () => {
    const database = new TestDatabase(server.uri);
    tests(database);
    afterEach(() => database.empty());
    afterAll(() => database.drop());
  });
}

const SECOND = { operation_id: 'op-2' };
const ONE = { ...SECOND, ordinal: 1 };

async function addRow(rows: Collection, of: object): Promise<unknown> {
  const row = (await rows.findOne(ONE))!;
  return rows.insertOne({ ...row, _id: new Binary(randomBytes(16)) as never, ordinal: 3, seq: 1_000, ...of });
}

async function swapLinks(links: Collection): Promise<void> {
  const [second, third] = [(await links.findOne({ n: 2 }))!, (await links.findOne({ n: 3 }))!];
  await links.deleteMany({ n: { $gt: 1 }, tenant: second['tenant'] });
  const renamed = (link: string, n: number) => JSON.stringify({ ...JSON.parse(link), n });
  await links.insertMany([
    { ...third, n: 2, link: renamed(third['link'], 2) },
    { ...second, n: 3, link: renamed(second['link'], 3) },
  ]);
}

const SPOILINGS: Readonly<Record<Spoiling, (rows: Collection, links: Collection) => Promise<unknown>>> = {
  'change a row': (rows) => rows.updateOne(ONE, { $set: { note: 'seen' } }),
  'change what rows have in common': (rows) => rows.updateOne(ONE, { $set: { resolution_request_id: 'another' } }),
  'change the caller of rows': (rows) => rows.updateMany(SECOND, { $set: { caller: 'beta' } }),
  'take the caller of rows away': (rows) => rows.updateMany(SECOND, { $unset: { caller: 1 } }),
  'change the digest of rows': (rows) => rows.updateOne(ONE, { $set: { batch_digest: 'another' } }),
  'drop a row': (rows) => rows.deleteOne(ONE),
  'drop a call': (rows) => rows.deleteMany(SECOND),
  'add a row': (rows) => addRow(rows, {}),
  'add a call': (rows) => addRow(rows, { operation_id: 'op-x' }),
  'reorder rows': (rows) => rows.updateOne({ ...SECOND, ordinal: 0 }, { $inc: { seq: 1_000 } }),
  'move a call': (rows) => rows.updateMany(SECOND, { $inc: { seq: 1_000 } }),
  'change a link': async (_, links) => {
    const link = (await links.findOne(SECOND))!['link'].replace('"isWhole":true', '"isWhole":false');
    await links.updateOne(SECOND, { $set: { link } });
  },
  'make nonsense of a link': (_, links) => links.updateOne(SECOND, { $set: { link: '{nonsense' } }),
  'make an empty object of a link': (_, links) => links.updateOne(SECOND, { $set: { link: '{}' } }),
  'make another shape of a link': (_, links) => links.updateOne(SECOND, { $set: { link: 'null' } }),
  'give a link to another call': (_, links) => links.updateOne(SECOND, { $set: { operation_id: 'op-9' } }),
  'drop a link': (_, links) => links.deleteOne(SECOND),
  'reorder links': (_, links) => swapLinks(links),
  'cut the end': async (rows, links) => {
    await rows.deleteMany({ operation_id: 'op-3' });
    await links.deleteOne({ operation_id: 'op-3' });
  },
};

let databases = 0;

export class TestDatabase {
  readonly name = `tieout-test-${process.pid}-${Date.now().toString(36)}-${++databases}`;
  /** Of this database. */
  readonly uri: string;
  #client: Promise<MongoClient> | null = null;
  #prepared: Promise<void> | null = null;

  constructor(server: string) {
    this.uri = withDatabase(server, this.name);
  }

  open(options: Partial<MongoStoreOptions> = {}) {
    return openMongoStore({ uri: this.uri, environment: 'test', operationMs: null, ...options });
  }

  /**
   * As a thread of the service opens it: what a start does to the schema and its indexes is done once, as they stay from
   * test to test.
   */
  async openPrepared(options: Partial<MongoStoreOptions> = {}) {
    await (this.#prepared ??= this.open().then((store) => store.close()));
    return this.open({ isPrepared: true, ...options });
  }

  /** For the contract suites. */
  readonly openStore = async (options: Partial<MongoStoreOptions> = {}): Promise<StoreUnderTest> => {
    let store = await this.openPrepared(options);
    return {
      store,
      reopen: async () => {
        await store.close();
        store = await this.openPrepared(options);
        return store;
      },
      spoil: async (how) => {
        await store.close();
        const db = await this.direct();
        await SPOILINGS[how](db.collection('exception_resolution'), db.collection('audit_chain'));
        store = await this.openPrepared(options);
        return store;
      },
      dispose: () => store.close(),
    };
  };

  /** The driver itself, for looking at what the store wrote and for writing what others may have. */
  direct(): Promise<Db> {
    this.#client ??= MongoClient.connect(this.uri);
    return this.#client.then((client) => client.db(this.name));
  }

  /** Removes every document and keeps collections and indexes, which take longer to make. */
  async empty(): Promise<void> {
    const db = await this.direct();
    const names = (await db.collections()).map(({ collectionName }) => collectionName);
    await Promise.all(names.filter((name) => name !== 'schema').map((name) => db.collection(name).deleteMany({})));
  }

  async drop(): Promise<void> {
    await (await this.direct()).dropDatabase();
    await (await this.#client)?.close();
    this.#client = null;
  }
}

// A store on a database of the test file's own, which is emptied after each test and dropped after the last. Where
// there is no server the tests are skipped, and their name says what would help.

import { type Db, MongoClient } from 'mongodb';
import { afterAll, afterEach, describe, inject } from 'vitest';
import { withDatabase } from '../../../src/adapters/store-mongo/connection/own-database.ts';
import { type MongoStoreOptions, openMongoStore } from '../../../src/adapters/store-mongo/open.ts';
import type { StoreUnderTest } from '../../contracts/store/store-under-test.ts';

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

let databases = 0;

export class TestDatabase {
  readonly name = `tieout-test-${process.pid}-${Date.now().toString(36)}-${++databases}`;
  /** Of this database. */
  readonly uri: string;
  #client: Promise<MongoClient> | null = null;

  constructor(server: string) {
    this.uri = withDatabase(server, this.name);
  }

  open(options: Partial<MongoStoreOptions> = {}) {
    return openMongoStore({ uri: this.uri, environment: 'test', operationMs: null, ...options });
  }

  /** For the contract suites. */
  readonly openStore = async (options: Partial<MongoStoreOptions> = {}): Promise<StoreUnderTest> => {
    let store = await this.open(options);
    return {
      store,
      reopen: async () => {
        await store.close();
        store = await this.open(options);
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

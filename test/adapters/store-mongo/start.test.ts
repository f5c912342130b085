// What stops the start of a store on MongoDB: each in one sentence that says what to do and shows nothing of a
// password.

import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { Binary, type Collection } from 'mongodb';
import { describe, expect, inject, test } from 'vitest';
import { startFailure } from '../../../src/adapters/store-mongo/connection/start-failures.ts';
import { storeClock } from '../../../src/adapters/store-mongo/connection/store-clock.ts';
import { collectionsOf } from '../../../src/adapters/store-mongo/documents.ts';
import { INDEXES } from '../../../src/adapters/store-mongo/indexes.ts';
import { leaseOperations } from '../../../src/adapters/store-mongo/runs/leases.ts';
import { prepareSchema, SCHEMA_STEPS, type SchemaStep } from '../../../src/adapters/store-mongo/schema.ts';
import { newRun } from '../../contracts/store/store-under-test.ts';
import { pretendServer } from './pretended-server.ts';
import { refusal, refusalOf, SECRET } from './refusal.ts';
import { withMongodb } from './temporary-database.ts';

describe('a connection string', () => {
  test.each([
    ['mongodb://', /MONGODB_URI is no connection string/],
    [`mongodb://tieout:${SECRET}@x@127.0.0.1/`, /percent-encoded/],
    [`mongodb://tieout:12/${SECRET}@127.0.0.1/`, /percent-encoded/],
    [`mongodb://tieout:${SECRET}@127.0.0.1:99999/`, /no connection string/],
    [`mongodb://tieout:${SECRET}%zz@127.0.0.1/`, /no connection string/],
    [`mongodb://tieout:${SECRET}@127.0.0.1/?sharded=1`, /option that is not known: sharded; correct its name/],
    [`mongodb://127.0.0.1/?tls=true&tlsCertificateKeyFilePassword=a&${SECRET}=b`, /an option that is not known; /],
    [`mongodb://127.0.0.1/?tls=true&tlsCertificateKeyFilePassword=a&${SECRET}`, /no connection string/],
    [`mongodb://tieout:${SECRET}@127.0.0.1/?replicaSet=rs0&tls=maybe`, /gives the option tls a value that cannot/],
    [`mongodb://127.0.0.1/?authMechanismProperties=${SECRET}`, /gives the option authMechanismProperties a value/],
    ['mongodb://127.0.0.1/?tls=maybe&readPreference=fastest', /gives the option tls a value/],
    [
      'mongodb://127.0.0.1/?tls=true&ssl=false',
      /options tls and ssl of MONGODB_URI cannot be given together: leave one/,
    ],
    ['mongodb://127.0.0.1/?replicaSet=a&replicaSet=b', /gives the option replicaSet more than once/],
    ['mongodb://127.0.0.1:1,127.0.0.1:2/?directConnection=true', /gives the option directConnection a value/],
    [`mongodb://tieout:${SECRET}@127.0.0.1/a.b`, /letters, digits/],
    [
      `mongodb://tieout:${SECRET}@127.0.0.1/?tls=true&tlsCAFile=/nowhere/ca.pem`,
      /^The file \/nowhere\/ca\.pem that tlsCAFile of MONGODB_URI names is not there: correct the path\.$/,
    ],
    [`mongodb+srv://tieout:${SECRET}@nowhere.invalid/`, /nowhere\.invalid cannot be looked up/],
  ])('%s is refused at once', async (uri, says) => {
    expect(await refusal(uri)).toMatch(says);
  });
});

const nats = inject('nats');

// Some of them wait for a timeout, which none needs to wait for the others.
describe.concurrent('what answers there', () => {
  test('and is no MongoDB server is told apart', async () => {
    const http = createHttpServer((_, response) => response.end()).listen(0, '127.0.0.1');
    const silent = createServer((socket) => socket.resume()).listen(0, '127.0.0.1');
    await Promise.all([http, silent].map((server) => once(server, 'listening')));
    const at = (server: Server) => `mongodb://tieout:${SECRET}@127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const [ofHttp, ofSilent, secure] = await Promise.all([at(http), at(silent), `${at(http)}?tls=true`].map(refusal));
    expect(ofHttp).toMatch(
      /^What answers as the MongoDB server at 127\.0\.0\.1:\d+ is a server of HTTP: correct the host/,
    );
    expect(secure).toBe(ofHttp);
    expect(ofSilent).toMatch(/^Something listens where .* does not answer: correct the host and port/);
    for (const server of [http, silent]) server.close();
  });

  test.skipIf('missing' in nats)('and is a NATS server is told apart', async () => {
    const { host } = new URL('url' in nats ? nats.url.split(',')[0] : '');
    expect(await refusal(`mongodb://tieout:${SECRET}@${host}/`)).toMatch(
      / is a NATS server: correct the host and port/,
    );
  });

  // What the driver tries again for a while is tried at once.
  test('and is too old, or not there, is refused within seconds', async () => {
    const old = await pretendServer({ version: '5.0.31', maxWireVersion: 13 });
    const ancient = await pretendServer({ version: '3.6.23', maxWireVersion: 6 });
    const began = performance.now();
    const says = await Promise.all([`mongodb://tieout:${SECRET}@127.0.0.1:1/`, old.uri, ancient.uri].map(refusal));
    expect(performance.now() - began).toBeLessThan(6_000);
    expect(says[0]).toMatch(/127\.0\.0\.1:1 cannot be reached: start it/);
    expect(says[1]).toMatch(/is of version 5\.0\.31: Tieout needs 6\.0 or newer/);
    expect(says[2]).toMatch(/is too old: Tieout needs 6\.0 or newer/);
    for (const server of [old, ancient]) server.close();
  });
});

withMongodb('MongoDB', (database) => {
  const withUser = (uri: string) => uri.replace('//', `//tieout:${SECRET}@`);

  test('with another user or password is refused', async () => {
    expect(await refusal(withUser(database.uri))).toMatch(/refused the user name or password of MONGODB_URI/);
  });

  test('that does not sign users in as they are asked to is refused', async () => {
    expect(await refusal(`${withUser(database.uri)}&authMechanism=PLAIN`)).toMatch(/leave authMechanism out/);
    expect(await refusal(`${withUser(database.uri)}&authMechanism=GSSAPI`)).toMatch(/this service does not bring/);
  });

  test('that is in no such replica set, or speaks no TLS, is refused', async () => {
    const wrong = [database.uri.replace(/replicaSet=\w+/, 'replicaSet=bank'), `${database.uri}&tls=true`];
    const [set, tls] = await Promise.all(wrong.map(refusal));
    expect(set).toMatch(/no member of the replica set bank .* start it with --replSet bank/);
    expect(tls).toMatch(/speaks no TLS: leave tls=true out of MONGODB_URI/);
  });

  test('whatever a connection string asks for, writes are acknowledged by the majority and its journal', async () => {
    const concerns = new Set<string>();
    let numbered = 0;
    const store = await database.open({
      uri: `${database.uri}&w=0&journal=false&retryWrites=false`,
      onCommand: ({ command }) => {
        if (command['findAndModify'] === undefined && command['insert'] === undefined) return;
        concerns.add(JSON.stringify(command['writeConcern']));
        if (command['txnNumber'] !== undefined) numbered++;
      },
    });
    await store.runs.accept({ ...newRun('run-1'), keepExisting: false });
    await store.leases.take('rows', 1_000);
    await store.close();
    expect([...concerns]).toEqual(['{"w":"majority","j":true}']);
    // The number of a write is what lets the server tell its repetition.
    expect(numbered).toBeGreaterThan(2);
  });

  describe('the schema', () => {
    const version = async () => (await collectionsOf(await database.direct()).schema.findOne({}))?.version;
    const prepare = async (steps: readonly SchemaStep[]) => {
      const collections = collectionsOf(await database.direct());
      const leases = leaseOperations(collections, storeClock(collections));
      await prepareSchema(await database.direct(), collections, { leases, environment: 'test', steps });
    };
    const setVersion = async (to: number) => {
      const { schema } = collectionsOf(await database.direct());
      await schema.updateOne({ _id: 'tieout' }, { $set: { version: to } }, { upsert: true });
    };

    test('of a newer Tieout is refused and left as it is', async () => {
      await (await database.open()).close();
      await setVersion(SCHEMA_STEPS.length + 1);
      expect(await refusal(database.uri)).toMatch(
        new RegExp(
          `was written by a newer Tieout .schema ${SCHEMA_STEPS.length + 1}, this one knows ${SCHEMA_STEPS.length}.`,
        ),
      );
      expect(await version()).toBe(SCHEMA_STEPS.length + 1);
      await setVersion(SCHEMA_STEPS.length);
    });

    test('notes which environment began the database, and another one is refused', async () => {
      const { schema } = collectionsOf(await database.direct());
      const environment = async () => (await schema.findOne({ _id: 'tieout' }))?.environment;
      // As a database of a version that noted none.
      await (await database.open()).close();
      await schema.updateOne({ _id: 'tieout' }, { $unset: { environment: '' } });
      await (await database.open({ environment: '$uat-1' })).close();
      expect(await environment()).toBe('$uat-1');
      expect(await refusalOf({ uri: database.uri, environment: 'production' })).toBe(
        `The database ${database.name} belongs to the environment $uat-1, and this process is of production: name another ` +
          'database in MONGODB_URI, or set TIEOUT_ENV=$uat-1 if it is the same deployment.',
      );
      await schema.updateOne({ _id: 'tieout' }, { $unset: { environment: '' } });
      const starts = ['test', 'test', 'other', 'test', 'other'].map((name) => database.open({ environment: name }));
      const came = await Promise.allSettled(starts);
      const first = await environment();
      expect(came.map(({ status }) => status)).toEqual(
        ['test', 'test', 'other', 'test', 'other'].map((name) => (name === first ? 'fulfilled' : 'rejected')),
      );
      for (const one of came) if (one.status === 'fulfilled') await one.value.close();
      await schema.updateOne({ _id: 'tieout' }, { $set: { environment: 'test' } });
    });

    test.each(['x', '99', -1, 1.5, true, {}])('of a version that is none, %j, is refused', async (garbage) => {
      await (await database.open()).close();
      await setVersion(garbage as number);
      expect(await refusal(database.uri)).toMatch(
        /says that its schema is of version .*, which none is: somebody chan/,
      );
      expect(await version()).toEqual(garbage);
      await setVersion(SCHEMA_STEPS.length);
    });

    test('of an older one is brought up to date step by step, from where an interrupted start was', async () => {
      const made: string[] = [];
      let breaks = true;
      const steps: SchemaStep[] = [
        ...SCHEMA_STEPS,
        async () => void made.push('second'),
        async () => {
          made.push('third');
          if (breaks) throw new Error('interrupted');
        },
      ];
      await expect(prepare(steps)).rejects.toThrow('interrupted');
      expect([made, await version()]).toEqual([['second', 'third'], SCHEMA_STEPS.length + 1]);
      breaks = false;
      await prepare(steps);
      expect([made, await version()]).toEqual([['second', 'third', 'third'], SCHEMA_STEPS.length + 2]);
      await setVersion(SCHEMA_STEPS.length);
    });

    test('an index that nothing is found by any more is gone with the version that needs it no more', async () => {
      await (await database.open()).close();
      const db = await database.direct();
      const [items, windows] = [db.collection('open_items'), db.collection('date_windows')];
      await items.createIndex({ tenant: 1, partner: 1, reference: 1 }, { name: 'by_reference' });
      await windows.createIndex({ said_at: 1 }, { name: 'open', partialFilterExpression: { open: true } });
      await setVersion(5);
      await (await database.open()).close();
      const names = async (of: Collection) => (await of.indexes()).map(({ name }) => name).toSorted();
      expect(await names(items)).toEqual(['_id_', 'by_day', 'by_session']);
      expect(await names(windows)).toEqual(['_id_', 'by_session', 'open_of_session']);
    });

    test('one, whose group blocks knew no attempts, is brought up to date with what it holds', async () => {
      await (await database.open()).close();
      const blocks = (await database.direct()).collection('group_blocks');
      await blocks.dropIndex('by_run');
      await blocks.createIndex({ tenant: 1, partner: 1, run_id: 1, n: 1 }, { name: 'by_run', unique: true });
      await blocks.insertOne({ tenant: 't', partner: 'p', session: 's', run_id: 'run-old', n: 0 });
      await setVersion(1);
      await Promise.all([database.open(), database.open()].map(async (store) => (await store).close()));
      expect(await version()).toBe(SCHEMA_STEPS.length);
      expect(await blocks.findOne({ run_id: 'run-old' })).toMatchObject({ n: 0, fence: 0 });
      const index = (await blocks.indexes()).find(({ name }) => name === 'by_run');
      expect(index?.key).toEqual(INDEXES.group_blocks.find(({ name }) => name === 'by_run')?.key);
      await blocks.deleteMany({});
    });

    test('one, whose outbox named each message in an index, is brought up to date with what it holds', async () => {
      await (await database.open()).close();
      const outbox = (await database.direct()).collection<{ _id: number }>('outbox');
      await outbox.dropIndex('by_claim');
      await outbox.createIndex({ keys: 1 }, { name: 'by_key', unique: true });
      const bundle = (_id: number, keys: readonly string[]) => ({
        _id,
        keys,
        topics: keys.map(() => 'run_dead_letters'),
        payload: new Binary(new TextEncoder().encode(keys.map(() => '{}').join(''))),
        ends: keys.map((_, i) => 2 * (i + 1)),
        n: keys.map(() => 1),
        count: keys.length,
        state: 'waiting',
        due_at: new Date(),
        delivered: [],
        held: [],
        delivered_at: null,
      });
      const [first, second] = [
        ['op:1:1', 'op:1:2', 'other:1'],
        ['op:1:4', 'op:1:3', 'op:1:700'],
      ] as const;
      await outbox.insertMany([bundle(-2, first), bundle(-1, second)]);
      await setVersion(2);
      const store = await database.open();
      const message = (operationId: string, part: number) =>
        ({ operationId, part, topic: 'run_dead_letters', payload: new TextEncoder().encode('{}') }) as const;
      const parts = [1, 2, 3, 4, 5, 700, 701].map((part) => message('op:1', part));
      await store.outbox.add([...parts, message('other', 1)]);
      const due = (await store.outbox.due({ destination: 'bus', limit: 100, after: null })).messages;
      const added = ['op:1:5', 'op:1:701'];
      expect(due.map(({ operationId, part }) => `${operationId}:${part}`)).toEqual([...first, ...second, ...added]);
      expect((await outbox.indexes()).map(({ name }) => name)).not.toContain('by_key');
      await outbox.deleteMany({});
      await store.close();
    });

    test('that a defect stops is told as one', () => {
      const defect = new TypeError('x is not a function');
      expect(startFailure(defect, 'bank.example:27017')).toBe(defect);
    });

    test('is brought up to date by one process of those that start at once', async () => {
      const made: number[] = [];
      const steps: SchemaStep[] = [...SCHEMA_STEPS, async () => void made.push(made.length)];
      await Promise.all(Array.from({ length: 4 }, () => prepare(steps)));
      expect([made, await version()]).toEqual([[0], SCHEMA_STEPS.length + 1]);
      await setVersion(SCHEMA_STEPS.length);
    });
  });

  describe('an index', () => {
    test('that is there under another form stops the start, and an operator’s own does not', async () => {
      await (await database.open()).close();
      const runs = (await database.direct()).collection('runs');
      await runs.createIndex({ worker: 1 }, { name: 'ours' });
      await (await database.open()).close();
      const [{ name, key }] = INDEXES.runs.filter((index) => index.unique);
      await runs.dropIndex(name);
      await runs.createIndex(key, { name });
      expect(await refusal(database.uri)).toMatch(
        /^The index by_session of the collection runs .*\(db\.runs\.dropIndex/,
      );
      await runs.dropIndex(name);
      await runs.createIndex(key, { name: 'other', unique: true });
      expect(await refusal(database.uri)).toMatch(/^The index other of the collection runs /);
      await runs.dropIndex('other');
      await (await database.open()).close();
      expect((await runs.indexes()).map((index) => index.name)).toEqual(expect.arrayContaining(['ours', name]));
    });

    test('that has a collation or an expiry, or is hidden, stops the start as one in another form', async () => {
      await (await database.open()).close();
      const db = await database.direct();
      const runs = db.collection('runs');
      const [{ name, key }] = INDEXES.runs.filter((index) => index.unique);
      const other = /^The index by_session of the collection runs .*drop it \(db\.runs\.dropIndex\('by_session'\)/;
      await db.command({ collMod: 'runs', index: { name, hidden: true } });
      expect(await refusal(database.uri)).toMatch(other);
      for (const options of [{ collation: { locale: 'en' } }, { hidden: true }]) {
        await runs.dropIndex(name);
        await runs.createIndex(key, { name, unique: true, ...options });
        expect(await refusal(database.uri)).toMatch(other);
      }
      await runs.dropIndex(name);
      // Of another name, and an index of its own to the server: no concern of Tieout's.
      await runs.createIndex(key, { name: 'theirs', collation: { locale: 'en' } });
      const sessions = db.collection('sessions');
      const { serves: _, ...unswept } = INDEXES.sessions.find((index) => index.name === 'unswept')!;
      await sessions.dropIndex('unswept');
      await db.command({ createIndexes: 'sessions', indexes: [{ ...unswept, expireAfterSeconds: 60 }] });
      expect(await refusal(database.uri)).toMatch(/^The index unswept of the collection sessions /);
      await sessions.dropIndex('unswept');
      await (await database.open()).close();
      await runs.dropIndex('theirs');
    });

    test('that cannot be made over what is there stops the start', async () => {
      await (await database.open()).close();
      const { runs } = collectionsOf(await database.direct());
      await runs.dropIndex('by_session');
      await runs.insertMany([{ _id: 'a' }, { _id: 'b' }] as never);
      expect(await refusal(database.uri)).toMatch(/holds documents that no Tieout wrote/);
      await runs.deleteMany({});
      await (await database.open()).close();
    });
  });
});

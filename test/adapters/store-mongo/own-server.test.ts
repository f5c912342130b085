// The store on servers that the test starts, ends and freezes: one that is no replica set, one that wants TLS, one
// whose users may do less, one that goes away.

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { MongoClient } from 'mongodb';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { openMongoStore } from '../../../src/adapters/store-mongo/open.ts';
import { KEY, LEASE, newRun } from '../../contracts/store/store-under-test.ts';
import { makeAuthority } from '../../servers/certificates.ts';
import { type OwnMongod, startOwnMongod } from '../../servers/mongod.ts';
import { runSteps } from '../store-embedded/run-sequence.ts';
import { refusal, SECRET } from './refusal.ts';

const server = inject('mongodb');
const binary = 'missing' in server ? null : server.binary;

describe.skipIf(binary === null)('a server', () => {
  // Each has a server of its own and waits for what is refused: none needs to wait for the others.
  test.concurrent('whose replica set was never initiated is refused', async () => {
    const mongod = await startOwnMongod(binary!, { args: ['--replSet', 'bank'] });
    const says = [await refusal(mongod.uri), await refusal(`${mongod.uri}?directConnection=true`)];
    await mongod.stop();
    for (const sentence of says) expect(sentence).toMatch(/was never initiated: run rs\.initiate\(\)/);
  });

  test.concurrent('that wants TLS and users is used with the named authority and a user that may, and not otherwise', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'tieout-mongod-'));
    const file = async (name: string, text: string) => {
      await writeFile(join(folder, name), text);
      return join(folder, name);
    };
    const authority = makeAuthority('bank');
    const issued = authority.issue('mongod');
    const ca = await file('ca.pem', authority.certificate);
    const other = await file('other.pem', makeAuthority('another').certificate);
    const own = await file('own.pem', issued.certificate + issued.key);
    const args = ['--auth', '--tlsMode', 'requireTLS', '--tlsCertificateKeyFile', own, '--tlsCAFile', ca];
    const mongod = await startOwnMongod(binary!, { args: [...args, '--tlsAllowConnectionsWithoutCertificates'] });

    const admin = await MongoClient.connect(`${mongod.uri}?tls=true&tlsCAFile=${ca}`);
    const user = (createUser: string, role: string, db: string) =>
      admin.db('admin').command({ createUser, pwd: SECRET, roles: [{ role, db }] });
    // Until there is one user, whoever is on the same machine may make it.
    await user('root', 'root', 'admin');
    await admin.close();
    const root = await MongoClient.connect(`${mongod.uri.replace('//', `//root:${SECRET}@`)}?tls=true&tlsCAFile=${ca}`);
    for (const [name, role] of [
      ['teller', 'read'],
      ['tieout', 'readWrite'],
    ] as const) {
      await root.db('admin').command({ createUser: name, pwd: SECRET, roles: [{ role, db: 'bank' }] });
    }
    await root.close();

    const uri = (name: string, authorityFile: string) =>
      `${mongod.uri.replace('//', `//${name}:${SECRET}@`)}bank?authSource=admin&tls=true&tlsCAFile=${authorityFile}`;
    const [otherAuthority, noTls, reader] = await Promise.all(
      [uri('tieout', other), mongod.uri, uri('teller', ca)].map(refusal),
    );
    expect(otherAuthority).toMatch(/signed by an authority that is not known here: .* in tlsCAFile of MONGODB_URI/);
    expect(noTls).toMatch(/takes secure connections alone: add tls=true to MONGODB_URI/);
    expect(reader).toMatch(/does not let this user read and write the database/);
    const store = await openMongoStore({ uri: uri('tieout', ca), environment: 'test', operationMs: null });
    expect(await store.runs.unfinished()).toEqual([]);
    await store.close();
    await mongod.stop();
    await rm(folder, { recursive: true });
  });

  test.concurrent('that drops a user and makes it again is used again; one that takes rights away is told', async () => {
    const mongod = await startOwnMongod(binary!, { args: ['--auth'] });
    const admin = await MongoClient.connect(mongod.uri);
    const roles = [{ role: 'root', db: 'admin' }];
    await admin.db('admin').command({ createUser: 'root', pwd: SECRET, roles });
    await admin.close();
    const as = (name: string) => `${mongod.uri.replace('//', `//${name}:${SECRET}@`)}bank?authSource=admin`;
    const root = await MongoClient.connect(as('root'));
    const users = root.db('admin');
    const readWrite = [{ role: 'readWrite', db: 'bank' }];
    await users.command({ createUser: 'tieout', pwd: SECRET, roles: readWrite });
    const store = await openMongoStore({ uri: as('tieout'), environment: 'test', operationMs: 2_000 });
    await store.leases.take('first', 1_000);

    await users.command({ updateUser: 'tieout', roles: [{ role: 'read', db: 'bank' }] });
    const message = expect.stringMatching(/^The MongoDB server does not let this user read and write the database: /);
    await expect(store.leases.take('reading', 1_000)).rejects.toMatchObject({ code: 'store_unavailable', message });
    expect(await store.runs.get('none')).toBeNull();
    await users.command({ updateUser: 'tieout', roles: readWrite });
    expect(await store.leases.take('second', 1_000)).not.toBeNull();

    await users.command({ dropUser: 'tieout' });
    await expect(store.runs.get('none')).rejects.toMatchObject({ code: 'store_unavailable' });
    await users.command({ createUser: 'tieout', pwd: SECRET, roles: readWrite });
    let taken: unknown = null;
    for (const deadline = Date.now() + 12_000; taken === null && Date.now() < deadline; await pause(100)) {
      taken = await store.leases.take('third', 60_000).catch(() => null);
    }
    expect(taken).not.toBeNull();
    await store.close();
    await root.close();
    await mongod.stop();
  });

  test.concurrent('that asks for certificates is used with one of its authority; files that are wrong are told before', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'tieout-mongod-'));
    const file = async (name: string, text: string) => {
      await writeFile(join(folder, name), text);
      return join(folder, name);
    };
    const authority = makeAuthority('bank');
    const [issued, client] = [authority.issue('mongod', { only: 'names' }), authority.issue('tieout')];
    const strange = makeAuthority('another').issue('tieout');
    const ca = await file('ca.pem', authority.certificate);
    const own = await file('own.pem', issued.certificate + issued.key);
    const args = ['--tlsMode', 'requireTLS', '--tlsCertificateKeyFile', own, '--tlsCAFile', ca];
    const mongod = await startOwnMongod(binary!, { args });
    const garbage = await file('garbage.pem', 'garbage');
    const damaged = client.certificate.replace(/\n.{20}/, `\n${'A'.repeat(20)}`);
    const base = mongod.uri.replace('127.0.0.1', 'localhost');
    const uri = async (of: string | null, authorityFile = ca) =>
      `${base}?tls=true&tlsCAFile=${authorityFile}${of === null ? '' : `&tlsCertificateKeyFile=${await file('c.pem', of)}`}`;

    const ends = /ends the secure connection: it asks for a certificate that its authority signed; name it in tlsCert/;
    const wrong: readonly (readonly [string, RegExp])[] = [
      [await uri(null), ends],
      [await uri(null, garbage), /garbage\.pem that tlsCAFile of MONGODB_URI names holds no certificate in PEM/],
      [await uri(null, folder), /that tlsCAFile of MONGODB_URI names is a folder: name the file/],
      [`${(await uri(null)).replace('localhost', '127.0.0.1')}`, /is made out to other names: write one of these in /],
    ];
    await Promise.all(wrong.map(async ([given, says]) => expect(await refusal(given)).toMatch(says)));
    const files: readonly (readonly [string, RegExp])[] = [
      [strange.certificate + strange.key, ends],
      ['garbage', /that tlsCertificateKeyFile of MONGODB_URI names holds no certificate in PEM/],
      [damaged + client.key, /holds a certificate that is damaged: copy it again/],
      [client.certificate, /holds no private key in PEM/],
      [client.certificate + strange.key, /private key that is not of the certificate: name the two that belong/],
    ];
    // One after the other: each is in the same file.
    for (const [content, says] of files) expect(await refusal(await uri(content))).toMatch(says);
    const store = await openMongoStore({
      uri: await uri(client.certificate + client.key),
      environment: 'test',
      operationMs: null,
    });
    await store.close();
    await mongod.stop();
    await rm(folder, { recursive: true });
  });

  describe('that is no replica set', () => {
    let mongod: OwnMongod;
    beforeAll(async () => {
      mongod = await startOwnMongod(binary!);
    });
    afterAll(() => mongod.stop());

    test('keeps whole runs', async () => {
      const store = await openMongoStore({ uri: mongod.uri, environment: 'test', operationMs: null });
      for (const run of [1, 2] as const) for (const step of runSteps(store, run)) await step();
      expect(await store.sessions.get(KEY)).toMatchObject({ runId: 'run-2', version: 2 });
      expect(await store.clusters.counts(KEY)).toMatchObject([{ clusters: 60 }, { clusters: 60 }]);
      await store.close();
    });

    test('that is frozen is told from one that is busy, which is waited for', async () => {
      const store = await openMongoStore({ uri: mongod.uri, environment: 'test', operationMs: 20_000 });
      const direct = await MongoClient.connect(mongod.uri);
      // Until it is unlocked a write waits, and the server answers whatever else it is asked.
      await direct.db('admin').command({ fsync: 1, lock: true });
      const waiting = store.leases.take('busy', 1_000);
      await pause(3_500);
      await direct.db('admin').command({ fsyncUnlock: 1 });
      expect(await waiting).not.toBeNull();
      await direct.close();
      await mongod.freeze();
      const began = performance.now();
      const failures = await Promise.all([
        store.runs.get('run-1').catch((error) => error),
        store.leases.take('frozen', 1_000).catch((error) => error),
      ]);
      expect(performance.now() - began).toBeLessThan(3_000);
      const { host: server } = new URL(mongod.uri);
      const message = 'The MongoDB server does not answer in time: try again in a moment.';
      expect(failures).toMatchObject([1, 2].map(() => ({ code: 'store_unavailable', message, server })));
      mongod.thaw();
      expect(await store.leases.take('thawed', 1_000)).not.toBeNull();
      await store.close();
    });

    test('that freezes or ends is said within seconds, and used again when it is back', async () => {
      const store = await openMongoStore({ uri: mongod.uri, environment: 'test', operationMs: 1_000 });
      await store.runs.start(newRun('run-away'), LEASE);
      const asked = async () => {
        const began = performance.now();
        const failure = await store.runs.get('run-away').then(String, (error) => error);
        expect(failure).toMatchObject({ code: 'store_unavailable', message: expect.stringMatching(/^[A-Z].+\.$/) });
        expect(performance.now() - began).toBeLessThan(4_000);
      };
      await mongod.freeze();
      await asked();
      mongod.thaw();
      expect(await store.runs.get('run-away')).not.toBeNull();
      await mongod.kill();
      await asked();
      await mongod.restart();
      expect((await store.runs.get('run-away'))?.status).toBe('running');
      await store.close();
    });
  });
});

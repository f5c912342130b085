// A data directory that an earlier version wrote is brought up to date when it is opened, and loses nothing.

import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openEmbeddedStore } from '../../../src/adapters/store-embedded/open.ts';
import { SCHEMA_STEPS, SCHEMA_VERSION } from '../../../src/adapters/store-embedded/schema.ts';
import { groupOf, prepared, SCOPE } from '../../contracts/store/late-groups.ts';
import { KEY, LEASE, newRun } from '../../contracts/store/store-under-test.ts';
import { temporaryDirectory } from './temporary-store.ts';

let directory: string;
beforeEach(async () => {
  directory = await temporaryDirectory();
});
afterEach(() => rm(directory, { recursive: true }));

/** A store of the first version with a committed session, a run that failed and one that was interrupted. */
function writeFirstVersion(): void {
  const db = new DatabaseSync(join(directory, 'store.db'));
  db.exec(SCHEMA_STEPS[0]);
  db.exec(`
    insert into session (id, tenant, partner, session, version, run, created_at, updated_at)
      values (1, '${KEY.tenant}', '${KEY.partner}', '${KEY.session}', 1, 1, 5, 6);
    insert into run (id, run_id, session, parameters, status, materialised, started_at, finished_at)
      values (1, 'run-1', 1, '{"files":{"gl":["gl.csv"]}}', 'succeeded', 1, 5, 7);
    insert into run (id, run_id, session, parameters, status, failure, started_at, finished_at)
      values (2, 'run-2', 1, '{}', 'failed', '{"code":"side_empty","message":"none","file":null,"line":null}', 8, 9);
    insert into run (id, run_id, session, parameters, status, started_at) values (3, 'run-3', 1, '{}', 'running', 10);
    pragma user_version = 1;`);
  db.close();
}

function versionOf(): number {
  const db = new DatabaseSync(join(directory, 'store.db'));
  const { user_version } = db.prepare('pragma user_version').get() as { user_version: number };
  db.close();
  return user_version;
}

test('a store of the first version keeps its sessions and runs', async () => {
  writeFirstVersion();
  const store = await openEmbeddedStore({ directory });
  expect(await store.sessions.get(KEY)).toMatchObject({ runId: 'run-1', version: 1, createdAt: 5, updatedAt: 6 });
  expect(await store.runs.get('run-1')).toMatchObject({
    key: KEY,
    kind: 'local',
    parameters: { files: { gl: ['gl.csv'] } },
    status: 'succeeded',
    materialised: true,
    acceptedAt: 5,
    startedAt: 5,
    finishedAt: 7,
  });
  expect(await store.runs.get('run-2')).toMatchObject({ status: 'failed', failure: { code: 'side_empty' } });
  // What was being done when the process ended can be claimed at once.
  const claimed = await store.work.claimNext({ ...LEASE, knows: [{ kind: 'local', versions: [1] }], at: 20 });
  expect(claimed?.work).toMatchObject({ workId: 'run-3', kind: 'local', version: 1, interruptions: 1 });
  expect(await store.runs.get('run-3')).toMatchObject({ startedAt: 10 });
  await store.work.finish(claimed!.claim, 21);
  const next = await store.runs.accept({ ...newRun('run-4'), keepExisting: false });
  expect(next).toMatchObject({ accepted: true, run: { status: 'accepted' } });
  await store.close();
  expect(versionOf()).toBe(SCHEMA_VERSION);
});

test('an upgraded store and a new one have the same tables', async () => {
  const tables = (): unknown => {
    const db = new DatabaseSync(join(directory, 'store.db'));
    const rows = db.prepare(`select type, name, sql from sqlite_master order by type, name`).all();
    db.close();
    return rows;
  };
  await (await openEmbeddedStore({ directory })).close();
  const made = tables();
  await rm(directory, { recursive: true });
  directory = await temporaryDirectory();
  writeFirstVersion();
  await (await openEmbeddedStore({ directory })).close();
  expect(tables()).toEqual(made);
});

test('messages that were stored before there were destinations go to the bus', async () => {
  const db = new DatabaseSync(join(directory, 'store.db'));
  for (const step of SCHEMA_STEPS.slice(0, 3)) db.exec(step);
  db.exec(`
    insert into outbox (id, operation_id, part, topic, not_before) values (1, 'old', 1, 'run_dead_letters', 5);
    insert into outbox_payload (id, payload) values (1, x'7b7d');
    insert into outbox (id, operation_id, part, topic, due, not_before, delivered_at)
      values (2, 'older', 1, 'run_dead_letters', 0, 4, 5);
    insert into outbox_payload (id, payload) values (2, x'7b7d');
    pragma user_version = 3;`);
  db.close();
  const { outbox, close } = await openEmbeddedStore({ directory });
  const due = async () => (await outbox.due({ destination: 'bus', limit: 10, after: null })).messages;
  expect(await due()).toMatchObject([{ operationId: 'old', part: 1, n: 1, payload: new Uint8Array([0x7b, 0x7d]) }]);
  expect(await outbox.replay(0)).toBe(1);
  expect((await due()).map(({ operationId, n }) => [operationId, n])).toEqual([
    ['old', 1],
    ['older', 2],
  ]);
  await close();
});

test('late groups that were stored without the record ids of their rows are claimed and freed by their content', async () => {
  const open = () => openEmbeddedStore({ directory });
  const { store } = await prepared(async () => ({ store: await open() }));
  const groups = [groupOf(1, { gl: 3, bank: 24 }), groupOf(2, { gl: 4, bank: 25 }), groupOf(3, { gl: 4, bank: 26 })];
  await store.lateGroups.propose(SCOPE, { groups });
  await store.close();
  const db = new DatabaseSync(join(directory, 'store.db'));
  db.exec('update late_group set record_ids = null');
  db.close();
  const { lateGroups, close } = await open();
  const [first, second, third] = groups.map(({ groupId }) => groupId);
  expect(await lateGroups.settle(SCOPE, { at: 10 })).toEqual({ confirmed: [first, second], refused: [third] });
  expect(await lateGroups.ofSession(KEY)).toEqual(groups.slice(0, 2));
  const freed = groups[0].gl.concat(groups[0].bank).map(({ recordId }) => recordId);
  const voiding = { groupIds: [first!], reason: 'taken back', at: 12 };
  expect(await lateGroups.void(SCOPE, voiding)).toEqual(freed);
  await close();
});

// An embedded store in a temporary directory of its own.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openEmbeddedStore } from '../../../src/adapters/store-embedded/open.ts';
import type { Spoiling, StoreUnderTest } from '../../contracts/store/store-under-test.ts';

// Threads and processes that these tests start find their modules compiled: most of opening a store is that.
process.env['NODE_COMPILE_CACHE'] ??= join(tmpdir(), 'tieout-test-compile-cache');

const OF_SECOND = `batch = (select id from audit_batch where operation_id = 'op-2')`;
const LINK = `operation_id = 'op-2'`;
const COPY = `select randomblob(16), batch, 3, scope, cluster, session, branch, type, status_before, status_after, method,
  resolved, matched, note, learned, learned_currency, gl_ids, bank_ids from audit where ${OF_SECOND} and ordinal = 1`;
const COLUMNS = `audit_id, batch, ordinal, scope, cluster, session, branch, type, status_before, status_after, method,
  resolved, matched, note, learned, learned_currency, gl_ids, bank_ids`;

const SPOILINGS: Readonly<Record<Spoiling, string>> = {
  'change a row': `update audit set note = 'seen' where ${OF_SECOND} and ordinal = 1`,
  'change what rows have in common': `update audit_batch set request = 'another' where ${LINK}`,
  'change the caller of rows': `update audit_batch set common = json_set(common, '$.caller', 'beta') where ${LINK}`,
  'take the caller of rows away': `update audit_batch set common = json_remove(common, '$.caller') where ${LINK}`,
  'change the digest of rows': `update audit_batch set digest = 'another' where ${LINK}`,
  'drop a row': `delete from audit where ${OF_SECOND} and ordinal = 1`,
  'drop a call': `delete from audit where ${OF_SECOND}; delete from audit_batch where ${LINK}`,
  'add a row': `insert into audit (${COLUMNS}) ${COPY}`,
  'add a call': `insert into audit_batch (operation_id, request, scope, common, digest)
      select 'op-x', request, scope, replace(common, 'op-2', 'op-x'), digest from audit_batch where ${LINK};
    insert into audit (${COLUMNS}) ${COPY};
    update audit set batch = (select id from audit_batch where operation_id = 'op-x') where ordinal = 3`,
  'reorder rows': `update audit set id = id + 1000 where ${OF_SECOND} and ordinal = 0`,
  'move a call': `update audit set id = id + 1000 where ${OF_SECOND}`,
  'change a link': `update audit_link set link = replace(link, '"isWhole":true', '"isWhole":false') where ${LINK}`,
  'make nonsense of a link': `update audit_link set link = '{nonsense' where ${LINK}`,
  'make an empty object of a link': `update audit_link set link = '{}' where ${LINK}`,
  'make another shape of a link': `update audit_link set link = 'null' where ${LINK}`,
  'give a link to another call': `update audit_link set operation_id = 'op-9' where ${LINK}`,
  'drop a link': `delete from audit_link where ${LINK}`,
  'reorder links': `update audit_link set n = 99 where n = 2; update audit_link set n = 2 where n = 3;
    update audit_link set n = 3 where n = 99; update audit_link set link = replace(link, '"n":3', '"n":2') where n = 2;
    update audit_link set link = replace(link, '"n":2', '"n":3') where n = 3`,
  'cut the end': `delete from audit where batch = (select id from audit_batch where operation_id = 'op-3');
    delete from audit_batch where operation_id = 'op-3'; delete from audit_link where operation_id = 'op-3'`,
};

export const temporaryDirectory = () => mkdtemp(join(tmpdir(), 'tieout-store-'));

export async function openTemporaryStore(): Promise<StoreUnderTest> {
  const directory = await temporaryDirectory();
  let store = await openEmbeddedStore({ directory });
  return {
    store,
    async reopen() {
      await store.close();
      store = await openEmbeddedStore({ directory });
      return store;
    },
    async spoil(how) {
      await store.close();
      const db = new DatabaseSync(join(directory, 'store.db'));
      db.exec(SPOILINGS[how]);
      db.close();
      store = await openEmbeddedStore({ directory });
      return store;
    },
    async dispose() {
      await store.close();
      await rm(directory, { recursive: true });
    },
  };
}

// `tieout audit verify` on stores of real files: a chain that is right is proven, a break is named and ends with 1, and a
// key that is missing or wrong is one sentence.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditSeals, runningSha256 } from '../../src/adapters/digest/audit-seals.ts';
import { sha256 } from '../../src/adapters/digest/sha256.ts';
import { openEmbeddedStore } from '../../src/adapters/store-embedded/open.ts';
import { auditBatch } from '../../src/core/exceptions/audit-rows.ts';
import { chainBatch } from '../../src/workflows/decisions/chain-audit.ts';
import { begun, operationOf } from '../contracts/store/decisions.ts';
import { digestId } from '../contracts/store/samples.ts';
import { tieout } from './tieout.ts';

const KEY = 'a-key-of-a-bank-that-nobody-knows';
let data: string;
let head: string;

const verify = (args: readonly string[] = [], env: Readonly<Record<string, string>> = { TIEOUT_AUDIT_KEY: KEY }) =>
  tieout(['audit', 'verify', '--tenant', 'bank-a', '--data', data, ...args], { env });

const LINK_FIELDS = [
  ...['at', 'digest', 'firstPlace', 'head', 'isEarlier', 'isWhole', 'keyId', 'lastPlace', 'n', 'operationId'],
  ...['partner', 'previous', 'repair', 'rows', 'tenant'],
];

beforeAll(async () => {
  data = mkdtempSync(join(tmpdir(), 'tieout-audit-'));
  const store = await openEmbeddedStore({ directory: data });
  const log = { info: () => {}, warn: () => {}, error: () => {} };
  for (const n of [1, 2]) {
    const operation = operationOf(`op-${n}`);
    const cluster = {
      ...{
        clusterId: digestId(7, n),
        runId: null,
        session: 'june',
        domain: 'mfb',
        type: 'not_found_gl',
        branchId: null,
      },
      ...({ before: 'pending', after: 'approved', wasReconciled: false, wasSwept: false } as const),
      ...{ glRecordIds: [], bankRecordIds: [], sampleGlDay: 1, sampleBankDay: null, currency: 'NGN' },
      ...{ deltaDays: null, amountDeltaMinor: null },
    };
    const held = await begun(store, operation);
    await store.audit.insertIfAbsent(auditBatch(operation, [{ cluster }], sha256), held);
    await chainBatch({ store, seals: auditSeals([KEY]), runningDigest: runningSha256, log, clock: () => 5 }, operation);
    await store.decisions.finish(held);
  }
  head = (await store.audit.lastLink('bank-a'))!.head;
  await store.close();
});
afterAll(() => rmSync(data, { recursive: true }));

test('a chain that is right is proven, for people and for programs', async () => {
  expect(await verify(['--head', head])).toEqual({
    status: 0,
    stdout: `The audit of bank-a is as it was written: 2 batches, 2 rows.\nHead: ${head}\n`,
    stderr: '',
  });
  const { status, stdout } = await verify(['--json']);
  expect([status, JSON.parse(stdout)]).toMatchObject([0, { is_proven: true, batches: 2, head, first_break: null }]);
});

test('a key that is missing or wrong, and words that mean nothing, are one sentence', async () => {
  const missing = await verify([], { TIEOUT_AUDIT_KEY: '' });
  expect(missing).toMatchObject({
    status: 2,
    stdout: '',
    stderr: 'The audit of bank-a is chained under a key from batch 1 on: set TIEOUT_AUDIT_KEY to it.\n',
  });
  const wrong = await verify([], { TIEOUT_AUDIT_KEY: 'another-key-of-thirty-two-letters' });
  expect([wrong.status, wrong.stderr.split('\n').length]).toEqual([2, 2]);
  expect(wrong.stderr).toContain('under another key than TIEOUT_AUDIT_KEY');
  expect((await verify([], { TIEOUT_AUDIT_KEY: 'short' })).stderr).toContain('TIEOUT_AUDIT_KEY must be');
  expect((await verify(['--head', 'xyz'])).stderr).toContain('--head takes 64 hexadecimal digits');
  expect((await tieout(['audit'])).stderr).toContain('Say what to do');
});

test('calls that are under way are named whole, however many', async () => {
  const store = await openEmbeddedStore({ directory: data });
  await begun(store, operationOf('op-under-way-1'));
  await begun(store, operationOf('op-under-way-2'));
  await store.close();
  expect((await verify()).stdout).toContain('Under way: op-under-way-1, op-under-way-2\n');
});

test('a break is named, and so is an end that was cut off', async () => {
  const spoil = (sql: string): void => {
    const db = new DatabaseSync(join(data, 'store.db'));
    db.exec(sql);
    db.close();
  };
  spoil(`delete from audit_link where n = 2; delete from audit where id = 2; delete from audit_batch where id = 2`);
  expect((await verify()).status).toBe(0);
  const cut = await verify(['--head', head, '--json']);
  expect([cut.status, JSON.parse(cut.stdout)]).toMatchObject([
    1,
    { is_proven: false, batches: 1, first_break: { batch: 2 } },
  ]);
  const db = new DatabaseSync(join(data, 'store.db'), { readOnly: true });
  const [{ link }] = db.prepare('select link from audit_link').all() as [{ link: string }];
  db.close();
  // A link repeats nothing of its call but its key.
  expect(Object.keys(JSON.parse(link)).sort()).toEqual(LINK_FIELDS);
  spoil(`update audit set note = 'never said'`);
  expect(await verify()).toMatchObject({
    status: 1,
    stdout:
      'The audit of bank-a is broken at batch 1 (call op-1): its rows are not those that were written, or not in their order. 0 batches before it are as they were written.\n',
  });
  // A row that refers to what is not there.
  spoil(`update audit set session = 999999`);
  expect(await verify()).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/^The store is damaged: [^\n]+\n$/),
  });
});

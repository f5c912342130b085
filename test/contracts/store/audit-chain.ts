// The chain over the audit on every store: what was written is proven, and whatever somebody does to the stored rows or
// links beside the store is found and named.

import { expect, test } from 'vitest';
import { auditSeals, runningSha256 } from '../../../src/adapters/digest/audit-seals.ts';
import { sha256 } from '../../../src/adapters/digest/sha256.ts';
import { auditBatch } from '../../../src/core/exceptions/audit-rows.ts';
import type { DecidedCluster } from '../../../src/core/records/documents/decisions.ts';
import type { Store } from '../../../src/ports/store.ts';
import { chainBatch } from '../../../src/workflows/decisions/chain-audit.ts';
import { repairAudit } from '../../../src/workflows/decisions/repair-audit.ts';
import { verifyAudit } from '../../../src/workflows/decisions/verify-audit.ts';
import { begun, operationOf } from './decisions.ts';
import { digestId } from './samples.ts';
import { KEY, type OpenStore, OTHER, type Spoiling } from './store-under-test.ts';

const SEALS = auditSeals(['a key of thirty-two characters..']);
const SCOPE = { tenant: KEY.tenant, partner: KEY.partner };
const QUIET = { info: () => {}, warn: () => {}, error: () => {} };

const cluster = (n: number): DecidedCluster => ({
  ...{
    clusterId: digestId(7, n),
    runId: null,
    session: 'june',
    domain: 'mfb',
    type: 'not_found_gl',
    branchId: 'ikeja',
  },
  ...{ before: 'pending', after: 'approved', wasReconciled: false, wasSwept: false },
  ...{ glRecordIds: [digestId(8, n)], bankRecordIds: [], sampleGlDay: 1, sampleBankDay: null },
  ...{ deltaDays: null, amountDeltaMinor: null, currency: 'NGN' },
});

/** Audit rows of one call, three by default, chained unless it is said. */
async function decided(
  store: Store,
  id: string,
  { at = 0, tenant = SCOPE.tenant, seals = SEALS, chained = true } = {},
) {
  // Calls from before callers have none, and chain beside the others.
  const operation = operationOf(id, { tenant, at: 70_000 + at, ...(at === 2 && { caller: 'alpha' }) });
  const held = await begun(store, operation);
  const audited = [0, 1, 2].map((n) => ({ cluster: cluster(10 * at + n) }));
  await store.audit.insertIfAbsent(auditBatch(operation, audited, sha256), held);
  const deps = { store, seals, runningDigest: runningSha256, log: QUIET, clock: () => 99_000 };
  if (chained) await chainBatch(deps, operation);
  if (chained) await store.decisions.finish(held);
  return held;
}

const verify = (store: Store, { head = null as string | null, tenant = SCOPE.tenant, seals = SEALS } = {}) =>
  verifyAudit({ store, seals, runningDigest: runningSha256, digest: sha256 }, { tenant, head });

async function chained(open: OpenStore) {
  const under = await open();
  for (const at of [1, 2, 3]) await decided(under.store, `op-${at}`, { at });
  await decided(under.store, 'op-o', { at: 9, tenant: OTHER.tenant });
  return under;
}

export function auditChainContract(open: OpenStore): void {
  test('what was written is proven, by tenant; what is under way waits', async () => {
    const under = await chained(open);
    const { store } = under;
    await decided(store, 'op-4', { at: 4, chained: false });
    const { head, ...found } = await verify(store);
    const figures = {
      batches: 3,
      rows: 9,
      withoutKey: 0,
      signatures: 0,
      earlier: 0,
      completed: 0,
      waiting: 1,
      firstBreak: null,
    };
    expect(found).toEqual({ ...figures, repairs: [], underWay: ['op-4'] });
    expect(await verify(store, { head })).toMatchObject(figures);
    expect(await verify(store, { tenant: OTHER.tenant })).toMatchObject({ batches: 1, rows: 3, firstBreak: null });
    expect(await verify(store, { tenant: 'nobody' })).toMatchObject({ batches: 0, head: null, firstBreak: null });
    // Chained again after a crash: nothing changes.
    const deps = { store, seals: SEALS, runningDigest: runningSha256, log: QUIET, clock: () => 5 };
    await chainBatch(deps, { ...SCOPE, operationId: 'op-2' });
    expect(await verify(await under.reopen())).toMatchObject({ head, ...figures });
    await under.dispose();
  });

  test('the same at once is one link each, in one chain', async () => {
    const { store, dispose } = await open();
    const places = [1, 2, 3, 4, 5];
    const held = await Promise.all(places.map((at) => decided(store, `op-${at}`, { at, chained: false })));
    const deps = { store, seals: SEALS, runningDigest: runningSha256, log: QUIET, clock: () => 99_000 };
    await Promise.all([...held, ...held].map((operation) => chainBatch(deps, operation)));
    await Promise.all(held.map((operation) => store.decisions.finish(operation)));
    const links = await store.audit.links(SCOPE.tenant, { after: 0, limit: 99 });
    expect(links.map(({ n }) => n)).toEqual([1, 2, 3, 4, 5]);
    expect(new Set(links.map(({ operationId }) => operationId)).size).toBe(5);
    expect((await verify(store)).firstBreak).toBeNull();
    const { messages } = await store.outbox.due({ destination: 'bus', limit: 99, after: null });
    const heads = messages.map(({ payload }) => JSON.parse(new TextDecoder().decode(payload)));
    expect(heads.map(({ head, batch }) => [batch, head]).sort()).toEqual(links.map(({ n, head }) => [n, head]));
    await dispose();
  });

  const spoilings: readonly [Spoiling, number | null, RegExp][] = [
    ['change a row', 2, /^its rows are not those that were written/],
    ['change the caller of rows', 2, /^its rows are not those that were written/],
    ['take the caller of rows away', 2, /^its rows are not those that were written/],
    ['change what rows have in common', 2, /^its rows are not those that were written/],
    ['change the digest of rows', 2, /^its rows carry another digest/],
    ['drop a row', 2, /^3 rows were written and 2 are there$/],
    ['drop a call', 2, /^3 rows were written and 0 are there$/],
    ['add a row', 2, /^3 rows were written and 4 are there: 1 of them came after it was chained$/],
    ['add a call', null, /^there are rows of a call that the chain does not know$/],
    ['reorder rows', 2, /not in their order$/],
    ['move a call', 2, /^its rows stand at another place among the others$/],
    ['change a link', 2, /^its entry in the chain was changed$/],
    ['make nonsense of a link', 2, /^it does not follow the batch before it$/],
    ['make an empty object of a link', 2, /^it does not follow the batch before it$/],
    ['make another shape of a link', 2, /^it does not follow the batch before it$/],
    ['give a link to another call', 2, /^its entry in the chain was changed$/],
    ['drop a link', 3, /^batch 2 of the chain is missing$/],
    ['reorder links', 2, /^it does not follow the batch before it$/],
  ];
  test.each(spoilings)('somebody beside the store: %s', async (how, batch, reason) => {
    const under = await chained(open);
    const firstBreak = { batch, reason: expect.stringMatching(reason) };
    expect(await verify(await under.spoil(how))).toMatchObject({
      batches: batch === null ? 3 : Math.min(batch, 2) - 1,
      firstBreak,
    });
    await under.dispose();
  });

  test('an end that was cut off is seen by its head alone', async () => {
    const under = await chained(open);
    const { head } = await verify(under.store);
    const store = await under.spoil('cut the end');
    expect(await verify(store)).toMatchObject({ batches: 2, firstBreak: null });
    const firstBreak = { batch: 3, reason: expect.stringMatching(/^the head that was given is none of this chain/) };
    expect(await verify(store, { head })).toMatchObject({ firstBreak });
    await under.dispose();
  });

  test('a key that is missing or another one is said, and a chain that goes on without it is broken', async () => {
    const { store, dispose } = await chained(open);
    const none = auditSeals([]);
    await expect(verify(store, { seals: none })).rejects.toMatchObject({
      code: 'usage',
      sentence: 'The audit of bank-a is chained under a key from batch 1 on: set TIEOUT_AUDIT_KEY to it.',
    });
    const other = auditSeals(['another key of thirty-two letters']);
    await expect(verify(store, { seals: other })).rejects.toMatchObject({
      sentence: expect.stringContaining('under another key than TIEOUT_AUDIT_KEY'),
    });
    const both = auditSeals(['another key of thirty-two letters', 'a key of thirty-two characters..']);
    await decided(store, 'op-5', { at: 5, seals: both });
    expect(await verify(store, { seals: both })).toMatchObject({ batches: 4, firstBreak: null });
    await decided(store, 'op-6', { at: 6, seals: none });
    expect((await verify(store, { seals: both })).firstBreak).toMatchObject({
      batch: 5,
      reason: 'it is chained without the key',
    });
    await dispose();
  });

  test('rows that came after their batch was chained are taken in again with the reason, which stays in the chain', async () => {
    const { store, dispose } = await open();
    await decided(store, 'op-1', { at: 1 });
    const held = await decided(store, 'op-2', { at: 2, chained: false });
    const deps = { store, seals: SEALS, runningDigest: runningSha256, log: QUIET, clock: () => 99_000 };
    await chainBatch(deps, held);
    const late = [{ cluster: cluster(77) }, { cluster: cluster(78) }];
    await store.audit.insertIfAbsent(auditBatch(operationOf('op-2', { at: 70_002 }), late, sha256), held);
    await store.decisions.finish(held);
    await decided(store, 'op-3', { at: 3 });
    const reason = '3 rows were written and 5 are there: 2 of them came after it was chained';
    expect((await verify(store)).firstBreak).toEqual({ batch: 2, operationId: 'op-2', reason });
    const repair = (batch: number) =>
      repairAudit(deps, { tenant: SCOPE.tenant, batch, reason: 'a process stood still' });
    await expect(repair(1)).rejects.toThrow('is as it was written');
    await expect(repair(9)).rejects.toThrow('is not there');
    expect(await repair(2)).toMatchObject({ n: 4, rows: 5, repair: 'a process stood still' });
    expect(await verify(store)).toMatchObject({
      ...{ batches: 3, rows: 9, firstBreak: null },
      repairs: [{ batch: 4, operationId: 'op-2', reason: 'a process stood still' }],
    });
    await expect(repair(2)).rejects.toThrow('was repaired before');
    await dispose();
  });

  test.each(['change a row', 'drop a row', 'reorder rows'] as const)('no repair makes it right to %s', async (how) => {
    const under = await chained(open);
    const store = await under.spoil(how);
    const deps = { store, seals: SEALS, runningDigest: runningSha256, log: QUIET, clock: () => 99_000 };
    const order = { tenant: SCOPE.tenant, batch: 2, reason: 'somebody was here' };
    await expect(repairAudit(deps, order)).rejects.toThrow('which no repair makes right');
    await under.dispose();
  });

  test('a chain takes in what was written before it, and a key what was chained before it', async () => {
    const { store, dispose } = await open();
    const none = auditSeals([]);
    for (const at of [1, 2]) {
      await store.decisions.finish(await decided(store, `op-${at}`, { at, chained: false }));
    }
    await decided(store, 'op-3', { at: 3, seals: none });
    const figures = { batches: 3, rows: 9, withoutKey: 3, earlier: 2, waiting: 0, firstBreak: null };
    expect(await verify(store, { seals: none })).toMatchObject(figures);
    expect((await verify(store)).firstBreak).toMatchObject({
      reason: 'there is a key, and the chain ends without one',
    });
    await decided(store, 'op-4', { at: 4 });
    expect(await verify(store)).toMatchObject({ ...figures, batches: 4, rows: 12 });
    await dispose();
  });

  test('rows that were completed after a call had ended in the middle are chained as they are, and counted', async () => {
    const { store, dispose } = await open();
    const log = { ...QUIET, warn: () => said++ };
    let said = 0;
    const operation = operationOf('op-1');
    const audited = [0, 1].map((n) => ({ cluster: cluster(n) }));
    const { entries, ...of } = auditBatch(operation, audited, sha256);
    // The first row alone came through.
    const held = await begun(store, operation);
    await store.audit.insertIfAbsent({ ...of, entries: entries.slice(0, 1) }, held);
    await store.audit.insertIfAbsent(auditBatch(operation, audited.toReversed(), sha256), held);
    const deps = { store, seals: SEALS, runningDigest: runningSha256, log, clock: () => 5 };
    await chainBatch(deps, operation);
    expect(said).toBe(1);
    expect(await verify(store)).toMatchObject({ batches: 1, rows: 2, completed: 1, firstBreak: null });
    await dispose();
  });
}

// Decisions on clusters and their audit, as every store keeps them.

import { expect, test } from 'vitest';
import { sha256 } from '../../../src/adapters/digest/sha256.ts';
import { auditBatch } from '../../../src/core/exceptions/audit-rows.ts';
import type { Operation } from '../../../src/core/records/documents/decisions.ts';
import type { AuditPlace } from '../../../src/ports/audit.ts';
import type { Change, HeldOperation, TakenOperation } from '../../../src/ports/decisions.ts';
import type { Store } from '../../../src/ports/store.ts';
import { clustersOf, digestId, newIngestion } from './samples.ts';
import { KEY, type OpenStore, OTHER, startRun } from './store-under-test.ts';

const SCOPE = { tenant: KEY.tenant, partner: KEY.partner };
const APPROVE: Change = { from: ['pending'], to: 'approved', clusterIds: null };
const REOPEN: Change = { from: ['approved', 'rejected', 'escalated'], to: 'pending', clusterIds: null };

export const operationOf = (operationId: string, of: Partial<Operation> = {}): Operation => ({
  operationId,
  requestId: 'request-1',
  ...SCOPE,
  domain: 'mfb',
  service: null,
  type: 'not_found_gl',
  decision: 'approved',
  method: 'manual',
  autoResolved: false,
  isRecurring: false,
  note: 'seen “₦ 5”',
  metadata: { $who: { 'a.b': [1, null, -2.5] }, b: '' },
  at: 70_000,
  ...of,
});

const HOLD = { leaseMs: 30_000, isQueued: false };

/** An operation in the hand of whoever asks. */
export async function begun(store: Store, operation: Operation): Promise<HeldOperation> {
  return (await store.decisions.begin(operation, HOLD))!;
}

/** A call that begins its operation: how many clusters it changed. */
const decide = async (store: Store, operation: Operation, change: Change): Promise<number> =>
  (await store.decisions.decide(operation, change, HOLD))!.changed;

async function prepared(open: OpenStore, count = 10) {
  const under = await open();
  for (const [runId, key] of [
    ['run-1', KEY],
    ['run-o', OTHER],
  ] as const) {
    await startRun(under.store, runId, key);
  }
  await under.store.ingestions.add(newIngestion('gl-1'));
  await write(under.store, count);
  return under;
}

const write = (store: Store, count: number, first = 0) =>
  store.clusters.insertOrRestore(KEY, {
    runId: 'run-1',
    clusters: clustersOf(count, { ingestionId: 'gl-1', first }),
    at: 5,
  });

const statuses = async (store: Store) =>
  (await store.clusters.page(KEY, { after: null, limit: 100 })).clusters.map((one) => one.decisionStatus[0]).join('');

/** Once the hold of before has lapsed. */
async function taking(store: Store, operationId: string): Promise<TakenOperation> {
  for (;;) {
    const taken = await store.decisions.take(operationId, 30_000);
    if (taken !== null) return taken;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

export function decisionsContract(open: OpenStore): void {
  test('past operations are listed, the latest first, and what of one still stands', async () => {
    const { store, dispose } = await prepared(open);
    const [first, second] = [operationOf('op-1'), operationOf('op-2', { decision: 'rejected' })];
    const some = { ...APPROVE, clusterIds: [0, 2, 6].map((k) => digestId(2, k)) };
    for (const [operation, change] of [
      [first, some],
      [second, { ...REOPEN, to: 'rejected', clusterIds: [digestId(2, 2)] }],
    ] as const) {
      const held = await begun(store, operation);
      await store.decisions.decide(operation, change as Change, held);
      const changed = await store.decisions.changedBy(held);
      await store.audit.insertIfAbsent(
        auditBatch(
          operation,
          changed.map((cluster) => ({ cluster })),
          sha256,
        ),
        held,
      );
      expect((await store.decisions.past(SCOPE, { after: null, limit: 9 })).operations).not.toContainEqual(operation);
      await store.decisions.finish(held);
    }
    const page = await store.decisions.past(SCOPE, { after: null, limit: 1 });
    expect(page.operations).toEqual([second]);
    const rest = await store.decisions.past(SCOPE, { after: page.next, limit: 1 });
    expect([rest.operations, rest.next]).toEqual([[first], null]);
    expect((await store.decisions.past(OTHER, { after: null, limit: 9 })).operations).toEqual([]);
    const standing = async (operationId: string) => store.audit.standing({ ...SCOPE, operationId });
    expect((await standing('op-1')).map(({ clusterId, status }) => [clusterId, status])).toEqual([
      [digestId(2, 0), 'approved'],
      [digestId(2, 6), 'approved'],
    ]);
    expect((await standing('op-2')).map(({ status }) => status)).toEqual(['rejected']);
    expect(await standing('op-9')).toEqual([]);
    await dispose();
  });

  test('a decision changes its scope alone, once, and tells what it changed', async () => {
    const under = await prepared(open);
    const { store } = under;
    const operation = operationOf('op-1');
    expect(await decide(store, operationOf('op-0', { tenant: OTHER.tenant }), APPROVE)).toBe(0);
    const nip = operationOf('op-n', { domain: 'nip' });
    expect(await decide(store, nip, APPROVE)).toBe(0);
    expect(await store.decisions.changedBy(nip)).toEqual([]);
    const decided = (await store.decisions.decide(operation, APPROVE, HOLD))!;
    expect(decided.changed).toBe(5);
    expect(await store.decisions.decide(operation, APPROVE, decided.held)).toMatchObject({ changed: 0 });
    expect(await statuses(store)).toBe('apapapapap');
    const again = await under.reopen();
    const changed = await again.decisions.changedBy(operation);
    expect(changed.map(({ clusterId }) => clusterId)).toEqual([0, 2, 4, 6, 8].map((n) => digestId(2, n)));
    expect(changed[0]).toEqual({
      clusterId: digestId(2, 0),
      runId: 'run-1',
      session: 'june',
      domain: 'mfb',
      type: 'not_found_gl',
      branchId: null,
      before: 'pending',
      after: 'approved',
      wasReconciled: false,
      wasSwept: false,
      glRecordIds: [digestId(1, 0)],
      bankRecordIds: [digestId(1, 1)],
      sampleGlDay: 20_000,
      sampleBankDay: null,
      deltaDays: null,
      amountDeltaMinor: null,
      currency: 'NGN',
    });
    expect(await again.decisions.get('op-1')).toEqual({ operation, isDecided: false, isFinished: false });
    expect(await again.decisions.get('op-9')).toBeNull();
    await under.dispose();
  });

  test('cluster ids narrow to exactly these, and an id that is none changes nothing', async () => {
    const { store, dispose } = await prepared(open);
    const narrowed = { ...APPROVE, clusterIds: [digestId(2, 4), digestId(2, 1), 'no-id', digestId(2, 99)] };
    expect(await decide(store, operationOf('op-1'), narrowed)).toBe(1);
    expect(await decide(store, operationOf('op-2'), { ...APPROVE, clusterIds: ['no-id'] })).toBe(0);
    expect(await statuses(store)).toBe('ppppapppppp'.slice(0, 10));
    await dispose();
  });

  test('overlapping decisions change each cluster for one of them', async () => {
    const { store, dispose } = await prepared(open, 60);
    const operations = Array.from({ length: 12 }, (_, i) => operationOf(`op-${i}`));
    await Promise.all(operations.map((operation) => decide(store, operation, APPROVE)));
    const changed = await Promise.all(operations.map((operation) => store.decisions.changedBy(operation)));
    const ids = changed.flat().map(({ clusterId }) => clusterId);
    expect([ids.length, new Set(ids).size]).toEqual([30, 30]);
    await dispose();
  });

  test('what is decided is reopened with the status that it had, and each operation is known until it is finished', async () => {
    const { store, dispose } = await prepared(open);
    const [approved, reopened] = [operationOf('op-1'), operationOf('op-2', { decision: 'reopened' })];
    const { held } = (await store.decisions.decide(approved, { ...APPROVE, clusterIds: [digestId(2, 0)] }, HOLD))!;
    await decide(store, operationOf('op-r'), { ...APPROVE, to: 'rejected', clusterIds: [digestId(2, 2)] });
    expect(await decide(store, reopened, REOPEN)).toBe(2);
    expect(await statuses(store)).toBe('pppppppppp');
    expect((await store.decisions.changedBy(reopened)).map(({ before }) => before)).toEqual(['approved', 'rejected']);
    expect((await store.decisions.changedBy(approved)).map(({ after }) => after)).toEqual(['approved']);
    const underWay = async () =>
      (await store.decisions.underWay(SCOPE.tenant, 10)).map(({ operationId }) => operationId);
    expect(await underWay()).toEqual(['op-1', 'op-r', 'op-2']);
    await store.decisions.finish(held);
    expect(await store.decisions.changedBy(approved)).toEqual([]);
    expect(await store.decisions.changedBy(reopened)).toHaveLength(2);
    expect(await underWay()).toEqual(['op-r', 'op-2']);
    expect(await store.decisions.underWay(OTHER.tenant, 10)).toEqual([]);
    expect(await store.decisions.get('op-1')).toEqual({ operation: approved, isDecided: true, isFinished: true });
    await dispose();
  });

  test('one caller holds an operation; what another one writes for it changes nothing', async () => {
    const { store, dispose } = await prepared(open);
    const operation = operationOf('op-1');
    const held = (await store.decisions.begin(operation, { ...HOLD, leaseMs: 2_000 }))!;
    expect(await store.decisions.begin(operation, HOLD)).toBeNull();
    expect(await store.decisions.take('op-1', 50)).toBeNull();
    expect(await store.decisions.take('op-9', 50)).toBeNull();
    expect(await store.decisions.renew(held, 2_000)).toBe(true);
    expect(await store.decisions.loose(9)).toEqual([]);
    await expect.poll(() => store.decisions.loose(9), { timeout: 10_000 }).toEqual([operation]);
    // One that lapsed is still its holder's until somebody takes it.
    expect(await store.decisions.decide(operation, { ...APPROVE, clusterIds: [digestId(2, 0)] }, held)).toMatchObject({
      changed: 1,
    });
    const taken = await taking(store, 'op-1');
    expect(taken).toMatchObject({ operation, isDecided: false });
    expect(taken.held.fence).toBeGreaterThan(held.fence);
    const audited = (await store.decisions.changedBy(operation)).map((cluster) => ({ cluster }));
    const late = [
      () => store.decisions.decide(operation, APPROVE, held),
      () => store.audit.insertIfAbsent(auditBatch(operation, audited, sha256), held),
      () => store.audit.insertIfAbsent(auditBatch(operation, [], sha256), held),
      () => store.decisions.unreconcile(operation, { clusterIds: [digestId(2, 0)], at: 9 }, held),
      () => store.decisions.release(held, { isDecided: true }),
      () => store.decisions.finish(held),
      () => store.decisions.withdraw(held),
    ];
    for (const write of late) await expect(write()).rejects.toMatchObject({ code: 'decision_taken' });
    expect(await store.decisions.renew(held, 300)).toBe(false);
    expect([await statuses(store), await store.audit.count(SCOPE, {})]).toEqual(['apppp'.padEnd(10, 'p'), 0]);
    // Given up, it is anybody's at once, and says whether its call wrote all.
    await store.decisions.release(taken.held, { isDecided: true });
    const next = (await store.decisions.take('op-1', 30_000))!;
    expect(next.isDecided).toBe(true);
    await store.decisions.finish(next.held);
    for (const write of [
      () => store.decisions.decide(operation, APPROVE, next.held),
      () => store.audit.insertIfAbsent(auditBatch(operation, audited, sha256), next.held),
      () => store.decisions.finish(next.held),
    ]) {
      await expect(write()).rejects.toMatchObject({ code: 'decision_taken' });
    }
    expect(await store.decisions.begin(operation, HOLD)).toBeNull();
    await dispose();
  });

  test('what is loose is found until work is queued for it, and never what the queue does anyway', async () => {
    const { store, dispose } = await prepared(open);
    for (const id of ['op-1', 'op-2', 'op-3']) {
      const held = await store.decisions.begin(operationOf(id), { ...HOLD, isQueued: id === 'op-2' });
      await store.decisions.release(held!, { isDecided: false });
    }
    await begun(store, operationOf('op-4'));
    const loose = async (limit: number) => (await store.decisions.loose(limit)).map(({ operationId }) => operationId);
    expect([await loose(9), await loose(1)]).toEqual([['op-1', 'op-3'], ['op-1']]);
    await store.decisions.noteQueued(operationOf('op-1'));
    expect(await loose(9)).toEqual(['op-3']);
    await dispose();
  });

  test('one that changed nothing is taken back as if it had never begun, and no other', async () => {
    const { store, dispose } = await prepared(open);
    const none = await begun(store, operationOf('op-none'));
    const some = (await store.decisions.decide(operationOf('op-some'), APPROVE, HOLD))!;
    await store.decisions.withdraw(none);
    await store.decisions.withdraw(some.held);
    const known = await Promise.all(['op-none', 'op-some'].map((id) => store.decisions.get(id)));
    expect(known.map((one) => one?.isFinished ?? null)).toEqual([null, false]);
    await dispose();
  });

  test('a cluster whose match was reopened says that its rows are being freed until that is done', async () => {
    const { store, dispose } = await prepared(open, 2);
    const matched = { ...APPROVE, matched: true, clusterIds: [digestId(2, 0)] } as const;
    const first = (await store.decisions.decide(operationOf('op-1', { decision: 'reconcile' }), matched, HOLD))!;
    await store.decisions.finish(first.held);
    const pending = async () =>
      (await store.decisions.pending({ ...SCOPE, domain: 'mfb', types: ['not_found_gl'] })).map(
        ({ isBeingFreed }) => isBeingFreed,
      );
    expect(await pending()).toEqual([]);
    const back = (await store.decisions.decide(operationOf('op-2', { decision: 'reopened' }), REOPEN, HOLD))!;
    expect(await pending()).toEqual([true]);
    await store.decisions.finish(back.held);
    expect(await pending()).toEqual([false]);
    await dispose();
  });

  test('whether a sweep gave one of the clusters its status is known before it is taken back', async () => {
    const { store, dispose } = await prepared(open);
    const sweep = operationOf('op-s', { autoResolved: true, method: 'auto' });
    await decide(store, sweep, { ...APPROVE, clusterIds: [digestId(2, 0)] });
    await decide(store, operationOf('op-1'), { ...APPROVE, clusterIds: [digestId(2, 2)] });
    const back = operationOf('op-2', { decision: 'reopened' });
    const has = (change: Partial<Change>) => store.decisions.hasSwept(back, { ...REOPEN, ...change });
    expect(await has({})).toBe(true);
    expect(await has({ clusterIds: [digestId(2, 0)] })).toBe(true);
    expect(await has({ clusterIds: [digestId(2, 2), 'none'] })).toBe(false);
    expect([await has({ sweptBy: 'op-s' }), await has({ sweptBy: 'op-1' })]).toEqual([true, false]);
    await dispose();
  });

  test('only what stands as an operation left it is taken back, if that is asked for', async () => {
    const { store, dispose } = await prepared(open);
    const two = [digestId(2, 0), digestId(2, 2)];
    await decide(store, operationOf('op-1'), { ...APPROVE, clusterIds: two });
    await decide(store, operationOf('op-2', { decision: 'reopened' }), { ...REOPEN, clusterIds: two.slice(0, 1) });
    await decide(store, operationOf('op-3'), { ...APPROVE, clusterIds: two.slice(0, 1) });
    const back = (id: string, standsBy: string) =>
      decide(store, operationOf(id, { decision: 'reopened' }), { ...REOPEN, clusterIds: two, standsBy });
    expect(await back('op-4', 'none')).toBe(0);
    expect(await back('op-5', 'op-1')).toBe(1);
    expect((await store.clusters.named(SCOPE, two)).map(({ decisionStatus }) => decisionStatus).sort()).toEqual([
      ...['approved', 'pending'],
    ]);
    await dispose();
  });

  test('a decided cluster stays as it is when its run or a later one writes it again', async () => {
    const { store, dispose } = await prepared(open);
    await decide(store, operationOf('op-1'), APPROVE);
    expect(await write(store, 10)).toMatchObject({ inserted: 0, restored: 0, unchanged: 10 });
    await startRun(store, 'run-2');
    await store.clusters.voidPending(KEY, { exceptRunId: 'run-2', reason: 'replaced by a later run', at: 99 });
    expect(await statuses(store)).toBe('aaaaa');
    await dispose();
  });

  test('what a match confirmed has both flags, of any of the types, until they are taken back', async () => {
    const { store, dispose } = await prepared(open, 4);
    const operation = operationOf('op-1', { decision: 'reconcile' });
    const held = await begun(store, operation);
    expect(await store.decisions.begin({ ...operation, note: 'another' }, HOLD)).toBeNull();
    expect(await store.decisions.get('op-1')).toEqual({ operation, isDecided: false, isFinished: false });
    const types = ['not_found_gl', 'amount_mismatch'];
    const ids = [0, 1].map((n) => digestId(2, n));
    const found = await store.decisions.pending({ ...SCOPE, domain: 'mfb', types });
    expect(found.map(({ clusterId }) => clusterId)).toEqual([0, 1, 2, 3].map((n) => digestId(2, n)));
    expect(found[1]).toMatchObject({ type: 'amount_mismatch', amountDeltaMinor: 250, sampleBankDay: 20_002 });
    const matched = { ...APPROVE, types, clusterIds: ids, matched: true } as const;
    expect(await store.decisions.decide(operation, matched, held)).toMatchObject({ changed: 2 });
    expect(await store.decisions.pending({ ...SCOPE, domain: 'mfb', types: ['not_found_gl'] })).toHaveLength(1);
    const flags = async () =>
      (await store.clusters.page(KEY, { after: null, limit: 9 })).clusters.map((one) => [
        one.isReconciled,
        one.agentInvoked,
      ]);
    expect(await flags()).toEqual([
      [true, true],
      [true, true],
      [false, false],
      [false, false],
    ]);
    const back = await store.decisions.unreconcile(
      { ...SCOPE, domain: 'mfb' },
      { clusterIds: [ids[0], digestId(2, 3)], at: 9 },
      held,
    );
    expect(back.map(({ clusterId, status }) => [clusterId, status])).toEqual([[ids[0], 'approved']]);
    await decide(store, operationOf('op-2', { type: 'amount_mismatch', decision: 'reopened' }), REOPEN);
    expect(await flags()).toEqual([
      [false, true],
      [false, true],
      [false, false],
      [false, false],
    ]);
    await dispose();
  });

  test('what is audited late is listed where its call stands, and every page begins where the one before ended', async () => {
    const { store, dispose } = await prepared(open);
    const some = (await store.decisions.pending({ ...SCOPE, domain: 'mfb', types: ['not_found_gl'] })).slice(0, 3);
    const audited = some.map((cluster) => ({
      cluster: { ...cluster, before: 'pending', after: 'approved', wasReconciled: false, wasSwept: false } as const,
    }));
    // The first call was audited last, as one that recovery came to; two calls were made in one millisecond.
    for (const [id, at] of [
      ['op-2', 70_002],
      ['op-3', 70_003],
      ['op-4', 70_003],
      ['op-1', 70_001],
    ] as const) {
      const operation = operationOf(id, { at });
      await store.audit.insertIfAbsent(auditBatch(operation, audited, sha256), await begun(store, operation));
    }
    const listed: string[] = [];
    for (let after: AuditPlace | null = null, first = true; first || after !== null; first = false) {
      const page = await store.audit.page(SCOPE, { after, limit: 2, session: 'june' });
      listed.push(...page.rows.map(({ operationId }) => operationId));
      after = page.next;
    }
    expect(listed).toEqual(['op-1', 'op-2', 'op-3', 'op-4'].flatMap((id) => [id, id, id]));
    const cluster = { clusterId: some[1].clusterId, requestId: 'request-1', after: null, limit: 9 };
    const { rows } = await store.audit.page(SCOPE, cluster);
    expect(rows.map(({ operationId }) => operationId)).toEqual(['op-1', 'op-2', 'op-3', 'op-4']);
    await dispose();
  });

  test('audit rows come back as they were written, once, by every filter', async () => {
    const under = await prepared(open);
    const { store } = under;
    const operation = operationOf('op-1');
    const { held } = (await store.decisions.decide(operation, APPROVE, HOLD))!;
    const audited = (await store.decisions.changedBy(operation)).map((cluster) => ({ cluster }));
    const batch = auditBatch(operation, audited, sha256);
    await store.audit.insertIfAbsent({ ...batch, entries: batch.entries.slice(0, 2) }, held);
    await store.audit.insertIfAbsent(batch, held);
    await store.audit.insertIfAbsent(batch, held);
    const later = operationOf('op-2', { requestId: 'request-2', caller: 'ada' });
    const other = auditBatch(later, audited.slice(0, 1), sha256);
    await store.audit.insertIfAbsent(other, await begun(store, later));
    const again = await under.reopen();
    const page = (filter: object) => again.audit.page(SCOPE, { after: null, limit: 4, ...filter });
    const { rows, next } = await page({});
    const whole = batch.entries.map((entry) => ({ ...batch.common, ...entry, batchDigest: batch.digest }));
    expect(rows).toEqual(whole.slice(0, 4));
    expect((await page({ after: next })).rows.map(({ operationId }) => operationId)).toEqual(['op-1', 'op-2']);
    expect(await again.audit.count(SCOPE, {})).toBe(6);
    expect(await again.audit.count({ ...SCOPE, tenant: OTHER.tenant }, {})).toBe(0);
    for (const [filter, count] of [
      [{ session: 'june' }, 6],
      [{ session: 'july' }, 0],
      [{ clusterId: digestId(2, 0) }, 2],
      [{ clusterId: 'none' }, 0],
      [{ clusterId: digestId(2, 0), session: 'june', requestId: 'request-2' }, 1],
      [{ requestId: 'request-1' }, 5],
      [{ caller: 'ada' }, 1],
      [{ session: 'june', caller: 'bisi' }, 0],
      [{ type: 'not_found_gl' }, 6],
      [{ type: 'possible_bank_fee' }, 0],
      [{ session: 'june', type: 'not_found_gl', caller: 'ada' }, 1],
    ] as const) {
      expect(await again.audit.count(SCOPE, filter), JSON.stringify(filter)).toBe(count);
      expect((await again.audit.page(SCOPE, { ...filter, after: null, limit: 9 })).rows).toHaveLength(count);
    }
    await under.dispose();
  });
}

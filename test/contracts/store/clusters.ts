import { expect, test } from 'vitest';
import type { Cluster, Domain } from '../../../src/core/records/documents/clusters.ts';
import type { FollowUpChange } from '../../../src/core/records/follow-up.ts';
import { digestIdAt } from '../../../src/core/records/rows/digest-ids.ts';
import { joinTables } from '../../../src/core/worklist/cluster-table.ts';
import type { ClusterFilter } from '../../../src/ports/clusters.ts';
import type { Store } from '../../../src/ports/store.ts';
import { rowAt } from '../../core/worklist/row-at.ts';
import { clustersOf, digestId, LOOKS_LIKE, newIngestion } from './samples.ts';
import { KEY, type OpenStore, OTHER, startRun } from './store-under-test.ts';

async function prepared(open: OpenStore) {
  const under = await open();
  for (const runId of ['run-1', 'run-2', 'run-3']) await startRun(under.store, runId);
  await startRun(under.store, 'run-o', OTHER);
  await under.store.ingestions.add(newIngestion('gl-1'));
  return under;
}

const write = (store: Store, runId: string, options: { first: number; count: number; at: number; reason?: string }) =>
  store.clusters.insertOrRestore(KEY, {
    runId,
    clusters: clustersOf(options.count, { ingestionId: 'gl-1', ...options }),
    at: options.at,
  });

const voidOthers = (store: Store, exceptRunId: string) =>
  store.clusters.voidPending(KEY, { exceptRunId, reason: 'replaced by a later run', at: 99 });

const page = (store: Store) => store.clusters.page(KEY, { after: null, limit: 100 });

export function clustersContract(open: OpenStore): void {
  test('a cluster comes back with all that the run said of it', async () => {
    const under = await prepared(open);
    expect(await write(under.store, 'run-1', { first: 0, count: 2, at: 5 })).toEqual({
      inserted: 2,
      restored: 0,
      unchanged: 0,
    });
    const { clusters, next } = await page(await under.reopen());
    expect(next).toBeNull();
    const shared = {
      session: 'june',
      runId: 'run-1',
      domain: 'mfb',
      service: null,
      branchId: null,
      reason: 'no bank row',
      decisionStatus: 'pending',
      isReconciled: false,
      agentInvoked: false,
      currency: 'NGN',
      followUp: null,
      createdAt: 5,
      updatedAt: 5,
    };
    const member = (side: 'gl' | 'bank', k: number) => ({
      side,
      recordId: digestId(1, k),
      ingestionId: 'gl-1',
      ordinal: k,
    });
    expect(clusters).toEqual([
      {
        ...shared,
        clusterId: digestId(2, 0),
        type: 'not_found_gl',
        rule: 'the rest',
        looksLike: [LOOKS_LIKE],
        sampleGlDay: 20_000,
        sampleBankDay: null,
        deltaDays: null,
        amountDeltaMinor: null,
        amountMinor: -9_000_000_000_000_000,
        members: [member('gl', 0), member('bank', 1)],
      },
      {
        ...shared,
        clusterId: digestId(2, 1),
        type: 'amount_mismatch',
        rule: 'key equal, amounts differ',
        looksLike: [],
        sampleGlDay: 20_001,
        sampleBankDay: 20_002,
        deltaDays: 1,
        amountDeltaMinor: 250,
        amountMinor: -8_999_999_999_999_999,
        members: [member('gl', 2), member('bank', 3)],
      },
    ]);
    await under.dispose();
  });

  test('what people note stays through reruns and voiding, the later change whichever comes first', async () => {
    const under = await prepared(open);
    const { clusters } = under.store;
    await write(under.store, 'run-1', { first: 0, count: 3, at: 5 });
    const ids = [0, 1, 2].map((k) => digestId(2, k));
    const file = { name: 'slips/4.pdf', digest: 'ab'.repeat(32) };
    const note = (clusterIds: string[], op: string, at: number, change: Partial<FollowUpChange>) =>
      clusters.followUp(KEY, {
        ...{ clusterIds, by: { op, at } },
        change: { hasNote: false, attach: [], detach: [], ...change },
      });
    await note([...ids, digestId(9, 9)], 'op-2', 20, { owner: 'bisi', dueDay: 20_100 });
    await note([ids[0]!], 'op-1', 10, { owner: 'ada', dueDay: 20_050, hasNote: true, attach: [file] });
    await note([ids[1]!], 'op-3', 30, { owner: null });
    await Promise.all(
      Array.from({ length: 8 }, (_, k) => note([ids[2]!], `op-${4 + k}`, 40 + k, { dueDay: 20_000 + k })),
    );
    await note(ids, 'op-2', 20, { owner: 'bisi', dueDay: 20_100 });
    const found = await clusters.named(KEY, ids);
    const said = new Map(found.map(({ clusterId, followUp }) => [clusterId, followUp]));
    expect(said.get(ids[0]!)).toEqual({
      ...{ owner: { value: 'bisi', at: 20, op: 'op-2' }, dueDay: { value: 20_100, at: 20, op: 'op-2' } },
      ...{ hasNote: true, files: [{ ...file, at: 10, op: 'op-1' }] },
    });
    expect(said.get(ids[2]!)?.dueDay?.value).toBe(20_007);
    const of = async (store: Store, filter: ClusterFilter) => {
      const listed = (await store.clusters.page(KEY, { ...filter, after: null, limit: 10 })).clusters;
      expect(await store.clusters.count({ tenant: KEY.tenant, partner: KEY.partner }, filter)).toBe(listed.length);
      return listed.map(({ clusterId }) => clusterId);
    };
    await write(under.store, 'run-2', { first: 0, count: 3, at: 6 });
    await clusters.voidSome(KEY, { clusterIds: [ids[2]!], reason: 'matched', at: 7 });
    const store = await under.reopen();
    expect(await of(store, { owner: 'bisi' })).toEqual([ids[0]]);
    expect(await of(store, { owner: 'ada' })).toEqual([]);
    expect(await of(store, { hasOwner: false })).toEqual([ids[1]]);
    expect(await of(store, { hasOwner: true, dueBefore: 20_101 })).toEqual([ids[0]]);
    expect(await of(store, { dueBefore: 20_100 })).toEqual([]);
    expect(await of(store, { hasNote: true, type: 'not_found_gl' })).toEqual([ids[0]]);
    expect(await of(store, { hasNote: false })).toEqual([ids[1]]);
    await write(store, 'run-3', { first: 0, count: 3, at: 8 });
    expect(await of(store, { owner: 'bisi' })).toEqual([ids[0], ids[2]]);
    await under.dispose();
  });

  test('the rows of pending clusters are told without what is said of them', async () => {
    const { store, dispose } = await prepared(open);
    await write(store, 'run-1', { first: 0, count: 4, at: 5 });
    await store.clusters.voidSome(KEY, { clusterIds: [digestId(2, 1)], reason: 'gone', at: 6 });
    const { clusters } = await page(store);
    const { count, clusterId, offsets, recordId } = await store.clusters.rows(KEY, { decided: false });
    const told = Array.from({ length: count }, (_, i) => ({
      clusterId: digestIdAt(clusterId, i),
      rows: Array.from({ length: offsets[i + 1] - offsets[i] }, (_, k) => digestIdAt(recordId, offsets[i] + k)),
    }));
    expect(told).toEqual(
      clusters.map((one) => ({ clusterId: one.clusterId, rows: one.members.map((member) => member.recordId) })),
    );
    expect(told).toHaveLength(3);
    expect((await store.clusters.rows(OTHER, { decided: true })).count).toBe(0);
    await dispose();
  });

  test('named clusters of the partner are told with their class, money and status, voided ones too', async () => {
    const { store, dispose } = await prepared(open);
    await write(store, 'run-1', { first: 0, count: 3, at: 5 });
    const whole = (await page(store)).clusters;
    await store.clusters.voidSome(KEY, { clusterIds: [digestId(2, 1)], reason: 'gone', at: 6 });
    const ids = [digestId(2, 1), digestId(2, 0), digestId(2, 9)];
    const told = await store.clusters.named(KEY, ids);
    const shared = { session: 'june', domain: 'mfb', service: null, branchId: null, followUp: null };
    const money = (one: Cluster | undefined) =>
      one && {
        amountMinor: one.amountMinor,
        amountDeltaMinor: one.amountDeltaMinor,
        deltaDays: one.deltaDays,
        currency: one.currency,
      };
    const [first, second] = whole;
    expect([...told].sort((a, b) => (a.clusterId < b.clusterId ? -1 : 1))).toEqual([
      {
        ...{ ...shared, ...money(first) },
        clusterId: digestId(2, 0),
        type: 'not_found_gl',
        rule: 'the rest',
        looksLike: [LOOKS_LIKE],
        decisionStatus: 'pending',
      },
      {
        ...{ ...shared, ...money(second) },
        clusterId: digestId(2, 1),
        type: 'amount_mismatch',
        rule: 'key equal, amounts differ',
        looksLike: [],
        decisionStatus: null,
      },
    ]);
    expect(await store.clusters.named({ ...KEY, partner: 'another' }, ids)).toEqual([]);
    expect(await store.clusters.named(KEY, [])).toEqual([]);
    await dispose();
  });

  test('hints are added to pending clusters of the session, each once, until a run says its own anew', async () => {
    const { store, dispose } = await prepared(open);
    await write(store, 'run-1', { first: 0, count: 3, at: 5 });
    await store.clusters.voidSome(KEY, { clusterIds: [digestId(2, 2)], reason: 'gone', at: 6 });
    const hint = { kind: 'other_month', recordIds: [digestId(1, 77)], sentence: 'It may be another one.' };
    const [first, second] = [hint, { ...hint, recordIds: [digestId(1, 78)] }];
    const at = (n: number, one: typeof hint) => ({ clusterId: digestId(2, n), hint: one });
    const hints = [at(0, first), at(1, first), at(1, second), at(2, first), at(9, first)];
    for (let time = 0; time < 2; time++) await store.clusters.addHints(KEY, { hints, at: 7 });
    await store.clusters.addHints(OTHER, { hints: [at(0, second)], at: 8 });
    const said = async () => (await page(store)).clusters.map(({ looksLike, updatedAt }) => [looksLike, updatedAt]);
    expect(await said()).toEqual([
      [[LOOKS_LIKE, first], 7],
      [[first, second], 7],
    ]);
    await write(store, 'run-2', { first: 0, count: 2, at: 9 });
    expect(await said()).toEqual([
      [[LOOKS_LIKE], 9],
      [[], 9],
    ]);
    await dispose();
  });

  test('what was voided after its run wrote it is not revived when that run writes it again', async () => {
    const { store, dispose } = await prepared(open);
    await write(store, 'run-2', { first: 0, count: 3, at: 5 });
    expect(await voidOthers(store, 'run-3')).toBe(3);
    expect(await write(store, 'run-2', { first: 0, count: 3, at: 6 })).toMatchObject({ restored: 0, unchanged: 3 });
    expect((await page(store)).clusters).toEqual([]);
    expect(await write(store, 'run-3', { first: 0, count: 2, at: 7 })).toMatchObject({ restored: 2, unchanged: 0 });
    await dispose();
  });

  test('what a later run finds again is taken over, what it does not is voided, and writing twice changes nothing', async () => {
    const { store, dispose } = await prepared(open);
    await write(store, 'run-1', { first: 0, count: 10, at: 5 });
    const again = { first: 4, count: 10, at: 6, reason: 'still no bank row' };
    expect(await write(store, 'run-2', again)).toEqual({ inserted: 4, restored: 6, unchanged: 0 });
    expect(await voidOthers(store, 'run-2')).toBe(4);
    const after = await page(store);
    expect(after.clusters.map(({ clusterId }) => clusterId)).toEqual(
      Array.from({ length: 10 }, (_, i) => digestId(2, 4 + i)),
    );
    expect(after.clusters[0]).toMatchObject({ runId: 'run-2', reason: again.reason, createdAt: 5, updatedAt: 6 });
    expect(await write(store, 'run-2', { ...again, at: 7 })).toEqual({ inserted: 0, restored: 0, unchanged: 10 });
    expect(await voidOthers(store, 'run-2')).toBe(0);
    expect(await page(store)).toEqual(after);
    await dispose();
  });

  test('a voided cluster that is found again counts again', async () => {
    const { store, dispose } = await prepared(open);
    await write(store, 'run-1', { first: 0, count: 4, at: 5 });
    await voidOthers(store, 'run-2');
    expect((await page(store)).clusters).toEqual([]);
    expect(await store.clusters.counts(KEY)).toEqual([]);
    expect(await write(store, 'run-3', { first: 0, count: 3, at: 6 })).toMatchObject({ restored: 3 });
    expect((await page(store)).clusters).toHaveLength(3);
    await dispose();
  });

  test('pages, filters and counts agree', async () => {
    const { store, dispose } = await prepared(open);
    await write(store, 'run-1', { first: 0, count: 25, at: 5 });
    expect(await store.clusters.counts(KEY)).toEqual([
      { type: 'amount_mismatch', decisionStatus: 'pending', clusters: 12 },
      { type: 'not_found_gl', decisionStatus: 'pending', clusters: 13 },
    ]);
    expect(await store.clusters.counts(OTHER)).toEqual([]);
    const filter = { type: 'not_found_gl', decisionStatus: 'pending' } as const;
    const first = await store.clusters.page(KEY, { ...filter, after: null, limit: 10 });
    const second = await store.clusters.page(KEY, { ...filter, after: first.next, limit: 10 });
    expect([first.clusters.length, second.clusters.length, second.next]).toEqual([10, 3, null]);
    const ids = [...first.clusters, ...second.clusters].map(({ clusterId }) => clusterId);
    expect(ids).toEqual(Array.from({ length: 13 }, (_, i) => digestId(2, 2 * i)));
    expect(await store.clusters.count(KEY, filter)).toBe(13);
    expect(await store.clusters.count(KEY, { domain: 'mfb' })).toBe(25);
    for (const none of [{ type: 'not_found_bank' }, { decisionStatus: 'approved' }, { domain: 'nip' }] as const) {
      expect((await store.clusters.page(KEY, { ...none, after: null, limit: 10 })).clusters).toEqual([]);
      expect(await store.clusters.count(KEY, none)).toBe(0);
    }
    await dispose();
  });

  test('clusters of several domains are one list, and each domain’s are its own', async () => {
    const { store, dispose } = await prepared(open);
    const nip = { ...KEY, session: 'nip' };
    for (const runId of ['run-n', 'run-m', 'run-p']) await startRun(store, runId, nip);
    const ofDomain = (runId: string, domain: Domain, { first, at }: { first: number; at: number }) =>
      store.clusters.insertOrRestore(nip, {
        runId,
        clusters: {
          ...clustersOf(2, { ingestionId: 'gl-1', first }),
          domain,
          service: domain === 'atm' ? 'pos' : null,
        },
        at,
      });
    expect(await ofDomain('run-n', 'nip', { first: 40, at: 4 })).toMatchObject({ inserted: 2 });
    await write(store, 'run-1', { first: 0, count: 2, at: 5 });
    expect(await ofDomain('run-n', 'atm', { first: 60, at: 6 })).toMatchObject({ inserted: 2 });
    const { tenant, partner } = KEY;
    const shown = async (filter: { domain?: string }, limit = 100) => {
      const found: string[] = [];
      for (let after: number | null = null; ; ) {
        const { clusters, next } = await store.clusters.page({ tenant, partner }, { ...filter, after, limit });
        found.push(...clusters.map(({ clusterId, domain }) => `${domain} ${Number.parseInt(clusterId, 16) % 1_000}`));
        if (next === null) return found;
        after = next;
      }
    };
    const all = ['nip 40', 'nip 41', 'mfb 0', 'mfb 1', 'atm 60', 'atm 61'];
    expect(await shown({})).toEqual(all);
    expect(await shown({}, 1)).toEqual(all);
    expect(await shown({ domain: 'atm' })).toEqual(all.slice(4));
    expect(await shown({ domain: 'mfb' })).toEqual(all.slice(2, 4));
    // A service is no domain, and stays beside its own.
    expect(await shown({ domain: 'pos' })).toEqual([]);
    const { clusters: ofAtm } = await store.clusters.page(
      { tenant, partner },
      { domain: 'atm', after: null, limit: 9 },
    );
    expect(ofAtm.map(({ service }) => service)).toEqual(['pos', 'pos']);
    const ofService = (service: string) => store.clusters.count({ tenant, partner }, { domain: 'atm', service });
    expect([await ofService('pos'), await ofService('ussd'), await ofService('atm')]).toEqual([2, 0, 0]);
    expect(await store.clusters.count({ tenant, partner }, {})).toBe(6);
    expect(await store.clusters.count(nip, { domain: 'nip' })).toBe(2);
    expect(await store.clusters.counts(nip)).toEqual([
      { type: 'amount_mismatch', decisionStatus: 'pending', clusters: 2 },
      { type: 'not_found_gl', decisionStatus: 'pending', clusters: 2 },
    ]);
    // A later run finds those of one domain again.
    expect(await ofDomain('run-m', 'nip', { first: 40, at: 7 })).toMatchObject({ restored: 2 });
    expect(await store.clusters.voidPending(nip, { exceptRunId: 'run-m', reason: 'replaced', at: 8 })).toBe(2);
    expect(await shown({})).toEqual(all.slice(0, 4));
    expect(await ofDomain('run-m', 'asset', { first: 80, at: 9 })).toMatchObject({ inserted: 2 });
    expect(await shown({})).toEqual([...all.slice(0, 4), 'asset 80', 'asset 81']);
    expect(await store.clusters.voidPending(nip, { exceptRunId: 'run-p', reason: 'replaced', at: 9 })).toBe(4);
    await dispose();
  });

  test('a partner’s clusters are those of all of its sessions, in order of creation', async () => {
    const { store, dispose } = await prepared(open);
    const july = { ...KEY, session: 'july' };
    await startRun(store, 'run-j', july);
    await write(store, 'run-1', { first: 0, count: 2, at: 5 });
    await store.clusters.insertOrRestore(july, {
      runId: 'run-j',
      clusters: clustersOf(2, { ingestionId: 'gl-1', first: 50 }),
      at: 6,
    });
    await store.clusters.insertOrRestore(OTHER, {
      runId: 'run-o',
      clusters: clustersOf(2, { ingestionId: 'gl-1', first: 90 }),
      at: 6,
    });
    await write(store, 'run-1', { first: 10, count: 1, at: 7 });
    const { tenant, partner } = KEY;
    const first = await store.clusters.page({ tenant, partner }, { after: null, limit: 3 });
    const second = await store.clusters.page({ tenant, partner }, { after: first.next, limit: 3 });
    expect([...first.clusters, ...second.clusters].map(({ session, clusterId }) => [session, clusterId])).toEqual([
      ['june', digestId(2, 0)],
      ['june', digestId(2, 1)],
      ['july', digestId(2, 50)],
      ['july', digestId(2, 51)],
      ['june', digestId(2, 10)],
    ]);
    expect(second.next).toBeNull();
    expect(await store.clusters.count({ tenant, partner }, { type: 'not_found_gl' })).toBe(3);
    expect(await store.clusters.count({ tenant, partner: 'abuja' }, {})).toBe(0);
    await dispose();
  });

  test('a table has what lists are filtered by, page by page, and the named clusters of a scope come whole', async () => {
    const { store, dispose } = await prepared(open);
    await write(store, 'run-1', { first: 0, count: 3, at: 5 });
    await store.clusters.voidSome(KEY, { clusterIds: [digestId(2, 1)], reason: 'gone', at: 6 });
    await store.clusters.insertOrRestore(OTHER, {
      runId: 'run-o',
      clusters: clustersOf(2, { ingestionId: 'gl-1', first: 90 }),
      at: 6,
    });
    const first = await store.clusters.table(KEY, { after: null, limit: 1 });
    const second = await store.clusters.table(KEY, { after: first.next, limit: 1 });
    expect(second.next).toBeNull();
    const table = joinTables([first.table, second.table]);
    const { clusters } = await page(store);
    expect(Array.from({ length: table.count }, (_, i) => rowAt(table, i))).toEqual(
      clusters.map((cluster) => ({
        clusterId: cluster.clusterId,
        session: 'june',
        type: cluster.type,
        domain: 'mfb',
        service: null,
        rule: cluster.rule,
        status: 'pending',
        currency: 'NGN',
        amountMinor: Math.abs(cluster.amountMinor!),
        glDay: cluster.sampleGlDay,
        bankDay: cluster.sampleBankDay,
        ...{ owner: null, dueDay: null, hasNote: false },
      })),
    );
    const { tenant, partner } = KEY;
    expect((await store.clusters.table({ tenant, partner }, { after: null, limit: 9 })).table.count).toBe(2);
    expect((await store.clusters.table({ tenant, partner: 'abuja' }, { after: null, limit: 9 })).table.count).toBe(0);
    const asked = [digestId(2, 2), digestId(2, 1), digestId(2, 90), digestId(2, 0), 'no-id'];
    const got = await store.clusters.get(KEY, asked);
    expect([...got].sort((a, b) => (a.clusterId < b.clusterId ? -1 : 1))).toEqual(clusters);
    expect(await store.clusters.get({ tenant, partner, session: 'july' }, asked)).toEqual([]);
    await dispose();
  });
}

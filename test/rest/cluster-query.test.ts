// Clusters by filter and order over HTTP, on both stores: pages of a snapshot from any place on, what a run and what a
// decision does to it, and what is refused.

import { expect } from 'vitest';
import { eachOnBothStores, KEY, type WorklistMonth } from './worklist-month.ts';

type Query = readonly (readonly [string, string])[];
interface Listed {
  readonly cluster: Readonly<Record<string, never>>;
  readonly age_days: number | null;
  readonly gl: readonly Readonly<Record<string, never>>[];
  readonly bank: readonly Readonly<Record<string, never>>[];
}

const QUERY = '/v1/exceptions/query';

eachOnBothStores((step) => {
  let month: WorklistMonth;
  step('a month is reconciled', async (begun) => {
    month = begun;
  });

  const ask = async (query: Query = []) => {
    const { status, json } = await month.get(QUERY, query);
    expect(status, JSON.stringify(json)).toBe(200);
    return json as { snapshot: string; items: Listed[]; total: number; offset: number; facets: never; amounts: never };
  };
  const idsOf = (items: readonly Listed[]) => items.map(({ cluster }) => cluster['cluster_id'] as string);

  step('a snapshot is read from any place on, and holds what the list of clusters does', async () => {
    const first = await ask([['page_size', '7']]);
    const whole = await month.get('/v1/sessions/month/clusters', [['page_size', '1000']]);
    expect(first.total).toBe(whole.json.total);
    expect(first.total).toBeGreaterThan(20);
    const all: Listed[] = [];
    for (let offset = 0; offset < first.total; offset += 7) {
      const { items } = await ask([
        ['snapshot', first.snapshot],
        ['offset', String(offset)],
        ['page_size', '7'],
      ]);
      all.push(...items);
    }
    expect(all.map(({ cluster }) => cluster)).toEqual(whole.json.items);
    const beyond = await ask([
      ['snapshot', first.snapshot],
      ['offset', '99999'],
    ]);
    expect([beyond.items, beyond.total, beyond.offset]).toEqual([[], first.total, 99999]);
  });

  step('each cluster shows its first rows, those that are matched or decided too', async () => {
    const { items } = await ask([['page_size', '1000']]);
    for (const { cluster, gl, bank } of items) {
      const shown = (rows: readonly Readonly<Record<string, never>>[]) => rows.map((row) => row['record_id']);
      expect(shown(gl)).toEqual((cluster['gl_record_ids'] as string[]).slice(0, 3));
      expect(shown(bank)).toEqual((cluster['bank_record_ids'] as string[]).slice(0, 3));
      for (const row of [...gl, ...bank]) expect(row['file']).toMatch(/\.csv$/);
    }
  });

  step('orders and filters agree with the rows that they show', async () => {
    const { items } = await ask([
      ['order_by', 'amount'],
      ['descending', 'true'],
      ['side', 'bank'],
      ['min_amount', '100.5'],
      ['page_size', '1000'],
    ]);
    const amounts = items.map(({ cluster }) => Math.abs(cluster['amount'] as number));
    expect(amounts).toEqual([...amounts].sort((a, b) => b - a));
    expect(items.every(({ bank }) => bank.length > 0) && amounts.every((amount) => amount >= 100.5)).toBe(true);
    expect(items.length).toBeGreaterThan(0);
    const [{ gl, bank }] = items as [Listed];
    const narration = String([...gl, ...bank].map((row) => row['narration']).find((text) => text !== null));
    const account = await ask([['text', narration.toUpperCase().slice(0, 12)]]);
    expect(idsOf(account.items)).toContain(items[0]!.cluster['cluster_id']);
    expect(account.total).toBeLessThan(items.length);
  });

  step('the ids of a snapshot are grouped by class and domain, in its order', async () => {
    const { snapshot, total } = await ask([
      ['order_by', 'age'],
      ['cluster_types', 'not_found_gl'],
      ['cluster_types', 'not_found_bank'],
    ]);
    const { json } = await month.get(`${QUERY}/ids`, [['snapshot', snapshot]]);
    expect(json.total).toBe(total);
    expect(
      json.groups.map((group: Record<string, unknown>) => [group['domain'], group['cluster_type']]).sort(),
    ).toEqual([
      ['mfb', 'not_found_bank'],
      ['mfb', 'not_found_gl'],
    ]);
    const { items } = await ask([
      ['snapshot', snapshot],
      ['page_size', '1000'],
    ]);
    const listed = idsOf(items.filter(({ cluster }) => cluster['cluster_type'] === 'not_found_gl'));
    const [group] = json.groups.filter((one: Record<string, unknown>) => one['cluster_type'] === 'not_found_gl');
    expect(group.cluster_ids).toEqual(listed);
  });

  step('clusters of a snapshot are grouped, each of them once, with sums', async () => {
    const { snapshot, total, amounts } = await ask([['side', 'bank']]);
    for (const by of ['cluster_type', 'narration', 'counterparty', 'amount', 'rule', 'owner']) {
      const { status, json } = await month.get(`${QUERY}/groups`, [
        ['snapshot', snapshot],
        ['group_by', by],
        ['page_size', '1000'],
      ]);
      expect(status, JSON.stringify(json)).toBe(200);
      const ids = json.items.flatMap((group: Record<string, never>) => group['cluster_ids']);
      expect([ids.length, new Set(ids).size, json.total]).toEqual([total, total, json.items.length]);
      const sums = json.items.flatMap((group: Record<string, never>) => group['amounts'] as { amount: number }[]);
      const sum = sums.reduce((all: number, one: { amount: number }) => all + Math.round(one.amount * 100), 0);
      expect(sum).toBe(Math.round((amounts as { amount: number }[])[0]!.amount * 100));
    }
    const both = await month.get(`${QUERY}/groups`, [
      ['snapshot', snapshot],
      ['group_by', 'narration'],
      ['group_by', 'cluster_type'],
    ]);
    expect(both.json.items[0].values[1]).toMatch(/^[a-z_]+$/);
    expect(both.json.items[0].decided).toEqual([]);
    expect((await month.get(`${QUERY}/groups`, [['snapshot', snapshot]])).status).toBe(422);
  });

  step('what a list does not know is refused, and so are filters beside a snapshot', async () => {
    const { snapshot } = await ask();
    const refusals: [Query, string][] = [
      [[['owner_name', 'ada']], 'owner_name'],
      [[['cluster_types', 'lost']], 'cluster_types'],
      [[['offset', '-1']], 'offset'],
      [[['snapshot', 'AAAA']], 'snapshot'],
      [
        [
          ['snapshot', snapshot],
          ['order_by', 'age'],
        ],
        'order_by',
      ],
    ];
    for (const [query, field] of refusals) {
      const { status, json } = await month.get(QUERY, query);
      expect([status, json.detail?.[0]?.loc.slice(0, 2)]).toEqual([422, ['query', field]]);
    }
    expect((await month.get(QUERY, [['session_id', 'nowhere']])).status).toBe(404);
  });

  step('a decision moves nothing in a snapshot and shows; a run replaces it', async () => {
    const { snapshot, items, total } = await ask([['decision_statuses', 'pending']]);
    const { store } = month.sessions.deps;
    const [id] = idsOf(items) as [string];
    const [cluster] = await store.clusters.get(KEY, [id]);
    const operation = {
      ...{ operationId: 'op-1', tenant: KEY.tenant, partner: KEY.partner, domain: 'mfb', service: null },
      ...{ type: cluster!.type, decision: 'approved', requestId: 'r-1', note: null, metadata: {}, isRecurring: false },
      ...{ autoResolved: false, method: 'manual', at: 1_790_000_000_000 },
    };
    await store.decisions.decide(
      operation as never,
      { from: ['pending'], to: 'approved', clusterIds: [id] },
      { leaseMs: 1_000, isQueued: false },
    );
    const again = await ask([['snapshot', snapshot]]);
    expect(idsOf(again.items)).toEqual(idsOf(items));
    expect(again.items[0]!.cluster['decision_status']).toBe('approved');
    expect((await ask([['decision_statuses', 'pending']])).total).toBe(total - 1);
    const now = (await ask([['cluster_types', cluster!.type]])).snapshot;
    const { json: grouped } = await month.get(`${QUERY}/groups`, [
      ['snapshot', now],
      ['group_by', 'cluster_type'],
    ]);
    expect(grouped.items[0]).toMatchObject({ values: [cluster!.type], decided: [{ value: 'approved', clusters: 1 }] });
    await month.run();
    const { status, json } = await month.get(QUERY, [['snapshot', snapshot]]);
    expect([status, json.code]).toEqual([409, 'snapshot_replaced']);
    expect((await month.get(`${QUERY}/ids`, [['snapshot', snapshot]])).status).toBe(409);
  });
});

// Search over HTTP, on both stores: by reference, narration, amount and id, what became of each row, and what is cut off.

import { expect } from 'vitest';
import { eachOnBothStores, type WorklistMonth } from './worklist-month.ts';

type Hit = Readonly<Record<string, string | number | null>>;

eachOnBothStores((step) => {
  let month: WorklistMonth;
  step('a month is reconciled', async (begun) => {
    month = begun;
  });
  const ask = async (text: string, most = 10) => {
    const { status, json } = await month.get('/v1/search', [
      ['text', text],
      ['page_size', String(most)],
    ]);
    expect(status, JSON.stringify(json)).toBe(200);
    return json as { items: Hit[]; cuts: { kind: string; reason: string }[] };
  };
  const ofKind = (items: readonly Hit[], kind: string) => items.filter((hit) => hit['kind'] === kind);

  step('a matched row is found by its reference and its amount, with its match', async () => {
    const { json } = await month.get('/v1/sessions/month/matches', [['page_size', '200']]);
    for (const group of [json.items[0], json.items.at(-1)]) {
      const [row] = [...group.gl, ...group.bank];
      const words = row.reference ?? row.narration;
      for (const text of [words.toLowerCase(), String(Math.abs(row.amount))]) {
        const found = (await ask(text, 100)).items.find((hit) => hit['id'] === row.record_id);
        expect(found).toMatchObject({
          ...{ kind: 'row', state: 'matched', session_id: 'month', group_id: group.group_id, tier: group.tier },
          ...{ amount: row.amount, file: row.file, line: row.line, side: row.side },
        });
      }
    }
  });

  step('an open row leads to its exception, and an exception is found by its id', async () => {
    const { json } = await month.get('/v1/sessions/month/open-items', [['page_size', '50']]);
    const open = json.items.find((item: Record<string, unknown>) => item['cluster_id'] !== null);
    const rows = (await ask(open.reference ?? open.narration, 100)).items;
    expect(rows.find(({ id }) => id === open.record_id)).toMatchObject({ state: 'open', cluster_id: open.cluster_id });
    const [cluster] = ofKind((await ask(open.cluster_id)).items, 'cluster');
    expect(cluster).toMatchObject({ id: open.cluster_id, session_id: 'month', state: 'pending', currency: 'NGN' });
  });

  step('sessions and runs are found by the beginning of their names', async () => {
    const { items } = await ask('mont');
    const [session] = ofKind(items, 'session');
    expect(session).toMatchObject({ id: 'month', partner_id: 'mfb', state: 'succeeded' });
    const runs = await month.sessions.deps.store.runs.list({ tenant: 'umoja', after: null, limit: 1 });
    const { runId } = runs.runs[0]!;
    const [run] = ofKind((await ask(runId.slice(0, 12))).items, 'run');
    expect(run).toMatchObject({ id: runId, session_id: 'month' });
  });

  step('a match of the run is found by its id, a pair and a reversal alike', async () => {
    const { json } = await month.get('/v1/sessions/month/matches', [['page_size', '200']]);
    const reversals = await month.get('/v1/sessions/month/matches', [['tier', '10']]);
    for (const group of [json.items[0], json.items.at(-1), reversals.json.items[0]]) {
      const [match, ...more] = (await ask(group.group_id)).items;
      expect(more).toEqual([]);
      expect(match).toMatchObject({
        ...{ kind: 'match', id: group.group_id, group_id: group.group_id, tier: group.tier, session_id: 'month' },
        state: 'matched',
      });
    }
    expect((await ask('0123456789abcdef0123456789abcdef')).items).toEqual([]);
  });

  step('a journal is found by its id and by what the ledger calls its entry', async () => {
    const { journals } = month.sessions.deps.store;
    const scope = { tenant: 'umoja', partner: 'mfb' };
    const of = { session: 'month', recordId: 'r1', uid: 'u1', clusterId: null, side: 'bank' } as const;
    const journalId = 'a'.repeat(32);
    await journals.know(scope, [{ journalId, ...of, day: 20_700, amount: -5_250, currency: 'NGN' }]);
    const event = { journalId, version: 1, kind: 'posted', at: 1, by: null, batchId: null, postedOn: 20_701 } as const;
    await journals.add(scope, [{ ...event, reference: 'JV-2026/77', session: null, recordId: null }]);
    for (const text of [journalId, 'JV-2026/77', ' jv-2026/77 '])
      expect(ofKind((await ask(text)).items, 'journal')).toMatchObject([{ id: journalId, amount: -52.5 }]);
    expect(ofKind((await ask('JV-2026')).items, 'journal')).toEqual([]);
  });

  step('what is not shown is said, and what nobody has is not found', async () => {
    const { items, cuts } = await ask('00', 3);
    expect(ofKind(items, 'row')).toHaveLength(3);
    expect(cuts).toContainEqual({ kind: 'row', reason: expect.stringContaining('More than 3 were found') });
    expect((await ask('no such words anywhere')).items).toEqual([]);
    const stranger = await month.get('/v1/search', [['text', '00']], { tenant_id: 'another' });
    expect(stranger.json.items).toEqual([]);
    const wholeTenant = await month.get('/v1/search', [['text', 'mont']], { tenant_id: 'umoja' });
    expect(ofKind(wholeTenant.json.items, 'session')).toHaveLength(1);
    expect((await month.get('/v1/search', [['text', 'x']])).status).toBe(422);
    expect((await month.get('/v1/search', [['words', 'xx']])).status).toBe(422);
  });
});

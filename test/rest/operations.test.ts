// Calls that decided over HTTP, on both stores: what of each still stands, and taking exactly that back.

import { expect } from 'vitest';
import { eachOnBothStores, type WorklistMonth } from './worklist-month.ts';

const OPERATIONS = '/v1/exceptions/operations';

eachOnBothStores((step) => {
  const decide = async ({ post }: WorklistMonth, decision: string, ids: readonly string[]) => {
    const body = {
      customer_type: 'mfb',
      cluster_type: 'amount_mismatch',
      decision,
      cluster_ids: ids,
      note: 'by rule 4',
    };
    expect((await post('/v1/exceptions/resolve', body)).status).toBe(200);
  };
  const idsOf = async ({ get }: WorklistMonth) => {
    const query = [['cluster_types', 'amount_mismatch'] as const];
    const { json } = await get('/v1/exceptions/query', query);
    return json.items.map((item: { cluster: { cluster_id: string } }) => item.cluster.cluster_id) as string[];
  };
  const pending = async ({ get }: WorklistMonth) =>
    (
      await get('/v1/exceptions/query', [
        ['cluster_types', 'amount_mismatch'],
        ['decision_statuses', 'pending'],
      ])
    ).json.total;

  step('a call is listed with what of it still stands', async (month) => {
    const [a, b, c, d] = await idsOf(month);
    await decide(month, 'approved', [a!, b!, c!]);
    await decide(month, 'reopened', [b!]);
    await decide(month, 'rejected', [b!, d!]);
    const { status, json } = await month.get(OPERATIONS);
    expect([status, json.next_page_token]).toEqual([200, null]);
    const seen = json.items.map((item: Record<string, never>) => [
      item['decision'],
      item['clusters'],
      item['standing'],
    ]);
    expect(seen).toEqual([
      ['rejected', 2, 2],
      ['reopened', 1, 0],
      ['approved', 3, 2],
    ]);
    expect(json.items[0]).toMatchObject({
      cluster_type: 'amount_mismatch',
      domain: 'mfb',
      note: 'by rule 4',
      pattern_id: null,
    });
    const first = (await month.get(OPERATIONS, [['page_size', '2']])).json;
    const second = (
      await month.get(OPERATIONS, [
        ['page_size', '2'],
        ['page_token', first.next_page_token],
      ])
    ).json;
    expect([...first.items, ...second.items]).toEqual(json.items);
  });

  step('taking a call back reopens what still stands so, once, and is a call itself', async (month) => {
    const before = await pending(month);
    const { json } = await month.get(OPERATIONS);
    const approved = json.items.find((item: Record<string, never>) => item['decision'] === 'approved');
    const undo = `${OPERATIONS}/${approved.operation_id}/undo`;
    const [a, , c] = await idsOf(month);
    const first = await month.post(undo, {});
    expect([first.status, first.json.reopened_cluster_ids.sort(), first.json.left]).toEqual([200, [a, c].sort(), 1]);
    expect(await pending(month)).toBe(before + 2);
    const second = await month.post(undo, { note: 'again' });
    expect([second.status, second.json]).toEqual([200, { reopened_cluster_ids: [], left: 3 }]);
    const listed = (await month.get(OPERATIONS)).json.items;
    expect(listed[0]).toMatchObject({ decision: 'reopened', note: `Takes ${approved.operation_id} back.` });
    expect((await month.post(`${OPERATIONS}/none/undo`, {})).status).toBe(404);
    expect((await month.post(undo, { partner_id: 'another' })).status).toBe(404);
  });
});

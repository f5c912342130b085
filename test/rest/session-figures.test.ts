// Sessions in lists with their figures, and the scopes that a caller may see, over HTTP, on both stores.

import { expect } from 'vitest';
import { eachOnBothStores, type WorklistMonth } from './worklist-month.ts';

eachOnBothStores((step) => {
  step('a session is listed with the figures of its summary and its latest run', async ({ get }) => {
    const { json } = await get('/v1/sessions');
    const summary = (await get('/v1/sessions/month/summary')).json;
    const count = (of: Record<string, number>) => Object.values(of).reduce((sum, one) => sum + one, 0);
    expect(json.items).toMatchObject([{ session_id: 'month', version: 1, state: 'succeeded', failure: null }]);
    const { figures } = json.items[0];
    expect(figures).toMatchObject({
      match_rate: summary.match_rate,
      clusters: count(summary.clusters),
      clusters_pending: count(summary.clusters_pending),
    });
    const { difference, currency } = summary.proofs[0];
    expect(summary.proofs.length).toBe(1);
    expect(figures.proofs).toEqual([
      { currency, accounts: 1, agreeing: difference === 0 ? 1 : 0, difference: Math.abs(difference) },
    ]);
  });

  step('scopes are listed page by page', async ({ get, sessions }) => {
    const head = 'Date,Reference,Narration,Amount';
    const file = (side: string, narration: string) =>
      sessions.file(`small-${side}.csv`, [
        head,
        `2026-03-01,REF1,${narration},5.00`,
        `2026-03-02,REF2,${narration} back,-7.00`,
      ]);
    const files = ['--gl', file('gl', 'Sale'), '--bank', file('bank', 'Deposit')];
    for (const partner of ['zenith', 'abuja']) {
      await sessions.reconcile({ tenant: 'umoja', partner, session: 'one' }, files);
    }
    const scope = (partner_id: string) => ({ tenant_id: 'umoja', partner_id, sessions: 1 });
    const first = await fetchScopes(get, '2');
    expect(first).toMatchObject({ total: 3, items: [scope('abuja'), scope('mfb')] });
    const second = await fetchScopes(get, '2', first.next_page_token);
    expect(second).toMatchObject({ total: 3, items: [scope('zenith')], next_page_token: null });
  });
});

async function fetchScopes(get: WorklistMonth['get'], page_size: string, page_token?: string) {
  const query = { page_size, ...(page_token !== undefined && { page_token }) };
  return (await get('/v1/scopes', Object.entries(query), {})).json;
}

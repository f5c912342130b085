// Rows by their ids and rows that took no part over HTTP, on both stores.

import { basename } from 'node:path';
import { expect } from 'vitest';
import { eachOnBothStores } from './worklist-month.ts';

type Row = Readonly<Record<string, never>>;

eachOnBothStores((step) => {
  step('open and matched rows are found by id, in the order that was asked for; others are named', async ({ get }) => {
    const open = await get('/v1/sessions/month/open-items', [['page_size', '2']]);
    const matches = await get('/v1/sessions/month/matches', [['page_size', '3']]);
    const rows = [
      ...(open.json.items as Row[]).map(({ age_days, cluster_id, ...row }) => row),
      ...(matches.json.items as { gl: Row[]; bank: Row[] }[]).flatMap(({ gl, bank }) => [...gl, ...bank]),
    ].reverse();
    const ids = rows.map((row) => row['record_id'] as string);
    const unknown = ['0'.repeat(32), 'no id'];
    const { status, json } = await get(
      '/v1/sessions/month/rows',
      [...ids, ...unknown].map((id) => ['record_ids', id]),
    );
    expect([status, json.unknown_ids]).toEqual([200, unknown]);
    expect(json.items).toEqual(rows);
    const ofBank = await get('/v1/sessions/month/rows', [
      ...ids.map((id) => ['record_ids', id] as const),
      ['side', 'bank'],
    ]);
    expect(ofBank.json.items).toEqual(rows.filter((row) => row['side'] === 'bank'));
  });

  step('rows are of the session, and some are asked for', async ({ get }) => {
    const { json } = await get('/v1/sessions/month/rows');
    expect(json.detail[0].loc).toEqual(['query', 'record_ids']);
    expect((await get('/v1/sessions/nowhere/rows', [['record_ids', '0'.repeat(32)]])).status).toBe(404);
  });

  step('lines that could not be read and rows that were set aside have their reasons, page by page', async (month) => {
    const { sessions, get } = month;
    const head = 'Date,Reference,Narration,Amount';
    const rows = Array.from(
      { length: 120 },
      (_, i) => `2026-03-${String((i % 28) + 1).padStart(2, '0')},REF${i},Sale ${i},${i + 1}.00`,
    );
    const gl = sessions.file('left-gl.csv', [
      head,
      ...rows,
      '2026-03-31,REFX,Broken,1x0',
      '2026-04-20,LATE,Of April,5.00',
    ]);
    const bank = sessions.file('left-bank.csv', [head, ...rows, '2026-03-30,ZERO,Nothing,0.00']);
    const key = { tenant: 'umoja', partner: 'mfb', session: 'left' };
    await sessions.reconcile(key, ['--gl', gl, '--bank', bank, '--from', '2026-03-01', '--to', '2026-03-31']);
    const seen: Row[] = [];
    let token: string | null = null;
    do {
      const query = [['page_size', '2'] as const, ...(token === null ? [] : [['page_token', token] as const])];
      const { status, json } = await get('/v1/sessions/left/left-out-rows', query);
      expect([status, json.total]).toEqual([200, 3]);
      seen.push(...json.items);
      token = json.next_page_token;
    } while (token !== null);
    expect(seen.map(({ kind, side, file, line }) => [kind, side, basename(file), line])).toEqual([
      ['rejected', 'gl', 'left-gl.csv', 122],
      ['set_aside', 'gl', 'left-gl.csv', 123],
      ['set_aside', 'bank', 'left-bank.csv', 122],
    ]);
    expect(seen.map(({ reason }) => reason).slice(1)).toEqual(['outside the period', 'amount of zero']);
    expect(seen.map(({ row }) => row?.['reference'])).toEqual([undefined, 'LATE', 'ZERO']);
    const rejected = await get('/v1/sessions/left/left-out-rows', [['kind', 'rejected']]);
    expect(rejected.json.items).toEqual(seen.slice(0, 1));
    const ids = seen.flatMap(({ row }) => (row === null ? [] : [['record_ids', row['record_id']] as const]));
    expect((await get('/v1/sessions/left/rows', ids)).json.items).toEqual(seen.slice(1).map(({ row }) => row));
  });
});

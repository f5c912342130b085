// What is kept of a partner over REST, on both stores: what its bank calls its charges, in versions, and how files of its
// layouts are read; listed and forgotten.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openEmbeddedStore } from '../../src/adapters/store-embedded/open.ts';
import { withTaught } from '../../src/core/records/charge-words.ts';
import type { Store } from '../../src/ports/store.ts';
import type { RunningServer } from '../../src/rest/server.ts';
import { partnersService } from '../../src/rpc/partners/partners.ts';
import { changeLessons } from '../../src/workflows/partners/charge-words-in-force.ts';
import { withMongodb } from '../adapters/store-mongo/temporary-database.ts';
import { start } from './running.ts';

const OF = { tenant_id: 'bank-a', partner_id: 'lagos' };
let folder: string;
let store: Store;
let server: RunningServer;

async function begin(open?: () => Promise<Store>): Promise<void> {
  folder = mkdtempSync(join(tmpdir(), 'tieout-words-'));
  store = await (open?.() ?? openEmbeddedStore({ directory: folder }));
  server = await start({ handlers: { partners: partnersService({ store, clock: () => Date.UTC(2026, 3, 2) }) } });
}
afterEach(async () => {
  await server.close();
  await store.close();
  rmSync(folder, { recursive: true });
});

async function got(more: Record<string, string> = {}, what = 'charge-words') {
  const reply = await fetch(`${server.address}/v1/${what}?${new URLSearchParams({ ...OF, ...more })}`);
  return [reply.status, await reply.json()];
}
async function forget(body: object, what = 'charge-words') {
  const reply = await fetch(`${server.address}/v1/${what}/forget`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...OF, ...body }),
  });
  return [reply.status, await reply.json()];
}

const NAMES = [
  {
    ...{ name: 'CHQ BOOK', confirmed_as: 'charge', cluster_ids: ['c1'] },
    seen: [{ cluster_id: 'c1', currency: 'NGN', amount: -2500.5, day: '2026-02-28' }],
  },
  { name: 'INT RUN DR', confirmed_as: 'interest_or_tax', cluster_ids: ['c2'], seen: [] },
];

function listing(): void {
  test('names are listed and forgotten in versions; an unknown one forgets nothing', async () => {
    expect(await got()).toEqual([200, expect.objectContaining({ version: null, names: [] })]);
    const taught = NAMES.map(({ name, confirmed_as: kind, cluster_ids: [clusterId] }) => ({
      ...{ name, kind, clusterId },
      row: clusterId === 'c1' ? { currency: 'NGN', amount: -250_050, day: 20_512 } : null,
    }));
    const change = { change: () => withTaught([], taught as never), setAt: 0, setBy: 'ada' };
    await changeLessons(store, { tenant: 'bank-a', partner: 'lagos' }, change);
    const first = { version: 1, set_at: '1970-01-01T00:00:00.000Z', set_by: 'ada', names: NAMES };
    expect(await got()).toEqual([200, first]);
    const unknown = await forget({ names: ['CHQ BOOK', 'COT'] });
    expect(unknown).toEqual([404, expect.objectContaining({ detail: expect.stringContaining('"COT" is not among') })]);
    expect((await forget({ names: [] }))[0]).toBe(422);
    expect((await forget({ names: [''] }))[0]).toBe(422);
    const second = { version: 2, set_at: '2026-04-02T00:00:00.000Z', set_by: null, names: [NAMES[1]] };
    expect(await forget({ names: ['CHQ BOOK'] })).toEqual([200, second]);
    expect(await got()).toEqual([200, second]);
    expect(await got({ version: '1' })).toEqual([200, first]);
    expect((await got({ version: '7' }))[0]).toBe(404);
    expect(await got({ partner_id: 'abuja' })).toEqual([200, expect.objectContaining({ version: null, names: [] })]);
  });

  test('remembered formats are listed with their columns, and forgotten all or none', async () => {
    const format = (formatId: string, more: object) => ({
      ...{ formatId, tenant: 'bank-a', partner: 'lagos', side: 'bank', rememberedAt: 0, file: 'june.csv' },
      ...{ fingerprint: JSON.stringify(['delimited', ',', 'Day', 'Amount']), confirmedBy: 'proof' },
      ...{ mapping: { columns: { booking_date: 1, amount: 2 } }, ...more },
    });
    const ofLedger = { side: 'gl', confirmedBy: 'mapping', rememberedAt: 5 };
    const untitled = { fingerprint: JSON.stringify(['untitled', ',', 'days', 'figures']), ...ofLedger };
    for (const one of [format('aa', {}), format('bb', untitled), format('cc', { partner: 'abuja' })])
      await store.formats.put(one as never);
    const [bank, ledger] = [
      {
        ...{ format_id: 'aa', side: 'bank', confirmed_by: 'proof', file: 'june.csv', has_titles: true },
        ...{ columns: ['Day', 'Amount'], mapping: { columns: { booking_date: 1, amount: 2 } } },
        remembered_at: '1970-01-01T00:00:00.000Z',
      },
      expect.objectContaining({ format_id: 'bb', side: 'gl', has_titles: false, columns: ['days', 'figures'] }),
    ];
    expect(await got({}, 'formats')).toEqual([200, { items: [ledger, bank] }]);
    const unknown = await forget({ format_ids: ['aa', 'cc'] }, 'formats');
    expect(unknown).toEqual([404, expect.objectContaining({ detail: 'Partner lagos has no remembered format cc.' })]);
    expect((await forget({ format_ids: [] }, 'formats'))[0]).toBe(422);
    expect(await forget({ format_ids: ['bb', 'bb'] }, 'formats')).toEqual([200, { items: [bank] }]);
    expect(await got({}, 'formats')).toEqual([200, { items: [bank] }]);
  });
}

describe('on the embedded store', () => {
  beforeEach(() => begin());
  listing();
});
withMongodb('on MongoDB', (database) => {
  beforeEach(() => begin(() => database.openPrepared()));
  listing();
});

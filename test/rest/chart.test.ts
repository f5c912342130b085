// A partner's chart of accounts over HTTP, on both stores: set, read by version, kept apart by partner, refused with the
// place of the mistake.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningService, startService } from '../../src/app.ts';
import { readConfiguration } from '../../src/config.ts';
import { withMongodb } from '../adapters/store-mongo/temporary-database.ts';

const CHART = {
  rules: [{ class: 'bank_charges', direction: 'out', words: ['₦ SMS', '$x.y'], account: '51020', name: 'SMS charges' }],
  bank_accounts: [{ number: '0123456789', currency: 'NGN', account: '10100' }],
};

function chartsOver(settings: () => Record<string, string>): void {
  let service: RunningService;
  beforeAll(async () => {
    service = await startService(readConfiguration({}, { TIEOUT_PORT: '0', ...settings() }), pino({ level: 'silent' }));
  });
  afterAll(() => service.close());

  // biome-ignore lint/suspicious/noExplicitAny: an answer of any shape, which the test then compares.
  type Answer = { status: number; json: any };
  const asked = async (path: string, init?: RequestInit): Promise<Answer> => {
    const reply = await fetch(`${service.address}${path}`, init);
    return { status: reply.status, json: await reply.json() };
  };
  const get = (query: string) => asked(`/v1/chart?${query}`);
  const put = (body: object) =>
    asked('/v1/chart', {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ tenant_id: 't', partner_id: 'p', ...body }),
    });

  test('is kept in versions, and the latest counts', async () => {
    expect((await get('tenant_id=t&partner_id=p')).status).toBe(404);
    const first = await put({ chart: CHART });
    expect(first).toMatchObject({ status: 200, json: { version: 1, set_by: null, chart: CHART } });
    expect(await put({ chart: CHART })).toEqual(first);
    const other = { rules: [{ account: '1' }], bank_accounts: [] };
    expect(await put({ chart: { rules: [{ account: '1' }] } })).toMatchObject({ json: { version: 2, chart: other } });
    expect((await get('tenant_id=t&partner_id=p')).json).toMatchObject({ version: 2, chart: other });
    expect(await get('tenant_id=t&partner_id=p&version=1')).toEqual(first);
    const unknown = await get('tenant_id=t&partner_id=p&version=3');
    expect([unknown.status, JSON.stringify(unknown.json)]).toEqual([404, expect.stringContaining('the latest is 2')]);
    for (const of of ['tenant_id=t&partner_id=q', 'tenant_id=u&partner_id=p']) expect((await get(of)).status).toBe(404);
  });

  test('many at once are each a version of their own', async () => {
    const charts = Array.from({ length: 8 }, (_, i) => ({ rules: [{ account: `a${i}` }], bank_accounts: [] }));
    const set = await Promise.all(charts.map((chart) => put({ partner_id: 'many', chart })));
    expect(set.map(({ json }) => json.version).sort()).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    for (const { json } of set) {
      const found = await get(`tenant_id=t&partner_id=many&version=${json.version}`);
      expect(found.json.chart).toEqual(json.chart);
    }
  });

  test.each([
    [{}, 'chart', /required/i],
    [{ chart: {} }, 'chart', /neither "rules" nor "bank_accounts"/],
    [{ chart: { rules: [{ account: '1', clas: 'vat' }] } }, 'rules', /Rule 1 has no key "clas"/],
    [{ chart: { rules: [{ account: 51010 }] } }, 'account', /Rule 1 needs "account"/],
    [{ chart: { rules: [{ account: '1' }] }, tenant_id: '' }, 'tenant_id', /./],
  ])('%j is refused with its place', async (body, place, words) => {
    const { status, json } = await put(body);
    expect(status).toBe(422);
    expect(json.detail.map(({ msg }: { msg: string }) => msg).join('; ')).toMatch(words);
    expect(JSON.stringify(json)).toContain(place);
  });
}

describe('a chart on the embedded store', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tieout-chart-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  chartsOver(() => ({ TIEOUT_DATA_DIR: join(folder, 'data') }));
});

withMongodb('a chart on MongoDB', (database) => {
  chartsOver(() => ({ MONGODB_URI: database.uri }));
});

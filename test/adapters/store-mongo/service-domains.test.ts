// Another program names a commercial cluster's service as its domain, as the contract does. Over HTTP, on MongoDB: such a
// cluster is listed and decided with those that Tieout wrote.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningService, startService } from '../../../src/app.ts';
import { readConfiguration } from '../../../src/config.ts';
import { BANK_SERVICES } from '../../../src/core/fees/bank-service.ts';
import { withMongodb } from './temporary-database.ts';

const SCOPE = { tenant_id: 'bank-a', partner_id: 'lagos' };
const SERVICES = BANK_SERVICES.filter((service) => service !== 'atm');

/** By the fields that the contract names alone (spec/2, Exception cluster). */
const clusterOf = (cluster_id: string, of: object) => ({
  ...{ ...SCOPE, cluster_id, session_id: 'old', cluster_type: 'amount_mismatch', decision_status: 'pending' },
  ...{ is_reconciled: null, agent_invoked: null, gl_record_ids: ['64f0c1'], bank_record_ids: ['77'] },
  ...{ amount_delta: 125.45, updated_at: new Date('2026-03-05T10:00:00Z') },
  ...of,
});

withMongodb('clusters whose domain is their service', (database) => {
  let folder: string;
  let service: RunningService;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tieout-service-domains-'));
    const given = { TIEOUT_PORT: '0', TIEOUT_FILES_ROOT: folder, MONGODB_URI: database.uri };
    service = await startService(readConfiguration(given), pino({ level: 'silent' }));
  });
  afterAll(async () => {
    await service.close();
    await rm(folder, { recursive: true });
  });

  async function listed(path: string): Promise<string[]> {
    const reply = await fetch(`${service.address}/v1/${path}tenant_id=bank-a&partner_id=lagos`);
    const { items, total } = (await reply.json()) as { items: Record<string, unknown>[]; total: number };
    expect(total).toBe(items.length);
    return items.map((one) => [one['cluster_id'], one['domain'], one['service'], one['decision_status']].join(' '));
  }
  async function decided(of: object): Promise<unknown[]> {
    const reply = await fetch(`${service.address}/v1/exceptions/resolve`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...SCOPE, customer_type: 'commercial_bank', cluster_type: 'amount_mismatch', ...of }),
    });
    const { results } = (await reply.json()) as { results: Record<string, unknown>[] };
    return results.map(({ cluster_id, domain }) => `${cluster_id} ${domain}`).toSorted();
  }

  test('are listed and decided with those of the domain atm and the service', async () => {
    const clusters = (await database.direct()).collection('commercial_clusters');
    await clusters.insertMany([
      ...SERVICES.map((name) => clusterOf(`of-${name}`, { domain: name })),
      clusterOf('beside', { domain: 'atm', service: 'pos' }),
      clusterOf('unnamed', { domain: 'atm' }),
      clusterOf('both', { domain: 'pos', service: 'ussd' }),
      clusterOf('nobodys', { domain: 'pots' }),
    ]);
    expect((await listed('exceptions/clusters?')).toSorted()).toEqual(
      [
        ...SERVICES.map((name) => `of-${name} ${name === 'nip' ? 'nip ' : `atm ${name}`} pending`),
        ...['beside atm pos pending', 'unnamed atm  pending', 'both atm pos pending'],
      ].toSorted(),
    );
    const ofPos = ['beside', 'both', 'of-pos'];
    expect((await listed('exceptions/clusters?domain=pos&')).toSorted()).toEqual(
      ofPos.map((id) => `${id} atm pos pending`),
    );
    expect(await listed('exceptions/clusters?domain=nip&')).toEqual(['of-nip nip  pending']);
    expect(await listed('exceptions/clusters?domain=atm&')).toHaveLength(SERVICES.length - 1 + 3);

    expect(await decided({ service: 'pos', decision: 'approved' })).toEqual(ofPos.map((id) => `${id} pos`));
    expect(await decided({ service: 'pos', decision: 'approved' })).toEqual([]);
    expect(await listed('exceptions/clusters?decision_status=approved&')).toHaveLength(ofPos.length);
    const audit = await fetch(`${service.address}/v1/exceptions/resolutions?tenant_id=bank-a&partner_id=lagos`);
    const rows = ((await audit.json()) as { items: Record<string, unknown>[] }).items;
    expect(rows.map(({ cluster_id, domain }) => `${cluster_id} ${domain}`).toSorted()).toEqual(
      ofPos.map((id) => `${id} pos`),
    );
    expect(await clusters.findOne({ cluster_id: 'of-pos' })).toMatchObject({
      ...{ domain: 'pos', decision_status: 'approved', amount_delta: 125.45 },
    });
    await decided({ service: 'pos', decision: 'reopened', cluster_ids: ['of-pos'] });
    expect(await clusters.findOne({ cluster_id: 'of-pos' })).toMatchObject({ decision_status: 'pending' });
    for (const name of SERVICES.filter((one) => one !== 'pos')) {
      expect(await decided({ service: name, decision: 'approved' })).toEqual([`of-${name} ${name}`]);
    }
    expect(await clusters.findOne({ cluster_id: 'nobodys' })).toMatchObject({ decision_status: 'pending' });
    expect(await clusters.findOne({ cluster_id: 'unnamed' })).toMatchObject({ decision_status: 'pending' });
  });
});

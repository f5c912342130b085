// The heads of a tenant's audit chain as a service publishes them on a real NATS server: one for each call, in the order
// of the chain, and the last of them is what `tieout audit verify --head` is satisfied by.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { describe, expect, test } from 'vitest';
import { isMissing, natsUrl, whyNot } from './adapters/bus-nats/nats-under-test.ts';
import { SCOPE, served } from './cli/served.ts';
import { tieout } from './cli/tieout.ts';
import { freshEnvironment } from './servers/nats-server.ts';

interface Head {
  readonly tenant_id: string;
  readonly batch: number;
  readonly rows: number;
  readonly is_keyed: boolean;
  readonly head: string;
}

describe.skipIf(isMissing)(`heads of the audit${whyNot}`, () => {
  test('each call has one, and the last proves that no end was cut off', { timeout: 60_000 }, async () => {
    const root = mkdtempSync(join(tmpdir(), 'tieout-heads-'));
    const data = join(root, 'data');
    const environment = freshEnvironment();
    const key = { TIEOUT_AUDIT_KEY: 'a-key-of-a-bank-that-nobody-knows' };
    const service = await served({ data, root, env: { ...key, NATS_URL: natsUrl, TIEOUT_ENV: environment } });
    const nats = await connect({ servers: natsUrl });
    try {
      const gl = ['2026-03-02,K4101X,Rent,10.00', '2026-03-03,K4102X,Salary,20.00', '2026-03-04,K4103X,Fuel,30.00'];
      writeFileSync(join(root, 'gl.csv'), `Date,Reference,Narration,Amount\n${gl.join('\n')}\n`);
      writeFileSync(join(root, 'bank.csv'), 'Date,Reference,Narration,Amount\n2026-03-02,K4101X,Rent,10.00\n');
      await service.run('march', { gl_file_url: ['file:gl.csv'], bank_file_url: ['file:bank.csv'] });
      expect((await service.ended('march')).status).toBe('succeeded');
      const decide = async (decision: string) => {
        const body = { ...SCOPE, customer_type: 'mfb', cluster_type: 'not_found_gl', decision };
        const headers = { 'content-type': 'application/json' };
        const sent = { method: 'POST', headers, body: JSON.stringify(body) };
        expect((await service.ask('/v1/exceptions/resolve', sent)).status).toBe(200);
      };
      await decide('approved');
      await decide('reopened');
      // Approves nothing: it has rows of attempts, and no result to publish.
      await decide('reconcile');
      const { streams } = await jetstreamManager(nats);
      const stream = `audit-heads-${environment}`;
      const counted = async () => (await streams.info(stream)).state.messages;
      await expect.poll(counted, { timeout: 20_000, interval: 50 }).toBe(3);
      const heads: Head[] = [];
      for (const seq of [1, 2, 3]) heads.push((await streams.getMessage(stream, { seq }))!.json<Head>());
      expect(heads.map(({ tenant_id, batch, rows, is_keyed }) => [tenant_id, batch, rows, is_keyed])).toEqual([
        [SCOPE.tenant_id, 1, 2, true],
        [SCOPE.tenant_id, 2, 2, true],
        [SCOPE.tenant_id, 3, 2, true],
      ]);
      await service.stop();
      const verified = (head: string) =>
        tieout(['audit', 'verify', '--tenant', SCOPE.tenant_id, '--data', data, '--head', head], { env: key });
      const { status, stdout } = await verified(heads[2].head);
      expect([status, stdout]).toEqual([
        0,
        `The audit of umoja is as it was written: 3 batches, 6 rows.\nHead: ${heads[2].head}\n`,
      ]);
      expect((await verified('0'.repeat(64))).status).toBe(1);
    } finally {
      await service.stop();
      await nats.close();
      rmSync(root, { recursive: true });
    }
  });
});

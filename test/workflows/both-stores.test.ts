// One session after the other on the embedded store and on MongoDB: what the stores then hold and show is the same,
// ids, order and times included.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BankingRunCommand } from '../../src/workflows/kinds/banking-command.ts';
import { type OpenItemPlace, reportOpenItems } from '../../src/workflows/reports/report-open-items.ts';
import { withMongodb } from '../adapters/store-mongo/temporary-database.ts';
import { contentOf } from './session-content.ts';
import { monthOf, writePart } from './small-month.ts';
import { KEY, type ServiceUnderTest, startService } from './worker-under-test.ts';

const MONTH = monthOf(1_500);

withMongodb('both stores', (database) => {
  let root: string;
  let services: readonly [embedded: ServiceUnderTest, mongodb: ServiceUnderTest];
  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'tieout-both-'));
  });
  afterAll(() => rm(root, { recursive: true }));

  /** Does a run on each store; answers what each holds after it. */
  async function run(command: Partial<BankingRunCommand>) {
    return Promise.all(
      services.map(async (service) => {
        const { status, failure } = await service.run(command);
        expect([status, failure]).toEqual(['succeeded', null]);
        return contentOf(service.store, KEY);
      }),
    );
  }

  test('hold the same after every run of a session', async () => {
    const clock = () => 1_790_000_000_000;
    services = [
      await startService({ root, clock }),
      await startService({ root, clock, open: () => database.openPrepared() }),
    ];
    for (const service of services) service.work();
    const gl = await writePart(root, MONTH, { side: 'gl' });
    const [first, second] = [
      await writePart(root, MONTH, { side: 'bank', to: 0.6, name: 'bank-1.csv' }),
      await writePart(root, MONTH, { side: 'bank', from: 0.5, name: 'bank-2.csv' }),
    ];
    const commands: Partial<BankingRunCommand>[] = [
      { fileUrls: { gl: [gl], bank: [first] } },
      { fileUrls: { gl: [], bank: [second] }, onExisting: 'append' },
      { fileUrls: { gl: [], bank: [] } },
      { fileUrls: { gl: [], bank: [second] } },
      { fileUrls: { gl: [], bank: [first] }, classifying: false },
    ];
    for (const command of commands) {
      const [embedded, mongodb] = await run(command);
      expect(embedded!.clusters.clusters.length === 0).toBe(command.classifying === false);
      expect(embedded!.open[0][0]).not.toBe('[]');
      expect(mongodb).toEqual(embedded);
    }
    // Rows that went after their time come back with their files, and with nothing less.
    for (const { store } of services) {
      expect(await store.upkeep.prune({ rowsBefore: clock() + 1, runsBefore: null })).toMatchObject({ sessions: 1 });
      await expect(contentOf(store, KEY)).rejects.toMatchObject({ code: 'content_pruned' });
    }
    const added: Partial<BankingRunCommand> = { fileUrls: { gl: [], bank: [second] }, onExisting: 'append' };
    for (const service of services)
      expect((await service.run(added)).failure).toMatchObject({ code: 'content_pruned' });
    const [embedded, mongodb] = await run({ fileUrls: { gl: [gl], bank: [first] } });
    expect(mongodb).toEqual(embedded);
    const pages = await Promise.all(
      services.map(({ store }) =>
        store.clusters.page({ tenant: KEY.tenant, partner: KEY.partner }, { after: null, limit: 50 }),
      ),
    );
    expect(pages[1].clusters).toEqual(pages[0].clusters);
    // What a walk over open items began with is gone after a run, and neither store shows other rows in its place.
    const walk = async (after: OpenItemPlace | null) =>
      Promise.all(services.map(({ store }) => reportOpenItems(store, KEY, { side: null, page: { after, limit: 3 } })));
    const places = (await walk(null)).map((begun) => (begun.outcome === 'page' ? begun.page.next : null));
    expect(places).toEqual(places.map(() => expect.objectContaining({ side: 'gl', after: expect.any(Number) })));
    for (const place of places) expect(await walk(place)).toMatchObject([{ outcome: 'page' }, { outcome: 'page' }]);
    await run({ fileUrls: { gl: [], bank: [second] } });
    for (const place of places) expect(await walk(place)).toEqual([{ outcome: 'replaced' }, { outcome: 'replaced' }]);
    for (const service of services) await service.dispose();
  });
});

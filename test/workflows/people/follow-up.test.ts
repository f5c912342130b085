// A follow-up whose call breaks off at any of its writes is completed by the work that follows, once, and of two changes
// the later stands though the earlier is completed after it, on both stores.

import { afterEach, describe, expect, test } from 'vitest';
import { TieoutError } from '../../../src/core/errors.ts';
import type { Store } from '../../../src/ports/store.ts';
import { verifyAudit } from '../../../src/workflows/decisions/verify-audit.ts';
import { followUpClusters } from '../../../src/workflows/people/follow-up.ts';
import { withMongodb } from '../../adapters/store-mongo/temporary-database.ts';
import { auditOf, clustersOf, type Partner, partner, rowOf, SCOPE } from '../decisions/month.ts';
import { CHAIN, followUp } from '../decisions/resolving.ts';

let lagos: Partner;
afterEach(() => lagos.dispose());

const away = () => Promise.reject(new TieoutError('store_damaged', 'The store is away.'));

/** The store, of which one write is never made. */
const BREAKS: Readonly<Record<string, (store: Store) => Store>> = {
  'before the audit': (store) => ({ ...store, audit: { ...store.audit, insertIfAbsent: away } }),
  'between the audit and the exceptions': (store) => ({ ...store, clusters: { ...store.clusters, followUp: away } }),
};

function tests(open?: () => Promise<Store>): void {
  test.each(Object.entries(BREAKS))(
    'breaks off %s',
    async (_, broken) => {
      lagos = await partner(open);
      await lagos.session('march', { gl: [0, 1, 2].map((n) => rowOf('gl', n)), bank: [rowOf('bank', 0)] });
      const clusterIds = (await clustersOf(lagos)).map(({ clusterId }) => clusterId);
      const order = (owner: string, deps = lagos.deps) =>
        followUpClusters(deps, {
          ...{ scope: SCOPE, clusterIds, change: { owner, attach: [], detach: [] } },
          ...{ note: `for ${owner}`, by: 'ada', branches: null },
        });
      await expect(order('bisi', { ...lagos.deps, store: broken(lagos.store) })).rejects.toThrow('away');
      await order('chi');
      const [first, second] = await lagos.store.decisions.underWay(SCOPE.tenant, 10);
      expect([first?.note, second?.note]).toEqual(['for bisi', 'for chi']);
      for (const one of [second, first, first])
        await followUp({ ...lagos.deps, ...CHAIN }, one!.operationId).catch(() => {});
      const clusters = await clustersOf(lagos);
      expect(clusters.map(({ followUp: noted }) => noted?.owner?.value)).toEqual(clusters.map(() => 'chi'));
      const rows = await auditOf(lagos);
      expect(rows.map(({ note }) => note).sort()).toEqual([
        ...clusters.map(() => 'for bisi'),
        ...clusters.map(() => 'for chi'),
      ]);
      const proof = await verifyAudit({ ...lagos.deps, ...CHAIN }, { tenant: SCOPE.tenant, head: null });
      expect(proof.firstBreak).toBeNull();
      expect(await lagos.store.decisions.underWay(SCOPE.tenant, 10)).toEqual([]);
    },
    60_000,
  );
}

describe('on the embedded store', () => tests());
withMongodb('on MongoDB', (database) => tests(() => database.openPrepared()));

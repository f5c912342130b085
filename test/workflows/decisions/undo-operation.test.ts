// One person takes back what they decided while another decides on some of it: what the other decided stays, also where
// it is the same decision.

import { afterEach, expect, test } from 'vitest';
import { SERVICE } from '../../../src/core/callers/caller.ts';
import type { Store } from '../../../src/ports/store.ts';
import { undoOperation } from '../../../src/workflows/decisions/undo-operation.ts';
import { withMongodb } from '../../adapters/store-mongo/temporary-database.ts';
import { auditOf, clustersOf, type Partner, partner, rowOf, SCOPE } from './month.ts';
import { overtaken } from './overtaken.ts';
import { CHAIN, followUp } from './resolving.ts';

let lagos: Partner | null = null;

afterEach(async () => {
  await lagos?.dispose();
  lagos = null;
});

async function twoAtOnce(open?: () => Promise<Store>): Promise<void> {
  lagos = await partner(open);
  const { store, deps, resolve } = lagos;
  await lagos.session('march', { gl: [0, 1].map((n) => rowOf('gl', n)), bank: [rowOf('bank', 9)] });
  const ids = (await clustersOf(lagos, 'not_found_gl')).map(({ clusterId }) => clusterId);
  await resolve('approved', { clusterIds: ids, caller: 'ada' });
  const [{ operationId }] = await auditOf(lagos);
  await followUp({ ...deps, ...CHAIN } as never, operationId);
  const overtakes = async () => {
    await resolve('reopened', { clusterIds: ids.slice(0, 1), caller: 'bisi' });
    await resolve('approved', { clusterIds: ids.slice(0, 1), caller: 'bisi' });
  };
  const undoing = { ...SCOPE, operationId, caller: { ...SERVICE, id: 'ada' }, note: null };
  const undone = await undoOperation({ ...deps, store: overtaken(store, overtakes) }, undoing);
  expect(undone).toEqual({ reopened: ids.slice(1), left: 1 });
  const now = await clustersOf(lagos, 'not_found_gl');
  expect(now.map(({ decisionStatus }) => decisionStatus)).toEqual(['approved', 'pending']);
}

test('what another decided meanwhile is theirs', () => twoAtOnce());

withMongodb('on MongoDB', (database) => {
  test('the same', () => twoAtOnce(() => database.openPrepared()));
});

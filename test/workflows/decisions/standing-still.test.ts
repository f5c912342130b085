// Calls of resolve that stand still for longer than they hold their operation, on both stores: whoever looks for loose
// operations brings them to their end, what they write afterwards changes nothing, and their answer is what was decided.

import { describe, expect, inject, test } from 'vitest';
import { localBus } from '../../../src/adapters/bus-local/bus.ts';
import type { Store } from '../../../src/ports/store.ts';
import { startRecovery } from '../../../src/workflows/decisions/recover-decisions.ts';
import { resolveExceptions } from '../../../src/workflows/decisions/resolve-exceptions.ts';
import { verifyAudit } from '../../../src/workflows/decisions/verify-audit.ts';
import { TestDatabase, withMongodb } from '../../adapters/store-mongo/temporary-database.ts';
import { auditOf, clustersOf, orderOf, type Partner, partner, rowOf, SCOPE } from './month.ts';
import { CHAIN, followUp } from './resolving.ts';

type Stop = 'before the read-back' | 'before the audit' | 'before the end';

/** The store of a process that stands still at a place, and renews nothing meanwhile. */
function standing(store: Store, stop: Stop, until: Promise<void>): Store {
  const { decisions, audit, leases } = store;
  const at = (place: Stop) => (place === stop ? until : null);
  return {
    ...store,
    leases: { ...leases, renew: async () => true },
    decisions: {
      ...decisions,
      renew: async () => true,
      async changedBy(...given) {
        await at('before the read-back');
        return decisions.changedBy(...given);
      },
      async release(...given) {
        await at('before the end');
        return decisions.release(...given);
      },
    },
    audit: {
      ...audit,
      async insertIfAbsent(...given) {
        await at('before the audit');
        return audit.insertIfAbsent(...given);
      },
    },
  };
}

/** What recovery does: what is loose is queued, and a worker does it. */
async function broughtToItsEnd({ store, deps, said }: Partner): Promise<void> {
  const log = { ...deps.log };
  await expect.poll(() => store.decisions.loose(9), { timeout: 40_000, interval: 200 }).toHaveLength(1);
  const [loose] = await store.decisions.loose(9);
  const recovery = startRecovery({ store, bus: localBus(), log, clock: Date.now }, { everyMs: 60_000 });
  await recovery.stop();
  expect(await store.decisions.loose(9)).toEqual([]);
  await followUp({ ...deps, ...CHAIN }, loose!.operationId);
  expect(said.filter(({ level }) => level === 'error')).toEqual([]);
}

async function stopped(open: (() => Promise<Store>) | undefined, stop: Stop, decision: 'approved' | 'reconcile') {
  const lagos = await partner(open);
  const rows = [rowOf('gl', 0), rowOf('gl', 1), rowOf('gl', 2)];
  await lagos.session('march', { gl: rows, bank: [rowOf('bank', 10)] });
  const late = lagos.file(
    'late.csv',
    rows.slice(0, 2).map((row) => row.replace('Transfer from', 'TRF FRM')),
  );
  const gone = Promise.withResolvers<void>();
  const deps = { ...lagos.deps, store: standing(lagos.store, stop, gone.promise) };
  const answer = resolveExceptions(deps, orderOf(decision, { urls: { gl: [], bank: [late] } }));
  await broughtToItsEnd(lagos);
  gone.resolve();
  const approved = await answer;
  const audited = await auditOf(lagos);
  const { firstBreak, underWay } = await verifyAudit(
    { store: lagos.store, digest: lagos.deps.digest, ...CHAIN },
    { tenant: SCOPE.tenant, head: null },
  );
  const states = (await clustersOf(lagos, 'not_found_gl')).map((one) => one.decisionStatus);
  await lagos.dispose();
  return {
    answered: approved.map(({ cluster }) => cluster.clusterId).sort(),
    audited: audited
      .filter(({ resolved }) => resolved)
      .map(({ clusterId }) => clusterId)
      .sort(),
    approved: states.filter((status) => status === 'approved').length,
    firstBreak,
    underWay,
  };
}

const CASES: readonly [Stop, 'approved' | 'reconcile', number][] = [
  ['before the read-back', 'approved', 3],
  ['before the audit', 'approved', 3],
  ['before the end', 'approved', 3],
  ['before the audit', 'reconcile', 2],
  ['before the end', 'reconcile', 2],
];

/** All at once, for each stands still as long as an operation is held. Every call has a store of its own. */
function standingStill(open: () => { readonly open?: () => Promise<Store>; readonly drop: () => Promise<void> }): void {
  test.concurrent.each(CASES)('%s of a call with decision %s', { timeout: 120_000 }, async (stop, decision, count) => {
    const own = open();
    const { answered, audited, approved, firstBreak, underWay } = await stopped(own.open, stop, decision);
    await own.drop();
    expect({ approved, firstBreak, underWay }).toEqual({ approved: count, firstBreak: null, underWay: [] });
    expect(audited).toHaveLength(count);
    expect(answered).toEqual(audited);
  });
}

describe('on the embedded store', () => standingStill(() => ({ drop: async () => {} })));

const server = inject('mongodb');
withMongodb('on MongoDB', () =>
  standingStill(() => {
    const database = new TestDatabase('missing' in server ? 'mongodb://none' : server.uri);
    return { open: () => database.openPrepared(), drop: () => database.drop() };
  }),
);

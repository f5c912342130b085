// The twelve rules of "Resolve behavior" (spec/2), each by its number, on both stores.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ROWS } from '../../../src/configuration/rows.ts';
import { decisionPath } from '../../../src/core/exceptions/decision.ts';
import type { Domain } from '../../../src/core/records/documents/clusters.ts';
import { summaryFromJson } from '../../../src/core/summary/summary-json.ts';
import type { Store } from '../../../src/ports/store.ts';
import { startRecovery } from '../../../src/workflows/decisions/recover-decisions.ts';
import { type ResolveDependencies, resolveExceptions } from '../../../src/workflows/decisions/resolve-exceptions.ts';
import { reportSummaries } from '../../../src/workflows/reports/report-summary.ts';
import { withMongodb } from '../../adapters/store-mongo/temporary-database.ts';
import { clustersOf as columnsOf, digestId, newIngestion } from '../../contracts/store/samples.ts';
import { startRun } from '../../contracts/store/store-under-test.ts';
import { auditOf, clustersOf, orderOf, type Partner, partner, rowOf, SCOPE } from './month.ts';
import { CHAIN, followUp } from './resolving.ts';

/** A store whose calls are counted, by port and operation. */
function counted(store: Store, calls: string[]): Store {
  const ports = Object.entries(store).map(([port, operations]) => {
    if (typeof operations === 'function') return [port, operations];
    const wrapped = Object.entries(operations as Record<string, (...values: unknown[]) => unknown>).map(
      ([name, call]) => [
        name,
        (...values: unknown[]) => {
          calls.push(`${port}.${name}`);
          return call(...values);
        },
      ],
    );
    return [port, Object.fromEntries(wrapped)];
  });
  return Object.fromEntries(ports) as Store;
}

function rules(open?: () => Promise<Store>): void {
  let lagos: Partner;
  beforeEach(async () => {
    lagos = await partner(open);
  });
  afterEach(() => lagos.dispose());

  /** So many clusters of each of two types; `only`: of the first alone. */
  async function clusters(
    count: number,
    { session = 'june', only = false, domain = 'mfb' as Domain, service = null as string | null, base = 0 } = {},
  ): Promise<void> {
    const { store } = lagos;
    const key = { ...SCOPE, session };
    await startRun(store, `run-${session}`, key);
    await store.ingestions.add(newIngestion(`gl-${session}`, { key }));
    const all = only ? count : 2 * count;
    for (let first = 0; first < all; first += 4_096) {
      const some = Math.min(4_096, all - first);
      const from = base + (only ? 1_000 * count + first : first);
      const columns = columnsOf(some, { ingestionId: `gl-${session}`, first: from });
      const given = { ...columns, domain, service, ...(only && { type: new Uint8Array(some) }) };
      await store.clusters.insertOrRestore(key, { runId: `run-${session}`, clusters: given, at: 5 });
    }
  }
  const statuses = async (type?: string) => (await clustersOf(lagos, type)).map(({ decisionStatus }) => decisionStatus);
  const followed = (operationId: string) => followUp({ ...lagos.deps, ...CHAIN }, operationId);

  test('rule 1: a call acts on every cluster of its scope, pending or, to reopen, decided, across branches', async () => {
    await clusters(3);
    await lagos.resolve('rejected', { type: 'amount_mismatch', tenant: 'other' });
    await lagos.resolve('rejected', { type: 'amount_mismatch', named: 'nip' });
    expect(new Set(await statuses())).toEqual(new Set(['pending']));
    await lagos.resolve('rejected', { type: 'amount_mismatch' });
    expect([await statuses('amount_mismatch'), new Set(await statuses('not_found_gl'))]).toEqual([
      ['rejected', 'rejected', 'rejected'],
      new Set(['pending']),
    ]);
    await lagos.resolve('approved', { type: 'amount_mismatch' });
    expect(await statuses('amount_mismatch')).toEqual(['rejected', 'rejected', 'rejected']);
    await lagos.resolve('reopened', { type: 'amount_mismatch' });
    expect(await statuses('amount_mismatch')).toEqual(['pending', 'pending', 'pending']);
  });

  test('rule 4: the clusters of a service are its own, though services share a domain', async () => {
    for (const [at, service] of ['pos', 'ussd', 'atm', null].entries()) {
      await clusters(2, { session: `of-${service}`, domain: 'atm', service, base: 100 * at });
    }
    const pending = async (session: string) =>
      (await clustersOf(lagos)).filter((one) => one.session === session && one.decisionStatus === 'pending').length;
    const approved = await lagos.resolve('approved', { named: 'pos', service: 'pos' });
    expect(approved.map(({ cluster }) => cluster.session)).toEqual(['of-pos', 'of-pos']);
    expect([await pending('of-pos'), await pending('of-ussd'), await pending('of-atm')]).toEqual([2, 4, 4]);
    expect((await auditOf(lagos)).map(({ domain, before, after }) => [domain, before, after])).toEqual(
      Array(2).fill(['pos', 'pending', 'approved']),
    );
    await lagos.resolve('reopened', { named: 'pos', service: 'pos' });
    expect(await pending('of-pos')).toBe(4);
    await expect(lagos.resolve('approved', { named: 'atm', service: 'atm' })).rejects.toMatchObject({
      code: 'unsupported_domain',
    });
    // Where it is named, it has the clusters of runs that named no service, too.
    const withAtm = { ...lagos.deps, resolvedDomains: ['atm'] };
    await resolveExceptions(withAtm, orderOf('rejected', { named: 'atm', service: 'atm' }));
    expect([await pending('of-pos'), await pending('of-atm'), await pending('of-null')]).toEqual([4, 2, 2]);
  });

  test('rule 2: cluster_ids narrow to exactly those', async () => {
    await clusters(3);
    const results = await lagos.resolve('approved', { clusterIds: [digestId(2, 2), digestId(2, 1), 'none'] });
    expect(results.map(({ cluster }) => cluster.clusterId)).toEqual([digestId(2, 2)]);
    expect(await lagos.resolve('approved', { clusterIds: ['none'] })).toEqual([]);
  });

  // From 5,000 clusters on a warning is logged. On MongoDB more of them are only slower to put there.
  const many = open === undefined ? 50_000 : 5_000;
  test(`rule 5: three calls of the store for 5, for 500 and for ${many} clusters, and as many after them`, {
    timeout: 120_000,
  }, async () => {
    const made: string[][] = [];
    for (const count of [5, 500, many]) {
      await clusters(count, { session: `s-${count}`, only: true });
      const calls: string[] = [];
      const deps: ResolveDependencies = { ...lagos.deps, store: counted(lagos.store, calls) };
      expect(await resolveExceptions(deps, orderOf('approved'))).toHaveLength(count);
      // A hold is renewed by time, not by clusters.
      made.push(calls.filter((call) => call !== 'decisions.renew'));
    }
    const three = ['decisions.decide', 'decisions.changedBy', 'audit.insertIfAbsent'];
    expect(made).toEqual([1, 2, 3].map(() => [...three, 'decisions.release', 'work.put']));
    expect(lagos.said.filter(({ level }) => level === 'warn')).toHaveLength(1);
  });

  test('rule 6: only reconcile matches anything; approved on a not-found cluster is a flip', async () => {
    await lagos.session('march', { gl: [rowOf('gl', 0)], bank: [rowOf('bank', 0)] });
    await lagos.resolve('approved', { urls: { gl: [], bank: ['file:absent.csv'] } });
    expect((await clustersOf(lagos, 'not_found_gl')).map((one) => [one.decisionStatus, one.isReconciled])).toEqual([
      ['approved', false],
    ]);
  });

  test('rule 7: a rematch takes as many calls for 5 orphans as for 60', async () => {
    const counts = [];
    for (const count of [5, 60]) {
      const rows = Array.from({ length: count }, (_, n) => rowOf('gl', n));
      await lagos.session('march', { gl: rows, bank: [rowOf('bank', 0)] });
      const calls: string[] = [];
      const deps: ResolveDependencies = { ...lagos.deps, store: counted(lagos.store, calls) };
      await resolveExceptions(deps, orderOf('reconcile'));
      counts.push(calls.length);
    }
    expect(counts[1]).toBe(counts[0]);
  });

  test('rule 9: only what the call approved is reported, and what stays pending is audited', async () => {
    await clusters(2);
    expect(await lagos.resolve('rejected')).toEqual([]);
    expect(await lagos.resolve('reopened')).toEqual([]);
    expect((await auditOf(lagos)).map(({ before, after }) => [before, after])).toEqual([
      ['pending', 'rejected'],
      ['pending', 'rejected'],
      ['rejected', 'pending'],
      ['rejected', 'pending'],
    ]);
  });

  test('rule 10: a hundred overlapping calls decide and audit each cluster once', async () => {
    await clusters(40);
    const calls = await Promise.all(
      Array.from({ length: 100 }, (_, i) => lagos.resolve(i % 2 === 0 ? 'approved' : 'escalated')),
    );
    const rows = await auditOf(lagos);
    expect([rows.length, new Set(rows.map(({ clusterId }) => clusterId)).size]).toEqual([40, 40]);
    expect(calls.flat()).toHaveLength(rows.filter(({ after }) => after === 'approved').length);
  });

  test('rule 11: a failure of any of the three calls is an error, and what was decided is audited by a worker', async () => {
    await clusters(3);
    const { store } = lagos;
    const failing = { ...store, audit: { ...store.audit, insertIfAbsent: () => Promise.reject(new Error('gone')) } };
    await expect(resolveExceptions({ ...lagos.deps, store: failing }, orderOf('approved'))).rejects.toThrow('gone');
    expect([await statuses('not_found_gl'), await auditOf(lagos)]).toEqual([['approved', 'approved', 'approved'], []]);
    // Reopened before anybody recovered it: neither loses a row.
    await lagos.resolve('reopened');
    const recovery = startRecovery(lagos.deps, { everyMs: 60_000 });
    await recovery.stop();
    for (const { operationId } of await store.decisions.underWay(SCOPE.tenant, 9)) await followed(operationId);
    expect((await auditOf(lagos)).map(({ after }) => after).sort()).toEqual([
      ...Array(3).fill('approved'),
      ...Array(3).fill('pending'),
    ]);
    expect(await store.decisions.underWay(SCOPE.tenant, 9)).toEqual([]);
  });

  test('rule 12: one line a call, with counts by session', async () => {
    await clusters(2);
    await lagos.resolve('approved');
    expect(
      lagos.said.map(({ level, fields }) => [
        level,
        fields['approved'],
        fields['approved_by_session'],
        fields['still_pending'],
      ]),
    ).toEqual([['info', 2, { june: 2 }, 0]]);
  });

  test('reopening what a rematch approved frees its rows, and another document may match them again', async () => {
    const orphan = rowOf('gl', 0);
    const others = [rowOf('gl', 1), rowOf('gl', 2)];
    await lagos.session('march', { gl: [orphan, ...others], bank: [rowOf('bank', 10), rowOf('bank', 11)] });
    const late = lagos.file('late.csv', [orphan.replace('Transfer from', 'TRF FRM')]);
    const reconcile = () => lagos.resolve('reconcile', { urls: { gl: [], bank: [late] } });
    const open = async () =>
      (await lagos.store.openItems.page({ ...SCOPE, session: 'march' }, { side: 'gl', after: null, limit: 9 })).items
        .rows.count;
    const unfinished = () => lagos.store.decisions.underWay(SCOPE.tenant, 9);
    expect(await reconcile()).toHaveLength(1);
    expect(await open()).toBe(2);
    for (const { operationId } of await unfinished()) await followed(operationId);
    await lagos.resolve('reopened');
    for (const { operationId } of await unfinished()) await followed(operationId);
    expect(await open()).toBe(3);
    const history = await lagos.store.summaries.history({ ...SCOPE, session: 'march' });
    const [run, matched, freed] = history.map(({ summary }) => summaryFromJson(summary).facts);
    expect([run, matched, freed].map((facts) => [facts!.gl.matchedRows, facts!.gl.openRows])).toEqual([
      [0, 3],
      [1, 2],
      [0, 3],
    ]);
    // The statement at the end of the period lacks all three; the one that another document has is no exception.
    const ofBank = (facts: typeof run) =>
      facts!.proofs[0].lines.flatMap(({ side, clusterType, rows }) => (side === 'bank' ? [[clusterType, rows]] : []));
    expect([run, matched, freed].map(ofBank)).toEqual([
      [['not_found_gl', 3]],
      [
        [null, 1],
        ['not_found_gl', 2],
      ],
      [['not_found_gl', 3]],
    ]);
    expect(freed!.proofs).toEqual(run!.proofs);
    expect(
      (await clustersOf(lagos, 'not_found_gl'))
        .slice(0, 1)
        .map((one) => [one.decisionStatus, one.isReconciled, one.agentInvoked]),
    ).toEqual([['pending', false, true]]);
    expect(await reconcile()).toHaveLength(1);
  });

  test('reopening frees no row that its session has no more, and its cluster is void', async () => {
    const [orphan, stays, other] = [0, 1, 2].map((n) => rowOf('gl', n)) as [string, string, string];
    const march = (gl: readonly string[]) => lagos.session('march', { gl, bank: [rowOf('bank', 10)] });
    await march([orphan, stays, other]);
    const late = lagos.file(
      'late.csv',
      [orphan, stays].map((row) => row.replace('Transfer from', 'TRF FRM')),
    );
    expect(await lagos.resolve('reconcile', { urls: { gl: [], bank: [late] } })).toHaveLength(2);
    // Other files take the place of march's: the first row is not in them.
    await march([other, stays, rowOf('gl', 3)]);
    await lagos.resolve('reopened');
    for (const { operationId } of await lagos.store.decisions.underWay(SCOPE.tenant, 9)) await followed(operationId);
    const key = { ...SCOPE, session: 'march' };
    const { items } = await lagos.store.openItems.page(key, { side: 'gl', after: null, limit: 9 });
    const { facts } = summaryFromJson((await lagos.store.summaries.latest(key))!.summary);
    expect([items.rows.count, facts.gl.openRows]).toEqual([3, 3]);
    expect(await statuses('not_found_gl')).toEqual(['pending', 'pending', 'pending']);
    // The document's rows are free for whoever has the other half.
    await lagos.session('april', { gl: [orphan, rowOf('gl', 4)], bank: [rowOf('bank', 11)] });
    const again = lagos.file('again.csv', [rowOf('bank', 12)]);
    const found = await lagos.resolve('reconcile', { urls: { gl: [], bank: [again] } });
    expect(found.map(({ cluster }) => cluster.session).sort()).toEqual(['april', 'march']);
  });

  test('what follows late from a reopening leaves a cluster alone that was matched and reopened since', async () => {
    const orphan = rowOf('gl', 0);
    await lagos.session('march', { gl: [orphan, rowOf('gl', 1)], bank: [rowOf('bank', 10)] });
    await lagos.resolve('approved');
    for (const { operationId } of await lagos.store.decisions.underWay(SCOPE.tenant, 9)) await followed(operationId);
    await lagos.resolve('reopened');
    const late = lagos.file('late.csv', [orphan.replace('Transfer from', 'TRF FRM')]);
    expect(await lagos.resolve('reconcile', { urls: { gl: [], bank: [late] } })).toHaveLength(1);
    await lagos.resolve('reopened');
    expect(await statuses('not_found_gl')).toEqual(['pending', 'pending']);
    // Three calls are under way, the oldest first.
    const underWay = await lagos.store.decisions.underWay(SCOPE.tenant, 9);
    expect(underWay.map(({ decision }) => decision)).toEqual(['reopened', 'reconcile', 'reopened']);
    for (const { operationId } of underWay) await followed(operationId);
    expect(await statuses('not_found_gl')).toEqual(['pending', 'pending']);
    const { items } = await lagos.store.openItems.page(
      { ...SCOPE, session: 'march' },
      { side: 'gl', after: null, limit: 9 },
    );
    expect(items.rows.count).toBe(2);
  });

  test('each summary of the past says what was pending when it was written, and the newest what is', async () => {
    await lagos.session('march', { gl: [rowOf('gl', 0), rowOf('gl', 1)], bank: [rowOf('bank', 10)] });
    const key = { ...SCOPE, session: 'march' };
    const decide = async (decision: 'approved' | 'rejected' | 'reopened', type: string) => {
      await lagos.resolve(decision, { type });
      for (const { operationId } of await lagos.store.decisions.underWay(SCOPE.tenant, 9)) await followed(operationId);
    };
    const pending = async () =>
      (await reportSummaries(lagos.store, key, { after: null, limit: 9 }))!.items.map((one) => one.clustersPending);
    const [both, bank] = [{ not_found_gl: 2, not_found_bank: 1 }, { not_found_bank: 1 }];
    expect(await pending()).toEqual([both]);
    await decide('approved', 'not_found_gl');
    expect(await pending()).toEqual([both, bank]);
    await decide('rejected', 'not_found_bank');
    await decide('reopened', 'not_found_gl');
    expect(await pending()).toEqual([both, bank, {}, { not_found_gl: 2 }]);
    // A run of other files finds them again as they were decided.
    await lagos.session('march', {
      gl: [rowOf('gl', 0), rowOf('gl', 1)],
      bank: [rowOf('bank', 10), rowOf('bank', 11)],
    });
    await lagos.resolve('approved', { type: 'not_found_bank' });
    const written = await pending();
    expect(written.slice(0, 4)).toEqual([both, bank, {}, { not_found_gl: 2 }]);
    expect(written.at(-1)).toEqual({ not_found_gl: 2 });
    const { facts } = summaryFromJson((await lagos.store.summaries.latest(key))!.summary);
    expect(facts).toMatchObject({ clusters: { not_found_bank: 2 }, clustersPending: { not_found_bank: 1 } });
  });

  test('the summary of the other half’s session is renewed too, though none of its clusters changes', async () => {
    const half = rowOf('bank', 10);
    await lagos.session('march', { gl: [rowOf('gl', 0)], bank: [half] });
    await lagos.session('april', { gl: [half.replace('Deposit by', 'DEP')], bank: [rowOf('bank', 17)] });
    await lagos.resolve('rejected', { type: 'not_found_bank' });
    const follow = async () => {
      for (const { operationId } of await lagos.store.decisions.underWay(SCOPE.tenant, 9)) await followed(operationId);
      const latest = await lagos.store.summaries.latest({ ...SCOPE, session: 'march' });
      const { bank } = summaryFromJson(latest!.summary).facts;
      return [bank.matchedRows, bank.openRows];
    };
    const urls = { gl: [], bank: [lagos.file('late.csv', [rowOf('bank', 44)])] };
    expect((await lagos.resolve('reconcile', { urls })).map(({ cluster }) => cluster.session)).toEqual(['april']);
    expect(await follow()).toEqual([1, 0]);
    await lagos.resolve('reopened');
    expect(await follow()).toEqual([0, 1]);
    expect(lagos.said.filter(({ level }) => level === 'error')).toEqual([]);
  });

  test('reopening frees the other half of a pair too: its cluster keeps its status and is reconciled no more', async () => {
    const half = rowOf('bank', 10);
    await lagos.session('march', { gl: [rowOf('gl', 0), rowOf('gl', 1)], bank: [half, rowOf('bank', 11)] });
    await lagos.session('april', {
      gl: [rowOf('gl', 7), half.replace('Deposit by', 'DEP')],
      bank: [rowOf('bank', 17)],
    });
    const late = lagos.file('late.csv', [rowOf('bank', 44)]);
    const reconcile = () => lagos.resolve('reconcile', { urls: { gl: [], bank: [late] } });
    const types = (results: Awaited<ReturnType<typeof reconcile>>) => results.map(({ cluster }) => cluster.type);
    expect(types(await reconcile())).toEqual(['not_found_bank', 'not_found_gl']);
    await lagos.resolve('reopened');
    for (const { operationId } of await lagos.store.decisions.underWay(SCOPE.tenant, 9)) await followed(operationId);
    const other = (await clustersOf(lagos, 'not_found_bank')).filter(
      ({ decisionStatus }) => decisionStatus === 'approved',
    );
    expect(other.map((one) => [one.isReconciled, one.agentInvoked])).toEqual([[false, true]]);
    const told = (await auditOf(lagos)).filter(
      ({ type, before }) => type === 'not_found_bank' && before === 'approved',
    );
    expect(told.map(({ after, method, resolved, note }) => [after, method, resolved, note])).toEqual([
      ['approved', 'auto', false, 'its row is open again: the cluster of the other half was reopened'],
    ]);
    const open = (session: string, side: 'gl' | 'bank') =>
      lagos.store.openItems.page({ ...SCOPE, session }, { side, after: null, limit: 9 });
    expect([(await open('april', 'gl')).items.rows.count, (await open('march', 'bank')).items.rows.count]).toEqual([
      2, 2,
    ]);
    // The ledger's half is pending and may be matched again; the bank's was decided, and is not.
    expect(types(await reconcile())).toEqual(['not_found_gl']);
  });

  test('step 6: NIP is never chunked, however many clusters are pending', async () => {
    await clusters(250, { domain: 'nip' });
    const asked: object[] = [];
    const { engine } = lagos.deps;
    const counting: typeof engine = {
      ...engine,
      matchNip(given, under) {
        asked.push(given);
        return engine.matchNip(given, under);
      },
      matchBanking: () => Promise.reject(new Error('NIP is not matched as banking')),
    };
    // Its title says which way the transfers go.
    const report = ['NIP OUTWARD TRANSFERS', 'Date,Reference,Narration,Amount', rowOf('bank', 44)];
    writeFileSync(join(lagos.root, 'late.csv'), `${report.join('\n')}\n`);
    const order = orderOf('reconcile', { named: 'nip', urls: { gl: [], bank: ['file:late.csv'] } });
    await resolveExceptions({ ...lagos.deps, engine: counting }, order);
    expect([asked.length, 'clusterIds' in asked[0]]).toEqual([1, false]);
    expect((await auditOf(lagos)).filter(({ after }) => after === 'pending')).toHaveLength(250);
  });
}

describe('on the embedded store', () => rules());
withMongodb('on MongoDB', (database) => rules(() => database.openPrepared()));

describe('which way a call goes', () => {
  const resolved = ROWS.TIEOUT_RESOLVE_DOMAINS.standard.split(',');
  const decision = 'reconcile';

  test('rules 3 and 4: the four pairs take the not-found path, every other pair the generic one', () => {
    for (const domain of ['mfb', 'nip']) {
      for (const type of ['not_found_gl', 'not_found_bank']) {
        expect(decisionPath({ domain, type, decision }, resolved)).toEqual({ path: 'rematch', type });
        expect(decisionPath({ domain, type, decision: 'approved' }, resolved)).toMatchObject({ path: 'flip' });
      }
    }
    for (const domain of ['pos', 'ussd', 'transfers', 'card_settlement', 'cash_deposits', 'pos_deposits', 'other']) {
      for (const type of ['not_found_gl', 'date_difference']) {
        expect(decisionPath({ domain, type, decision: 'approved' }, resolved)).toMatchObject({ path: 'flip' });
      }
    }
  });

  test('rule 4: another vertical has no pipeline, and one that is not resolved is unsupported', () => {
    const code = (domain: string) => {
      try {
        return decisionPath({ domain, type: 'not_found_gl', decision }, resolved).path;
      } catch (error) {
        return (error as { code: string }).code;
      }
    };
    expect([code('pos'), code('bill_payments'), code('atm')]).toEqual([
      'decision_impossible',
      'decision_impossible',
      'unsupported_domain',
    ]);
  });
});

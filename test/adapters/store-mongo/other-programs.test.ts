// What another program wrote into the collections of exceptions by the names of the contract, an older platform say, is
// read as it is: listed, decided, learned from, and kept but for what a decision changes.

import { Decimal128, type Document, ObjectId } from 'mongodb';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { localBus } from '../../../src/adapters/bus-local/bus.ts';
import { learn } from '../../../src/core/patterns/learn.ts';
import { refreshPattern } from '../../../src/workflows/decisions/refresh-pattern.ts';
import { patternSweeps, queueSweep } from '../../../src/workflows/decisions/sweep-pattern.ts';
import { operationOf } from '../../contracts/store/decisions.ts';
import { auditOf, clustersOf, type Partner, partner, rowOf, SCOPE } from '../../workflows/decisions/month.ts';
import { withMongodb } from './temporary-database.ts';

const NAMED = { tenant_id: SCOPE.tenant, partner_id: SCOPE.partner };
const ID = ObjectId.createFromTime(1);
const GL = [0, 1].map((n) => rowOf('gl', n));
const BANK = [rowOf('bank', 10)];

/** A cluster by the fields that the contract names alone (spec/2, Exception cluster). */
const clusterOf = (cluster_id: string, of: Document = {}): Document => ({
  ...{ ...NAMED, cluster_id, session_id: 'old-session', domain: 'mfb', cluster_type: 'amount_mismatch' },
  ...{ decision_status: 'pending', is_reconciled: null, agent_invoked: null, branch_id: null },
  ...{ gl_record_ids: ['64f0c1'], bank_record_ids: ['77'], sample_gl_transaction_date: new Date('2026-03-02') },
  ...{ sample_bank_transaction_date: '2026-03-04', date_delta_days: 2, amount_delta: 125.45 },
  ...{ updated_at: new Date('2026-03-05T10:00:00Z') },
  ...of,
});

withMongodb('another program’s', (database) => {
  let lagos: Partner;
  const collection = async (name = 'banking_clusters') => (await database.direct()).collection(name);
  const insert = async (...documents: Document[]) => (await collection()).insertMany(documents);
  const idsOf = async () => (await clustersOf(lagos)).map(({ clusterId }) => clusterId);
  beforeEach(async () => {
    lagos = await partner(() => database.openPrepared());
  });
  afterEach(() => lagos.dispose());

  test('cluster is listed with what it says, and what it does not say is none', async () => {
    const _id = ObjectId.createFromTime(1_772_000_000);
    await insert(clusterOf('X-1'), { _id, ...NAMED, decision_status: 'pending', domain: 'mfb', colour: 'blue' });
    const [second, first] = await clustersOf(lagos);
    expect(first).toEqual({
      ...{ clusterId: 'X-1', session: 'old-session', runId: null, domain: 'mfb', service: null, branchId: null },
      ...{ type: 'amount_mismatch', rule: '', reason: '', decisionStatus: 'pending' },
      ...{ isReconciled: null, agentInvoked: null, sampleGlDay: 20_514, sampleBankDay: 20_516, deltaDays: 2 },
      ...{ amountDeltaMinor: 12_545, amountMinor: null, currency: 'NGN' },
      members: [
        { side: 'gl', recordId: '64f0c1', ingestionId: '', ordinal: 0 },
        { side: 'bank', recordId: '77', ingestionId: '', ordinal: 0 },
      ],
      looksLike: [],
      followUp: null,
      ...{ createdAt: Date.parse('2026-03-05T10:00:00Z'), updatedAt: Date.parse('2026-03-05T10:00:00Z') },
    });
    const nothing = { session: '', members: [], amountDeltaMinor: null, sampleGlDay: null, isReconciled: null };
    expect(second).toMatchObject({ clusterId: _id.toHexString(), ...nothing, createdAt: 1_772_000_000_000 });
    expect(await (await collection()).findOne({ _id })).toMatchObject({ colour: 'blue' });
  });

  test('clusters are pages in the order in which they came, and each is in one page', async () => {
    await lagos.session('march', { gl: GL, bank: BANK });
    await insert(...Array.from({ length: 5 }, (_, n) => clusterOf(`X-${n}`)));
    const page = (after: number | null) => lagos.store.clusters.page(SCOPE, { after, limit: 3 });
    const first = await page(null);
    await insert(clusterOf('X-9'));
    const rest = [...(await page(first.next)).clusters, ...(await page((await page(first.next)).next)).clusters];
    const ids = [...first.clusters, ...rest].map(({ clusterId }) => clusterId);
    expect(new Set(ids).size).toBe(8);
    expect(ids.slice(3).toSorted()).toEqual(['X-0', 'X-1', 'X-2', 'X-3', 'X-4']);
    expect((await idsOf()).slice(0, 8)).toEqual(ids);
    expect((await idsOf()).at(-1)).toBe('X-9');
    expect(await lagos.store.clusters.count(SCOPE, {})).toBe(9);
    expect(await lagos.store.clusters.counts({ ...SCOPE, session: 'old-session' })).toEqual([
      { type: 'amount_mismatch', decisionStatus: 'pending', clusters: 6 },
    ]);
  });

  test('cluster is decided by its scope or its id, before or after it was listed, and audited', async () => {
    await insert(clusterOf('X-1'), clusterOf('X-2'), clusterOf('X-3', { decision_status: 'closed' }), {
      ...clusterOf('x'),
      cluster_id: null,
    });
    const asked = { type: 'amount_mismatch', clusterIds: ['X-2', 'X-9', ''] };
    const [approved] = await lagos.resolve('approved', asked);
    expect(approved?.cluster).toMatchObject({ clusterId: 'X-2', session: 'old-session', wasReconciled: null });
    expect(await idsOf()).toHaveLength(3);
    expect(await lagos.resolve('approved', { type: 'amount_mismatch' })).toHaveLength(2);
    await lagos.resolve('reopened', asked);
    const rows = await auditOf(lagos);
    expect(rows.filter(({ clusterId }) => clusterId === 'X-2').map(({ decision }) => decision)).toEqual([
      'approved',
      'reopened',
    ]);
    expect(rows[0]).toMatchObject({ glRecordIds: ['64f0c1'], bankRecordIds: ['77'], branchId: null });
    const one = { after: null, limit: 9, clusterId: 'X-2' };
    expect((await lagos.store.audit.page(SCOPE, one)).rows).toHaveLength(2);
    const stored = await (await collection()).findOne({ cluster_id: 'X-2' });
    expect(stored).toMatchObject({ decision_status: 'pending', is_reconciled: false, amount_delta: 125.45 });
    expect(await (await collection()).findOne({ cluster_id: 'X-3' })).not.toHaveProperty('stamps');
  });

  test('cluster stays pending in a rematch with a reason where its rows are not here, and is approved where they are', async () => {
    await lagos.session('march', { gl: GL, bank: BANK });
    const [ours] = await clustersOf(lagos, 'not_found_gl');
    const here = ours!.members[0].recordId;
    const notFound = { cluster_type: 'not_found_gl', bank_record_ids: null, amount_delta: null };
    await insert(
      clusterOf('X-here', { ...notFound, gl_record_ids: [here] }),
      clusterOf('X-gone', { ...notFound, gl_record_ids: [here, 'f'.repeat(32)] }),
      // The beginning of it is the id of a row that is here.
      clusterOf('X-like', { ...notFound, gl_record_ids: [`${here}-1`] }),
      clusterOf('X-none', { ...notFound, gl_record_ids: [] }),
    );
    const late = lagos.file('late.csv', [GL[0].replace('Transfer from', 'TRF FRM')]);
    const approved = await lagos.resolve('reconcile', { note: 'seen', urls: { gl: [], bank: [late] } });
    expect(approved.map(({ cluster }) => cluster.clusterId).toSorted()).toEqual([ours!.clusterId, 'X-here'].toSorted());
    const notes = new Map((await auditOf(lagos)).map(({ clusterId, after, note }) => [clusterId, [after, note]]));
    const missing = (id: string) => ['pending', `seen\nNo open row here has its record id ${id}.`];
    expect(notes.get('X-gone')).toEqual(missing('f'.repeat(32)));
    expect(notes.get('X-like')).toEqual(missing(`${here}-1`));
    expect(notes.get('X-none')).toEqual(['pending', 'seen\nIt names no row of its own side.']);
    const flags = { decision_status: 'approved', is_reconciled: true, agent_invoked: true };
    expect(await (await collection()).findOne({ cluster_id: 'X-here' })).toMatchObject(flags);
    expect(await (await collection()).findOne({ cluster_id: 'X-none' })).toMatchObject({ is_reconciled: null });
  });

  test('amounts teach patterns and are swept where they are exact, in the currency of the deployment where they name none', async () => {
    await insert(...Array.from({ length: 5 }, (_, n) => clusterOf(`T-${n}`, { amount_delta: 100 + n / 100 })));
    const type = 'amount_mismatch';
    await lagos.resolve('approved', { type, isRecurring: true });
    const pattern = (await lagos.store.patterns.get({ ...SCOPE, domain: 'mfb', type }))!;
    expect(pattern).toMatchObject({ currency: 'NGN', figures: { count: 5, min: 10_000, max: 10_004 } });
    const given: [id: string, amount: unknown, of?: Document][] = [
      ['double', 100.02],
      ['decimal', Decimal128.fromString('100.0400')],
      ['whole', 100],
      ['inexact', 100.015],
      ['beyond', 100.05],
      ['text', '100.02'],
      ['other', 100.02, { currency: 'USD' }],
      ['none', null],
    ];
    await insert(...given.map(([id, amount_delta, of]) => clusterOf(id, { amount_delta, ...of })));
    await queueSweep({ ...lagos.deps, bus: localBus() }, { ...SCOPE, domain: 'mfb', type }, 'cause');
    const [work] = (await (await collection('runs')).find({ kind: 'pattern-sweep' }).toArray()) as Document[];
    const command = JSON.parse(work!['parameters'] ?? work!['command']);
    await patternSweeps(lagos.deps).carryOut(
      { work: { ...work, command } as never, claim: null as never },
      null as never,
    );
    const approved = (await clustersOf(lagos)).filter((one) => one.decisionStatus === 'approved');
    expect(approved.map(({ clusterId }) => clusterId).filter((id) => !id.startsWith('T-'))).toEqual([
      ...['double', 'decimal', 'whole'],
    ]);
  });

  test('audit rows and patterns are read as they are, and a pattern is made anew on top of it', async () => {
    const key = { ...SCOPE, domain: 'mfb', type: 'date_difference' } as const;
    const row = { ...NAMED, session_id: 'old', cluster_id: 'X-1', domain: 'mfb', cluster_type: key.type };
    const said = { decision: 'approved', status_before: 'pending', status_after: 'approved', is_recurring: true };
    await (await collection('exception_resolution')).insertMany([
      {
        ...{ ...row, ...said, audit_id: 'A-1', resolution_method: 'manual', created_at: '2026-03-01T08:00:00' },
        metadata: { learned_value: 3, by: ID, when: new Date(0), fee: Decimal128.fromString('1.50') },
      },
      { ...row, ...said, metadata: null, note: 7 },
    ]);
    // One that says no time is listed before all others.
    const [second, first] = await auditOf(lagos);
    expect(first).toMatchObject({
      ...{ auditId: 'A-1', clusterId: 'X-1', learned: { value: 3, currency: null }, batchDigest: null },
      metadata: { by: ID.toHexString(), when: '1970-01-01T00:00:00.000Z', fee: '1.50' },
      createdAt: Date.parse('2026-03-01T08:00:00Z'),
    });
    expect(second).toMatchObject({ metadata: {}, note: '7', learned: null, glRecordIds: [], createdAt: 0 });

    const figures = { occurrence_count: 4, median: 2.5, mean: 2.25, min: 1, max: 3, last_seen_at: new Date(9) };
    const patterns = await collection('resolution_intelligence');
    await patterns.insertMany([
      { ...NAMED, domain: 'mfb', intelligence_type: key.type, ...figures },
      { ...NAMED, domain: 'nip', intelligence_type: key.type, occurrence_count: 4 },
      { ...NAMED, domain: 'mfb', intelligence_type: 'colour', ...figures },
    ]);
    const old = await lagos.store.patterns.get(key);
    expect(old).toMatchObject({ version: 0, currency: null, suspendedAt: null });
    expect(old?.figures).toEqual({
      ...{ count: 4, medianTwice: 5, sum: 9n, min: 1, max: 3, outliersDropped: 0, lastSeenAt: 9 },
    });
    expect(await lagos.store.patterns.count(SCOPE)).toBe(1);
    const anew = await refreshPattern(lagos.deps, operationOf('op', { ...key, isRecurring: true }));
    expect(anew?.figures).toEqual(learn([{ value: 3, at: Date.parse('2026-03-01T08:00:00Z') }]));
    expect(await patterns.countDocuments({ intelligence_type: key.type, domain: 'mfb' })).toBe(1);
    expect(await patterns.findOne({ version: 1 })).toMatchObject({
      ...{ value_field: 'date_delta_days', confidence_level: 'candidate', confidence: 0.2, occurrence_count: 1 },
      median: Decimal128.fromString('3.0'),
    });
  });
});

// A database of before, whose clusters, audit rows and patterns had names and forms of Tieout's own, is brought to the
// contract's: everything says what it said, the chain over the audit is whole, and whoever is interrupted goes on.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Decimal128, type Document } from 'mongodb';
import { expect, test } from 'vitest';
import { auditSeals, runningSha256 } from '../../../src/adapters/digest/audit-seals.ts';
import { sha256 } from '../../../src/adapters/digest/sha256.ts';
import { contractNames } from '../../../src/adapters/store-mongo/exceptions/migrate-names.ts';
import { INDEXES } from '../../../src/adapters/store-mongo/indexes.ts';
import { auditBatch } from '../../../src/core/exceptions/audit-rows.ts';
import type { AuditBatch } from '../../../src/core/records/documents/audit.ts';
import type { DecidedCluster } from '../../../src/core/records/documents/decisions.ts';
import type { JsonObject } from '../../../src/core/records/documents/json.ts';
import type { Pattern } from '../../../src/core/records/documents/patterns.ts';
import { chainBatch } from '../../../src/workflows/decisions/chain-audit.ts';
import { verifyAudit } from '../../../src/workflows/decisions/verify-audit.ts';
import { begun, operationOf } from '../../contracts/store/decisions.ts';
import { digestId, newIngestion } from '../../contracts/store/samples.ts';
import { KEY } from '../../contracts/store/store-under-test.ts';
import { clusterOfBefore, goBefore, idOfBefore, patternOfBefore, rowsOfBefore } from './documents-of-before.ts';
import { withMongodb } from './temporary-database.ts';

const SCOPE = { tenant: KEY.tenant, partner: KEY.partner };
const QUIET = { info: () => {}, warn: () => {}, error: () => {} };
const SEALING = { seals: auditSeals(['a key of thirty-two characters..']), runningDigest: runningSha256 };
const PROCESS = fileURLToPath(new URL('./migrating-process.ts', import.meta.url));

const PATTERN: Pattern = {
  ...{ ...SCOPE, domain: 'mfb', type: 'amount_mismatch', patternId: digestId(5, 1), currency: 'NGN' },
  figures: {
    ...{ count: 5, outliersDropped: 1, medianTwice: 2_001, min: 990, max: 9_000_000_000_000_000, lastSeenAt: 77 },
    sum: 45_000_000_000_000_001n,
  },
  ...{ updatedAt: 80, suspendedAt: 90, version: 3 },
};

const decided = (n: number, of: Partial<DecidedCluster> = {}): DecidedCluster => ({
  ...{ clusterId: digestId(2, n), runId: 'run-1', session: 'june', domain: 'mfb', type: 'amount_mismatch' },
  ...{ branchId: 'ikeja', before: 'pending', after: 'approved', wasReconciled: false, wasSwept: false },
  ...{ glRecordIds: [digestId(1, 2 * n)], bankRecordIds: [], sampleGlDay: 1, sampleBankDay: null },
  ...{ deltaDays: 1, amountDeltaMinor: 250 + n, currency: 'NGN' },
  ...of,
});

const nested = (levels: number): JsonObject => (levels === 0 ? {} : { deeper: nested(levels - 1) });

/** Metadata of which three have no exact document. */
const BATCHES: readonly AuditBatch[] = [
  { ticket: 'T-1', $who: { 'a.b': [1, null, -2.5] }, '': '' },
  { at: { $ref: 'x', $id: 1 }, _bsontype: 'Long' },
  { broken: '\ud800' },
  nested(300),
].map((metadata, i) =>
  auditBatch(
    operationOf(`op-${i}`, { type: 'amount_mismatch', isRecurring: true, metadata, at: 70_000 + i }),
    [0, 1].map((n) => ({ cluster: decided(10 * i + n) })),
    sha256,
  ),
);

withMongodb('a database of before', (database) => {
  const collection = async (name: string) => (await database.direct()).collection(name);

  test('says under the contract’s names what it said, and is indexed as a new one', async () => {
    const first = await database.open();
    await first.ingestions.add(newIngestion('gl-1'));
    for (const batch of BATCHES) {
      const { common } = batch;
      const held = await begun(
        first,
        operationOf(common.operationId, { tenant: common.tenant, partner: common.partner }),
      );
      await first.audit.insertIfAbsent(batch, held);
      await chainBatch({ store: first, ...SEALING, log: QUIET, clock: () => 5 }, common);
    }
    await first.close();
    const db = await database.direct();
    const rows = BATCHES.flatMap(rowsOfBefore).map((row, i) => ({ ...row, seq: i + 1 }));
    await goBefore(db, {
      banking_clusters: [
        clusterOfBefore(0),
        clusterOfBefore(1, { currency: 'KWD', amount_minor: 1_005, amount_delta_minor: null, sample_bank_day: -1 }),
        // As the first versions wrote them, and an older platform.
        clusterOfBefore(2, { run_place: undefined, service: undefined, is_reconciled: null, looks_like: undefined }),
      ],
      exception_resolution: rows,
      resolution_intelligence: [patternOfBefore(PATTERN)],
    });

    const store = await database.open();
    const { clusters } = await store.clusters.page(SCOPE, { after: null, limit: 10 });
    expect(clusters.map(({ clusterId }) => clusterId)).toEqual([0, 1, 2].map((n) => digestId(2, n)));
    expect(clusters[0]).toEqual({
      ...{ clusterId: digestId(2, 0), session: 'june', runId: 'run-1', domain: 'mfb', service: null },
      ...{ branchId: 'ikeja', type: 'amount_mismatch', rule: 'key equal, amounts differ', reason: 'no bank row' },
      ...{ decisionStatus: 'pending', isReconciled: false, agentInvoked: false },
      ...{ sampleGlDay: 20_000, sampleBankDay: null, deltaDays: 1, amountDeltaMinor: 250 },
      ...{ amountMinor: -9_000_000_000_000_000, currency: 'NGN' },
      members: [
        { side: 'gl', recordId: digestId(1, 0), ingestionId: 'gl-1', ordinal: 0 },
        { side: 'bank', recordId: digestId(1, 1), ingestionId: 'gl-1', ordinal: 1 },
      ],
      looksLike: [{ kind: 'adds_up', recordIds: [digestId(1, 7)], sentence: 'It comes to “₦ 5”.' }],
      ...{ createdAt: 5, updatedAt: 6, followUp: null },
    });
    expect(clusters[1]).toMatchObject({ amountMinor: 1_005, amountDeltaMinor: null, sampleBankDay: -1 });
    expect(clusters[2]).toMatchObject({ isReconciled: null, service: null, looksLike: [] });
    const audit = await store.audit.page(SCOPE, { after: null, limit: 10 });
    expect(audit.rows).toEqual(
      BATCHES.flatMap(({ common, entries, digest }) =>
        entries.map((entry) => ({ ...common, ...entry, batchDigest: digest })),
      ),
    );
    expect(await verifyAudit({ store, ...SEALING, digest: sha256 }, { tenant: KEY.tenant, head: null })).toMatchObject({
      ...{ batches: 4, rows: 8, firstBreak: null, waiting: 0 },
    });
    const lessons = await store.audit.taggedRecurring({ ...PATTERN, currency: 'NGN' });
    expect(lessons.map(({ value }) => value).toSorted()).toEqual([250, 251, 260, 261, 270, 271, 280, 281]);
    expect(await store.patterns.get(PATTERN)).toEqual(PATTERN);
    await store.close();

    const stored = await (await collection('banking_clusters')).findOne({ cluster_id: digestId(2, 1) });
    expect(stored).toMatchObject({
      ...{ tenant_id: 'bank-a', partner_id: 'lagos', session_id: 'june' },
      amount: Decimal128.fromString('1.005'),
      sample_gl_transaction_date: new Date('2024-10-04'),
      gl_record_ids: [digestId(1, 2)],
    });
    expect(await (await collection('exception_resolution')).findOne({ operation_id: 'op-0' })).toMatchObject({
      ...{ audit_id: BATCHES[0].entries[0].auditId, learned_currency: 'NGN' },
      metadata: { ticket: 'T-1', learned_value: Decimal128.fromString('2.50') },
    });
    for (const name of ['banking_clusters', 'exception_resolution', 'resolution_intelligence'] as const) {
      expect(await (await collection(name)).countDocuments({ tenant: { $exists: true } }), name).toBe(0);
      const indexes = (await (await collection(name)).indexes()).map((index) => index.name);
      expect(indexes.toSorted(), name).toEqual(['_id_', ...INDEXES[name].map((index) => index.name)].toSorted());
    }
  });

  test('is brought up to date by whoever comes after a process that was killed in the middle, and once more', async () => {
    await (await database.open()).close();
    const db = await database.direct();
    const many = Array.from({ length: 10_000 }, (_, n) => clusterOfBefore(n));
    await goBefore(db, { banking_clusters: many });
    const clusters = await collection('banking_clusters');
    // What another program inserted meanwhile stays as it is.
    const other: Document = { tenant_id: 'bank-a', partner_id: 'lagos', cluster_id: 'X-1', amount_delta: 2.5 };
    await clusters.insertOne({ ...other });

    const killed = spawn(process.execPath, [PROCESS, database.uri], { stdio: 'inherit' });
    const ended = once(killed, 'exit');
    while ((await clusters.countDocuments({ cluster_id: { $gt: '' } })) < 500) await pause(5);
    killed.kill('SIGKILL');
    await ended;
    const left = await clusters.countDocuments({ tenant: { $exists: true } });
    expect(left).toBeGreaterThan(0);
    expect(left).toBeLessThan(many.length);

    const store = await database.open();
    expect(await store.clusters.count(SCOPE, { decisionStatus: 'pending' })).toBe(many.length);
    await store.close();
    const all = () => clusters.find({}, { sort: { _id: 1 } }).toArray();
    const migrated = await all();
    expect(migrated.filter(({ tenant, tenant_id }) => tenant !== undefined || tenant_id !== 'bank-a')).toEqual([]);
    expect(migrated.find(({ cluster_id }) => cluster_id === 'X-1')).toMatchObject(other);
    const last = await clusters.findOne({ _id: idOfBefore(digestId(2, 9_999)) as never });
    expect(last).toMatchObject({ cluster_id: digestId(2, 9_999), amount_delta: Decimal128.fromString('2.50') });
    await contractNames(db);
    expect(await all()).toEqual(migrated);
  });
});

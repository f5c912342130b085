// Learned patterns, and what the audit says people taught, as every store keeps them.

import { expect, test } from 'vitest';
import { sha256 } from '../../../../src/adapters/digest/sha256.ts';
import { auditBatch } from '../../../../src/core/exceptions/audit-rows.ts';
import type { DecidedCluster, Operation } from '../../../../src/core/records/documents/decisions.ts';
import type { Pattern } from '../../../../src/core/records/documents/patterns.ts';
import { begun, operationOf } from '../decisions.ts';
import { digestId } from '../samples.ts';
import { KEY, type OpenStore, OTHER } from '../store-under-test.ts';

const SCOPE = { tenant: KEY.tenant, partner: KEY.partner };
const pattern = (patternId: string, of: Partial<Pattern> = {}): Pattern => ({
  ...{ ...SCOPE, domain: 'mfb', type: 'amount_mismatch', patternId, currency: 'NGN' },
  figures: {
    ...{ count: 5, outliersDropped: 1, medianTwice: 2_001, min: 0, max: 9_000_000_000_000_000, lastSeenAt: 77 },
    sum: 45_000_000_000_000_001n,
  },
  ...{ updatedAt: 80, suspendedAt: null, version: 1 },
  ...of,
});

const decided = (n: number, of: Partial<DecidedCluster> = {}): DecidedCluster => ({
  ...{
    clusterId: digestId(7, n),
    runId: null,
    session: 'june',
    domain: 'mfb',
    type: 'amount_mismatch',
    branchId: null,
  },
  ...{
    before: 'pending',
    after: 'approved',
    wasReconciled: false,
    wasSwept: false,
    glRecordIds: [],
    bankRecordIds: [],
  },
  ...{ sampleGlDay: null, sampleBankDay: null, deltaDays: null, amountDeltaMinor: 1_000 + n, currency: 'NGN' },
  ...of,
});

export function patternsContract(open: OpenStore): void {
  test('a pattern is replaced by the version after its own, and by no other', async () => {
    const under = await open();
    const { patterns } = under.store;
    const first = pattern('a');
    expect(await patterns.get(first)).toBeNull();
    expect(await patterns.put({ ...first, version: 2 })).toBe(false);
    expect(await patterns.put(first)).toBe(true);
    expect(await patterns.put(first)).toBe(false);
    const second = { ...first, suspendedAt: 90, suspendedFor: 'its class departs', version: 2 };
    const puts = await Promise.all([1, 2, 3].map((n) => patterns.put({ ...second, updatedAt: n })));
    expect(puts.filter(Boolean)).toHaveLength(1);
    const again = (await under.reopen()).patterns;
    expect(await again.get(first)).toEqual({ ...second, updatedAt: puts.indexOf(true) + 1 });
    await under.dispose();
  });

  test('patterns are listed by partner, and found by their id within a partner', async () => {
    const { store, dispose } = await open();
    const all = [
      pattern('b'),
      pattern('a', { type: 'date_difference', currency: null }),
      pattern('c', { domain: 'nip', type: 'date_difference', currency: null }),
      pattern('a', { tenant: OTHER.tenant }),
    ];
    for (const one of all) expect(await store.patterns.put(one)).toBe(true);
    const { patterns, next } = await store.patterns.page(SCOPE, { after: null, limit: 2 });
    expect(patterns).toEqual([all[1], all[0]]);
    expect(await store.patterns.page(SCOPE, { after: next, limit: 2 })).toEqual({ patterns: [all[2]], next: null });
    expect(await store.patterns.count(SCOPE)).toBe(3);
    expect(await store.patterns.byId(SCOPE, 'b')).toEqual(all[0]);
    expect(await store.patterns.byId({ ...SCOPE, tenant: OTHER.tenant }, 'b')).toBeNull();
    await dispose();
  });

  test('people’s recurring approvals teach, in one domain and currency, and nothing else does', async () => {
    const { store, dispose } = await open();
    const add = async (of: Partial<Operation>, clusters: readonly DecidedCluster[]) => {
      const operation = operationOf(`op-${JSON.stringify(of)}`, { type: 'amount_mismatch', isRecurring: true, ...of });
      const audited = clusters.map((cluster) => ({ cluster }));
      await store.audit.insertIfAbsent(auditBatch(operation, audited, sha256), await begun(store, operation));
    };
    await add({ at: 5 }, [decided(1), decided(2), decided(3, { currency: 'USD' })]);
    await add({ at: 9 }, [decided(4), decided(5, { amountDeltaMinor: null })]);
    await add({ isRecurring: false }, [decided(6)]);
    await add({ tenant: OTHER.tenant }, [decided(7)]);
    await add({ type: 'date_difference', at: 6 }, [decided(8, { type: 'date_difference', deltaDays: 3 })]);
    const key = { ...SCOPE, domain: 'mfb', type: 'amount_mismatch' } as const;
    const taught = await store.audit.taggedRecurring({ ...key, currency: 'NGN' });
    expect(taught.toSorted((a, b) => a.value - b.value)).toEqual([
      { value: 1_001, at: 5 },
      { value: 1_002, at: 5 },
      { value: 1_004, at: 9 },
    ]);
    expect(await store.audit.taggedRecurring({ ...key, currency: 'GHS' })).toEqual([]);
    expect(await store.audit.taggedRecurring({ ...key, domain: 'nip', currency: 'NGN' })).toEqual([]);
    const days = { ...key, type: 'date_difference', currency: null } as const;
    expect(await store.audit.taggedRecurring(days)).toEqual([{ value: 3, at: 6 }]);
    await dispose();
  });
}

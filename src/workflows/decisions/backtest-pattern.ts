// Back-tests a pattern on the audit: what people taught, and what they decided last on each exception of its type.

import { type BackTest, backTest, type DecidedByPerson } from '../../core/patterns/backtest.ts';
import { learnableValue } from '../../core/patterns/sweep.ts';
import { type DecisionStatus, verticalNamed } from '../../core/records/documents/clusters.ts';
import { isPersonAct } from '../../core/records/documents/decisions.ts';
import type { Pattern } from '../../core/records/documents/patterns.ts';
import type { Store } from '../../ports/store.ts';
import { auditRows } from '../review/audit-about.ts';

type StoreOfPatterns = Pick<Store, 'audit' | 'clusters'>;

const PAGE = 1_000;

/** Reads the partner's audit and its exceptions of the type. */
export async function backTestPattern(store: StoreOfPatterns, pattern: Pattern): Promise<BackTest> {
  const points = await store.audit.taggedRecurring(pattern);
  const last = await lastByPeople(store, pattern);
  const decided: DecidedByPerson[] = [];
  for await (const [clusterId, value] of valuesOf(store, pattern)) {
    const decision = last.get(clusterId);
    if (decision !== undefined) decided.push({ ...decision, value });
  }
  return backTest(points, decided);
}

type LastDecision = Pick<DecidedByPerson, 'at' | 'after'>;

async function lastByPeople(
  store: StoreOfPatterns,
  { tenant, partner, domain, type }: Pattern,
): Promise<ReadonlyMap<string, LastDecision>> {
  const last = new Map<string, LastDecision>();
  for await (const row of auditRows(store, { tenant, partner }, { after: null })) {
    if (row.domain !== domain || row.type !== type || row.autoResolved || isPersonAct(row.decision)) continue;
    const status: DecisionStatus = row.after;
    if (status === 'pending') last.delete(row.clusterId);
    else last.set(row.clusterId, { at: row.createdAt, after: status });
  }
  return last;
}

/** The exceptions of the type with the value that a pattern is held against. */
async function* valuesOf(
  { clusters }: StoreOfPatterns,
  pattern: Pattern,
): AsyncGenerator<readonly [clusterId: string, value: number]> {
  const { tenant, partner, type, currency } = pattern;
  const { domain, service } = verticalNamed(pattern.domain);
  for (let after: number | null = null; ; ) {
    const asked = { domain, service: service ?? undefined, type, after, limit: PAGE };
    const page: Awaited<ReturnType<typeof clusters.page>> = await clusters.page({ tenant, partner }, asked);
    for (const cluster of page.clusters) {
      const value = learnableValue(pattern, cluster);
      if (value !== null && (currency === null || cluster.currency === currency)) yield [cluster.clusterId, value];
    }
    if (page.next === null) return;
    after = page.next;
  }
}

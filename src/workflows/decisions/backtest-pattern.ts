// Back-tests a pattern on the audit: what people taught, and what they decided last on each exception of its type.

import { type BackTest, backTest, type DecidedByPerson } from '../../core/patterns/backtest.ts';
import { learnableValue } from '../../core/patterns/sweep.ts';
import type { DecisionStatus } from '../../core/records/documents/clusters.ts';
import { isPersonAct } from '../../core/records/documents/decisions.ts';
import type { Pattern } from '../../core/records/documents/patterns.ts';
import { chunksOf } from '../../core/records/rows/chunks.ts';
import type { Store } from '../../ports/store.ts';
import { auditRows } from '../review/audit-about.ts';

type StoreOfPatterns = Pick<Store, 'audit' | 'clusters'>;

/** Clusters that are looked up together. */
const AT_ONCE = 1_000;

/** Reads what people decided on exceptions of the type since the first lesson. */
export async function backTestPattern(store: StoreOfPatterns, pattern: Pattern): Promise<BackTest> {
  const points = await store.audit.taggedRecurring(pattern);
  const first = points.reduce((least, { at }) => Math.min(least, at), Number.POSITIVE_INFINITY);
  if (points.length === 0) return backTest(points, []);
  const last = await lastByPeople(store, pattern, first);
  const decided: DecidedByPerson[] = [];
  for (const ids of chunksOf([...last.keys()], AT_ONCE)) {
    for (const cluster of await store.clusters.named(pattern, ids)) {
      const value = learnableValue(pattern, cluster);
      const isOfCurrency = pattern.currency === null || cluster.currency === pattern.currency;
      // A void one is an exception no more.
      if (value === null || !isOfCurrency || cluster.decisionStatus === null) continue;
      decided.push({ ...last.get(cluster.clusterId)!, value });
    }
  }
  return backTest(points, decided);
}

type LastDecision = Pick<DecidedByPerson, 'at' | 'after'>;

async function lastByPeople(
  store: StoreOfPatterns,
  { tenant, partner, domain, type }: Pattern,
  from: number,
): Promise<ReadonlyMap<string, LastDecision>> {
  const last = new Map<string, LastDecision>();
  const after = { at: from - 1, place: Number.MAX_SAFE_INTEGER };
  for await (const row of auditRows(store, { tenant, partner }, { type, after })) {
    if (row.domain !== domain || row.autoResolved || isPersonAct(row.decision)) continue;
    const status: DecisionStatus = row.after;
    if (status === 'pending') last.delete(row.clusterId);
    else last.set(row.clusterId, { at: row.createdAt, after: status });
  }
  return last;
}

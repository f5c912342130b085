// The stored summaries of a session, the latest or all. Decisions on clusters since the latest summary was made are
// counted in it, so that it never says less than the lists of clusters.

import type { DriftAlarm } from '../../core/drift/drift.ts';
import { BANKING_KIND } from '../../core/kinds/banking.ts';
import type { ClusterCount } from '../../core/records/documents/clusters.ts';
import type { SummaryRow } from '../../core/records/documents/summary-row.ts';
import type { SessionKey } from '../../core/records/session-key.ts';
import type { SummaryFacts } from '../../core/summary/facts.ts';
import { byType, pendingByType } from '../../core/summary/renew-summary.ts';
import { summaryFromJson } from '../../core/summary/summary-json.ts';
import { pageOf } from '../../ports/every-store/page.ts';
import type { Store } from '../../ports/store.ts';
import { sessionDrift } from '../drift/partner-drift.ts';
import type { PageOf, ReportPage } from './report-page.ts';

export interface SummaryReport {
  readonly session: string;
  /** The kind of its run (core/kinds). */
  readonly kind: string;
  /** The event that made the summary. */
  readonly cause: string;
  /** Milliseconds since 1970, UTC. */
  readonly createdAt: number;
  readonly recalculationCount: number;
  readonly facts: SummaryFacts;
  /** Counts by type, in the order of the types. */
  readonly clusters: Readonly<Record<string, number>>;
  readonly clustersPending: Readonly<Record<string, number>>;
  readonly narrative: string;
  /** A language model's narrative; null if there is none. */
  readonly aiNarrative: string | null;
  /** Of the partner's words for charges that the run went by; null if it had none. */
  readonly chargeWordsVersion: number | null;
  /** Where it departs from the sessions before; empty for an earlier summary. */
  readonly drift: readonly DriftAlarm[];
}

/** Null if the session is unknown, or was never reconciled. */
export async function reportSummary(store: Store, key: SessionKey): Promise<SummaryReport | null> {
  const report = await summaryAlone(store, key);
  return report && { ...report, drift: (await sessionDrift(store, key)).alarms };
}

/** The summary without a look at the sessions before: `drift` is empty. Null as in reportSummary. */
export async function summaryAlone(
  store: Pick<Store, 'sessions' | 'summaries' | 'clusters'>,
  key: SessionKey,
): Promise<SummaryReport | null> {
  if ((await store.sessions.get(key)) === null) return null;
  const row = await store.summaries.latest(key);
  return row === null ? null : latestReport(key, row, await store.clusters.counts(key));
}

/** Oldest first; a place is the recalculation count of the page before. Null as in reportSummary. */
export async function reportSummaries(
  store: Store,
  key: SessionKey,
  { after, limit }: PageOf<number>,
): Promise<ReportPage<SummaryReport, number> | null> {
  if ((await store.sessions.get(key)) === null) return null;
  const rows = await store.summaries.history(key);
  const counts = await store.clusters.counts(key);
  const page = pageOf(
    rows.filter(({ recalculationCount }) => recalculationCount > (after ?? 0)),
    limit,
  );
  return {
    items: page.rows.map((row) => (row === rows.at(-1) ? latestReport(key, row, counts) : reportOf(key, row))),
    next: page.last?.recalculationCount ?? null,
    total: rows.length,
  };
}

/**
 * An earlier summary, as it was written. Summaries of old versions kept no status, and show all clusters as pending.
 */
function reportOf(key: SessionKey, { cause, createdAt, recalculationCount, summary }: SummaryRow): SummaryReport {
  const { facts, scope } = summaryFromJson(summary);
  const clusters = { ...facts.clusters };
  const { session } = key;
  // Summaries of old versions are all of banking.
  const { narrative, aiNarrative = null, kind = BANKING_KIND.name } = scope;
  const made = { session, kind, cause, createdAt, recalculationCount };
  const clustersPending = { ...(facts.clustersPending ?? facts.clusters) };
  const chargeWordsVersion = scope.parameters.chargeWords?.version ?? null;
  return { ...made, facts, clusters, clustersPending, narrative, aiNarrative, chargeWordsVersion, drift: [] };
}

function latestReport(key: SessionKey, row: SummaryRow, counts: readonly ClusterCount[]): SummaryReport {
  return { ...reportOf(key, row), clusters: byType(counts), clustersPending: pendingByType(counts) };
}

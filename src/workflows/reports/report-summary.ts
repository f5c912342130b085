// The summaries of a session as they were stored, the latest or every one. What is decided on clusters after a summary
// was made is counted in the latest one, so that it never says less than the lists of clusters beside it.

import { BANKING_KIND } from '../../core/kinds/banking.ts';
import type { ClusterCount } from '../../core/records/documents/clusters.ts';
import type { SummaryRow } from '../../core/records/documents/summary-row.ts';
import type { SessionKey } from '../../core/records/session-key.ts';
import type { SummaryFacts } from '../../core/summary/facts.ts';
import { byType, pendingByType } from '../../core/summary/renew-summary.ts';
import { summaryFromJson } from '../../core/summary/summary-json.ts';
import type { Store } from '../../ports/store.ts';
import type { PageOf, ReportPage } from './report-page.ts';

export interface SummaryReport {
  readonly session: string;
  /** The kind of the run that it is of (core/kinds). */
  readonly kind: string;
  /** What made it. */
  readonly cause: string;
  /** Milliseconds since 1970, UTC. */
  readonly createdAt: number;
  readonly recalculationCount: number;
  readonly facts: SummaryFacts;
  /** One for each type, in their order. */
  readonly clusters: Readonly<Record<string, number>>;
  readonly clustersPending: Readonly<Record<string, number>>;
  readonly narrative: string;
  /** A language model's words; null where it has none. */
  readonly aiNarrative: string | null;
}

/** Null when the session is unknown, or nothing was reconciled in it yet. */
export async function reportSummary(store: Store, key: SessionKey): Promise<SummaryReport | null> {
  if ((await store.sessions.get(key)) === null) return null;
  const row = await store.summaries.latest(key);
  return row && latestReport(key, row, await store.clusters.counts(key));
}

/** Oldest first; a place is the recalculation count of the page before. Null as above. */
export async function reportSummaries(
  store: Store,
  key: SessionKey,
  { after, limit }: PageOf<number>,
): Promise<ReportPage<SummaryReport, number> | null> {
  if ((await store.sessions.get(key)) === null) return null;
  const rows = await store.summaries.history(key);
  const counts = await store.clusters.counts(key);
  const rest = rows.filter(({ recalculationCount }) => recalculationCount > (after ?? 0));
  const shown = rest.slice(0, limit);
  return {
    items: shown.map((row) => (row === rows.at(-1) ? latestReport(key, row, counts) : reportOf(key, row))),
    next: rest.length > limit ? shown.at(-1)!.recalculationCount : null,
    total: rows.length,
  };
}

/** An earlier summary, as it was written; those of before kept no status, and say that all were pending. */
function reportOf(key: SessionKey, { cause, createdAt, recalculationCount, summary }: SummaryRow): SummaryReport {
  const { facts, scope } = summaryFromJson(summary);
  const clusters = { ...facts.clusters };
  const { session } = key;
  // Those of before were all of banking.
  const { narrative, aiNarrative = null, kind = BANKING_KIND.name } = scope;
  const made = { session, kind, cause, createdAt, recalculationCount };
  const clustersPending = { ...(facts.clustersPending ?? facts.clusters) };
  return { ...made, facts, clusters, clustersPending, narrative, aiNarrative };
}

function latestReport(key: SessionKey, row: SummaryRow, counts: readonly ClusterCount[]): SummaryReport {
  return { ...reportOf(key, row), clusters: byType(counts), clustersPending: pendingByType(counts) };
}

// Exception clusters, of one session or of all sessions of a partner, in order of their creation.

import type { Cluster } from '../../core/records/documents/clusters.ts';
import type { SessionKey } from '../../core/records/session-key.ts';
import type { ClusterFilter, ClusterScope } from '../../ports/clusters.ts';
import type { Store } from '../../ports/store.ts';
import type { PageOf, ReportPage } from './report-page.ts';

type ClusterPage = ReportPage<Cluster, number>;

/** An unknown session has no clusters here; reportSessionClusters tells the two apart. */
export async function reportClusters(
  store: Store,
  scope: ClusterScope,
  { filter, page }: { readonly filter: ClusterFilter; readonly page: PageOf<number> },
): Promise<ClusterPage> {
  const { clusters, next } = await store.clusters.page(scope, { ...filter, ...page });
  return { items: clusters, next, total: await store.clusters.count(scope, filter) };
}

/** Null if the session is unknown, or was never reconciled. */
export async function reportSessionClusters(
  store: Store,
  key: SessionKey,
  asked: { readonly filter: ClusterFilter; readonly page: PageOf<number> },
): Promise<ClusterPage | null> {
  const session = await store.sessions.get(key);
  return session === null || session.runId === null ? null : reportClusters(store, key, asked);
}

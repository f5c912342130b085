// Clusters by filter and order. The first question reads the table of the scope, and keeps the ordered ids under a
// digest; every other place of the list is then read by its ids alone. A commit of a session of the list replaces it.

import { NO_DAY } from '../../core/money/calendar.ts';
import type { Cluster } from '../../core/records/documents/clusters.ts';
import { SIDES, type Side } from '../../core/records/rows/columns.ts';
import { summaryFromJson } from '../../core/summary/summary-json.ts';
import { type ClusterTable, joinTables } from '../../core/worklist/cluster-table.ts';
import { ageOf, type ClusterChoice, type Ordering, selectClusters } from '../../core/worklist/select-clusters.ts';
import type { ClusterScope } from '../../ports/clusters.ts';
import type { Store } from '../../ports/store.ts';
import type { ReportRow } from '../reports/report-row.ts';
import type { ReadingDependencies } from '../rows/read-stored-rows.ts';
import type { KeptList, KeptLists } from './kept-lists.ts';
import { clusterAt, eachWith, type OpenTexts } from './open-texts.ts';
import { rowsOfMembers } from './rows-of-members.ts';

export interface WorklistDependencies extends ReadingDependencies {
  readonly lists: KeptLists;
  readonly texts: OpenTexts;
}

/** What a list is of. */
export interface ListQuery {
  readonly scope: ClusterScope;
  readonly choice: Omit<ClusterChoice, 'named'>;
  readonly order: Ordering;
  /** Of open rows; null: not asked for. */
  readonly account: string | null;
  readonly text: string | null;
}

export interface ListedCluster {
  readonly cluster: Cluster;
  readonly ageDays: number | null;
  /** The first rows of each side. */
  readonly rows: Readonly<Record<Side, readonly ReportRow[]>>;
}

/** Rows of a side that a list shows of each cluster. */
const ROWS_SHOWN = 3;

/** Clusters that the store reads at a time. */
const AT_ONCE = 16_384;

/** A list, and the digest that names its clusters. Null if the session is unknown, or was never reconciled. */
export async function listClusters(
  deps: WorklistDependencies,
  query: ListQuery,
): Promise<{ readonly digest: string; readonly list: KeptList } | null> {
  const { scope, choice, order } = query;
  const versions = await versionsOf(deps.store, scope);
  if (versions === null) return null;
  const table = await tableOf(deps.store, scope);
  const asOf = await asOfDays(deps.store, scope, table.sessions);
  const named = await namedBy(deps, query, table);
  const { places, facets, amounts } = selectClusters(table, {
    ...{ choice: { ...choice, named }, order },
    asOf: (session) => asOf.get(session) ?? null,
  });
  const list: KeptList = {
    ...{ facets, amounts, asOf, versions, kinds: table.kinds },
    clusterIds: Array.from(places, (place) => table.clusterIds[place]),
    kind: Uint16Array.from(places, (place) => table.kind[place]),
  };
  const digest = deps.digest([versions, ' ', list.clusterIds.join(' ')]).slice(0, 32);
  deps.lists.put(nameOf(query, digest), list);
  return { digest, list };
}

/** The list of a digest; null if a run replaced clusters of it since, or it can no longer be made. */
export async function keptList(deps: WorklistDependencies, query: ListQuery, digest: string): Promise<KeptList | null> {
  const kept = deps.lists.get(nameOf(query, digest));
  if (kept !== undefined) return (await versionsOf(deps.store, query.scope)) === kept.versions ? kept : null;
  const made = await listClusters(deps, query);
  return made !== null && made.digest === digest ? made.list : null;
}

/** The clusters from a place of the list on; null if one of them is void since. */
export async function clustersAt(
  deps: WorklistDependencies,
  { scope }: ListQuery,
  { list, offset, limit }: { readonly list: KeptList; readonly offset: number; readonly limit: number },
): Promise<readonly ListedCluster[] | null> {
  const ids = list.clusterIds.slice(offset, offset + limit);
  const found = new Map((await deps.store.clusters.get(scope, ids)).map((cluster) => [cluster.clusterId, cluster]));
  if (found.size < ids.length) return null;
  const clusters = ids.map((id) => found.get(id)!);
  const shown = ({ members }: Cluster, side: Side) =>
    members.filter((member) => member.side === side).slice(0, ROWS_SHOWN);
  const members = clusters.flatMap((cluster) => SIDES.flatMap((side) => shown(cluster, side)));
  const rows = await rowsOfMembers(deps, scope, members);
  const rowsOf = (cluster: Cluster, side: Side) =>
    shown(cluster, side).flatMap(({ recordId }) => rows.get(recordId) ?? []);
  return clusters.map((cluster) => ({
    cluster,
    ageDays: ageOf(firstDayOf(cluster), list.asOf.get(cluster.session) ?? null),
    rows: { gl: rowsOf(cluster, 'gl'), bank: rowsOf(cluster, 'bank') },
  }));
}

export const firstDayOf = ({ sampleGlDay, sampleBankDay }: Cluster): number =>
  sampleGlDay === null || sampleBankDay === null
    ? (sampleGlDay ?? sampleBankDay ?? NO_DAY)
    : Math.min(sampleGlDay, sampleBankDay);

const nameOf = (query: ListQuery, digest: string): string => JSON.stringify([digest, query]);

/** What changes when a session of the scope is committed. */
async function versionsOf(store: Store, { tenant, partner, session }: ClusterScope): Promise<string | null> {
  if (session === undefined) {
    const all = await store.sessions.list({ tenant, partner });
    return JSON.stringify(all.map(({ key, version }) => [key.session, version]));
  }
  const found = await store.sessions.get({ tenant, partner, session });
  return found === null || found.runId === null ? null : String(found.version);
}

export async function tableOf(store: Store, scope: ClusterScope): Promise<ClusterTable> {
  const parts: ClusterTable[] = [];
  let after: number | null = null;
  do {
    const { table, next }: Awaited<ReturnType<Store['clusters']['table']>> = await store.clusters.table(scope, {
      after,
      limit: AT_ONCE,
    });
    parts.push(table);
    after = next;
  } while (after !== null);
  return joinTables(parts);
}

export async function asOfDays(
  store: Store,
  { tenant, partner }: ClusterScope,
  sessions: readonly string[],
): Promise<ReadonlyMap<string, number | null>> {
  const days = new Map<string, number | null>();
  for (const session of sessions) {
    const latest = await store.summaries.latest({ tenant, partner, session });
    days.set(session, latest === null ? null : summaryFromJson(latest.summary).facts.asOfDay);
  }
  return days;
}

/** The clusters with open rows of the account that have the text; null if neither is asked for. */
async function namedBy(
  { texts }: Pick<WorklistDependencies, 'texts'>,
  { scope: { tenant, partner }, account, text }: ListQuery,
  table: ClusterTable,
): Promise<ReadonlySet<string> | null> {
  if (account === null && text === null) return null;
  const sought = (text ?? '').toLowerCase();
  const named = new Set(
    account === null ? table.clusterIds.filter((id) => sought !== '' && id.startsWith(sought)) : [],
  );
  for (const session of table.sessions) {
    await texts.each({ tenant, partner, session }, (piece) => {
      const place = account === null ? null : piece.accounts.indexOf(account);
      const add = (row: number) => {
        if (place !== null && piece.account[row] !== place) return;
        const clusterId = clusterAt(piece, row);
        if (clusterId !== null) named.add(clusterId);
      };
      if (sought !== '') eachWith(piece, sought, add);
      else if (place !== -1) for (let row = 0; row < piece.count; row++) add(row);
    });
  }
  return named;
}

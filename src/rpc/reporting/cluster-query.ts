// Clusters by filter and order: requests to lists that are kept, pages of them, and the ids of all.

import type { MessageInitShape } from '@bufbuild/protobuf';
import {
  ClusterGroupingSchema,
  type ClusterGroupSchema,
  ClusterOrder,
  type ListedClusterSchema,
  type QueryClustersRequest,
  type QueryClustersResponseSchema,
} from '../../../gen/tieout/reporting/v1/cluster_query_pb.ts';
import type { ReportingService } from '../../../gen/tieout/reporting/v1/reporting_service_pb.ts';
import { ClusterTypeSchema, DecisionStatusSchema } from '../../../gen/tieout/resolution/v1/vocabulary_pb.ts';
import { TieoutError } from '../../core/errors.ts';
import { parseDay } from '../../core/money/calendar.ts';
import { type DecisionStatus, verticalName } from '../../core/records/documents/clusters.ts';
import { AGEING_BANDS } from '../../core/summary/ageing.ts';
import type { ClusterGroup, ClusterGrouping } from '../../core/worklist/group-clusters.ts';
import type { ReadingDependencies } from '../../workflows/rows/read-stored-rows.ts';
import { groupsOfList } from '../../workflows/worklist/group-clusters.ts';
import { type KeptList, keptLists } from '../../workflows/worklist/kept-lists.ts';
import { openParts } from '../../workflows/worklist/open-parts.ts';
import { openTexts } from '../../workflows/worklist/open-texts.ts';
import {
  clustersAt,
  keptList,
  type ListedCluster,
  type ListQuery,
  listClusters,
  type WorklistDependencies,
} from '../../workflows/worklist/query-clusters.ts';
import { enumNames, enumNumber } from '../enum-names.ts';
import { PAGE_SIZE } from '../page-token.ts';
import type { ServiceHandlers } from '../services.ts';
import { foundOrThrow, sessionOf } from './asked-session.ts';
import { readSnapshot, refuseBeside, snapshotOf } from './cluster-snapshot.ts';
import { moneyNumber } from './json-money.ts';
import { clusterMessage, rowMessage, sideOf } from './reporting-messages.ts';

type QueryMethod = 'queryClusters' | 'groupClusters' | 'listClusterIds';

export function clusterQueryHandlers(
  reading: ReadingDependencies,
): Required<Pick<ServiceHandlers<typeof ReportingService>, QueryMethod>> {
  const texts = openTexts(reading.store);
  const deps: WorklistDependencies = { ...reading, lists: keptLists(), texts };
  const parts = openParts(texts);
  return {
    async queryClusters(request) {
      const { offset = 0, pageSize: limit = PAGE_SIZE } = request;
      const { query, snapshot, list } = await listOf(deps, request);
      const items = await clustersAt(deps, query, { list, offset, limit });
      if (items !== null) return queryMessage(list, { snapshot, offset, items });
      if (request.snapshot) throw replaced();
      // A run replaced clusters while the page was read.
      const again = await listOf(deps, request);
      const anew = await clustersAt(deps, query, { list: again.list, offset, limit });
      if (anew === null) throw replaced();
      return queryMessage(again.list, { snapshot: again.snapshot, offset, items: anew });
    },

    async groupClusters({ snapshot = '', groupBy, pageSize: limit = PAGE_SIZE, ...scope }) {
      const { digest, query } = readSnapshot(snapshot, scope);
      const asked = queryOf(query);
      const list = await keptList(deps, asked, digest);
      if (list === null) throw replaced();
      const names = enumNames(ClusterGroupingSchema).names;
      const by = [...new Set(groupBy)].map((grouping) => names.get(grouping) as ClusterGrouping);
      const groups = await groupsOfList({ store: deps.store, parts }, asked.scope, { list, by });
      return { items: groups.slice(0, limit).map(groupMessage), total: groups.length };
    },

    async listClusterIds({ snapshot = '', ...scope }) {
      const { digest, query } = readSnapshot(snapshot, scope);
      const list = await keptList(deps, queryOf(query), digest);
      if (list === null) throw replaced();
      const ids = list.kinds.map((): string[] => []);
      for (const [i, id] of list.clusterIds.entries()) ids[list.kind[i]].push(id);
      const groups = list.kinds.map((kind, i) => ({
        clusterType: enumNumber(ClusterTypeSchema)(kind.type),
        domain: verticalName(kind),
        clusterIds: ids[i],
      }));
      return { groups: groups.filter(({ clusterIds }) => clusterIds.length > 0), total: list.clusterIds.length };
    },
  };
}

async function listOf(
  deps: WorklistDependencies,
  request: QueryClustersRequest,
): Promise<{ readonly query: ListQuery; readonly snapshot: string; readonly list: KeptList }> {
  const { snapshot } = request;
  if (!snapshot) {
    const query = queryOf(request);
    const made = foundOrThrow(await listClusters(deps, query), sessionOf(request));
    return { query, snapshot: snapshotOf(request, made.digest), list: made.list };
  }
  refuseBeside(request);
  const read = readSnapshot(snapshot, request);
  const query = queryOf(read.query);
  const list = await keptList(deps, query, read.digest);
  if (list === null) throw replaced();
  return { query, snapshot, list };
}

const replaced = () =>
  new TieoutError(
    'snapshot_replaced',
    'The list has changed: a later run replaced clusters of it, or it can no longer be made. Ask for it anew by its filters',
  );

/** An empty text counts as none. */
function queryOf(request: QueryClustersRequest): ListQuery {
  const { tenantId: tenant = '', partnerId: partner = '', sessionId, orderBy, descending = false } = request;
  const nameOf = (schema: typeof ClusterTypeSchema | typeof DecisionStatusSchema) => (value: number) =>
    enumNames(schema).names.get(value) ?? '';
  return {
    scope: { tenant, partner, session: sessionId || undefined },
    choice: {
      types: request.clusterTypes.map(nameOf(ClusterTypeSchema)),
      statuses: request.decisionStatuses.map(nameOf(DecisionStatusSchema)) as DecisionStatus[],
      vertical: request.domain || null,
      side: sideOf(request.side),
      minAmount: request.minAmount ?? null,
      maxAmount: request.maxAmount ?? null,
      currency: request.currency || null,
      minAge: request.minAgeDays ?? null,
      maxAge: request.maxAgeDays ?? null,
      fromDay: parseDay(request.fromDate ?? ''),
      toDay: parseDay(request.toDate ?? ''),
      rule: request.rule || null,
      owner: request.owner || null,
      hasOwner: request.hasOwner ?? null,
      dueBefore: parseDay(request.dueBefore ?? ''),
      hasNote: request.hasNote ?? null,
    },
    order: {
      by: orderBy === ClusterOrder.AMOUNT ? 'amount' : orderBy === ClusterOrder.AGE ? 'age' : 'made',
      descending,
    },
    account: request.account || null,
    text: request.text || null,
  };
}

function queryMessage(
  { clusterIds, amounts, facets }: KeptList,
  of: { readonly snapshot: string; readonly offset: number; readonly items: readonly ListedCluster[] },
): MessageInitShape<typeof QueryClustersResponseSchema> {
  const { snapshot, offset, items } = of;
  const counts = (list: readonly { readonly value: string; readonly clusters: number }[]) => [...list];
  return {
    ...{ snapshot, offset, total: clusterIds.length },
    items: items.map(listedMessage),
    amounts: amounts.map(amountMessage),
    facets: {
      clusterTypes: counts(facets.types),
      decisionStatuses: counts(facets.statuses),
      domains: counts(facets.verticals),
      currencies: counts(facets.currencies),
      rules: counts(facets.rules),
      sessions: counts(facets.sessions),
      owners: counts(facets.owners),
      ages: AGEING_BANDS.map(({ fromDays, toDays }, band) => ({
        ...{ fromDays, toDays: toDays ?? undefined, clusters: facets.ages[band] },
      })),
    },
  };
}

const listedMessage = ({ cluster, ageDays, rows }: ListedCluster): MessageInitShape<typeof ListedClusterSchema> => ({
  cluster: clusterMessage(cluster),
  ageDays: ageDays ?? undefined,
  gl: rows.gl.map(rowMessage),
  bank: rows.bank.map(rowMessage),
});

const amountMessage = ({ currency, clusters, amountMinor }: KeptList['amounts'][number]) => ({
  ...{ currency, clusters, amount: moneyNumber(amountMinor, currency) },
});

const groupMessage = (group: ClusterGroup): MessageInitShape<typeof ClusterGroupSchema> => ({
  values: [...group.values],
  clusters: group.clusterIds.length,
  amounts: group.amounts.map(amountMessage),
  oldestDays: group.oldestDays ?? undefined,
  clusterIds: [...group.clusterIds],
  decided: [...group.decided],
});

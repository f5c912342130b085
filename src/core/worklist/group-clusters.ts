// Groups of clusters that are alike, and what was decided on clusters that are alike with them.

import { exponentOf, formatGrouped } from '../money/money.ts';
import { DECISION_STATUSES } from '../records/documents/clusters.ts';
import { type ClusterTable, firstDayAt } from './cluster-table.ts';
import type { NarrationParts } from './narration-shape.ts';
import { ageOf } from './select-clusters.ts';

export const CLUSTER_GROUPINGS = ['cluster_type', 'narration', 'counterparty', 'amount', 'rule', 'owner'] as const;
export type ClusterGrouping = (typeof CLUSTER_GROUPINGS)[number];

export interface ClusterGroup {
  /** In the order of the groupings. */
  readonly values: readonly string[];
  /** In the order of the list. */
  readonly clusterIds: readonly string[];
  /** Unsigned sums by currency, in order of the code. */
  readonly amounts: readonly { readonly currency: string; readonly clusters: number; readonly amountMinor: bigint }[];
  readonly oldestDays: number | null;
  readonly decided: readonly { readonly value: string; readonly clusters: number }[];
}

interface Grouped {
  readonly by: readonly ClusterGrouping[];
  /** The ids to group, in their order. */
  readonly clusterIds: readonly string[];
  readonly partsOf: (clusterId: string) => NarrationParts;
  readonly asOf: (session: string) => number | null;
}

/** `table`: every cluster of the partner. The largest groups first, equal ones by their values. */
export function groupClusters(table: ClusterTable, { by, clusterIds, partsOf, asOf }: Grouped): ClusterGroup[] {
  const placeOf = new Map(table.clusterIds.map((id, place) => [id, place]));
  const value: Readonly<Record<ClusterGrouping, (i: number) => string>> = {
    cluster_type: (i) => table.kinds[table.kind[i]].type,
    narration: (i) => partsOf(table.clusterIds[i]).shape,
    counterparty: (i) => partsOf(table.clusterIds[i]).name,
    amount: (i) =>
      Number.isNaN(table.amount[i]) ? '' : amountText(table.amount[i], table.currencies[table.currency[i]]),
    rule: (i) => table.rules[table.rule[i]],
    owner: (i) => table.owners[table.owner[i]],
  };
  const valuesOf = (i: number): string[] => by.map((grouping) => value[grouping](i));
  const keyOf = (i: number): string => JSON.stringify(valuesOf(i));
  const groups = Map.groupBy(
    clusterIds.flatMap((id) => placeOf.get(id) ?? []),
    keyOf,
  );
  const decided = new Map<string, number[]>();
  for (let i = 0; i < table.count; i++) {
    if (table.status[i] === 0) continue;
    const key = keyOf(i);
    if (!groups.has(key)) continue;
    const counts = decided.get(key) ?? DECISION_STATUSES.map(() => 0);
    counts[table.status[i]]++;
    decided.set(key, counts);
  }
  const days = table.sessions.map(asOf);
  return [...groups]
    .map(([key, places]) => ({
      values: valuesOf(places[0]!),
      clusterIds: places.map((i) => table.clusterIds[i]),
      amounts: amountsOf(table, places),
      oldestDays: oldestOf(places.map((i) => ageOf(firstDayAt(table, i), days[table.session[i]]))),
      decided: (decided.get(key) ?? []).flatMap((clusters, status) =>
        clusters === 0 ? [] : [{ value: DECISION_STATUSES[status], clusters }],
      ),
    }))
    .sort((a, b) => b.clusterIds.length - a.clusterIds.length || (a.values.join('\n') < b.values.join('\n') ? -1 : 1));
}

/** An unsigned amount as people read it. */
const amountText = (minor: number, currency: string): string =>
  `${currency} ${formatGrouped(minor, exponentOf(currency))}`;

const oldestOf = (ages: readonly (number | null)[]): number | null =>
  ages.reduce((oldest, age) => (age === null || (oldest !== null && oldest >= age) ? oldest : age), null);

function amountsOf(table: ClusterTable, places: readonly number[]): ClusterGroup['amounts'] {
  return [...Map.groupBy(places, (i) => table.currencies[table.currency[i]])]
    .map(([currency, some]) => ({
      currency,
      clusters: some.length,
      amountMinor: some.reduce((sum, i) => sum + (Number.isNaN(table.amount[i]) ? 0n : BigInt(table.amount[i])), 0n),
    }))
    .sort((a, b) => (a.currency < b.currency ? -1 : 1));
}

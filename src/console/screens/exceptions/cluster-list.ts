// A list of exceptions by filter and order, as the service keeps it under a snapshot: any place of it is asked for by its
// offset, so that a scrollbar may jump. Decisions move nothing in it, and show.

import { Side } from '../../../../gen/tieout/engine/v1/vocabulary_pb.ts';
import {
  ClusterOrder,
  type ListedCluster,
  type QueryClustersResponse,
} from '../../../../gen/tieout/reporting/v1/cluster_query_pb.ts';
import {
  type ClusterType,
  ClusterTypeSchema,
  DecisionStatus,
} from '../../../../gen/tieout/resolution/v1/vocabulary_pb.ts';
import { reporting } from '../../state/clients.ts';
import type { GridRows } from '../../state/grid-rows.ts';
import type { ScreenProps } from '../screen.ts';

const PAGE = 100;

export type Filters = Readonly<Record<string, string>>;

/** Views by name: which states they show, and in which order. */
export const VIEWS: Readonly<Record<string, { readonly title: string; readonly statuses: readonly DecisionStatus[] }>> =
  {
    pending: { title: 'To decide', statuses: [DecisionStatus.PENDING] },
    aged: { title: 'Over 30 days', statuses: [DecisionStatus.PENDING] },
    escalated: { title: 'Escalated', statuses: [DecisionStatus.ESCALATED] },
    decided: { title: 'Decided', statuses: [DecisionStatus.APPROVED, DecisionStatus.REJECTED] },
    any: { title: 'All', statuses: [] },
  };

export const viewOf = ({ status = 'pending' }: Filters): string => (VIEWS[status] === undefined ? 'pending' : status);

const ORDERS: Readonly<Record<string, ClusterOrder>> = {
  made: ClusterOrder.MADE,
  amount: ClusterOrder.AMOUNT,
  age: ClusterOrder.AGE,
};

export function classNamed(name: string | undefined): ClusterType | null {
  const found = ClusterTypeSchema.values.find(({ localName }) => localName.toLowerCase() === name);
  return found === undefined ? null : (found.number as ClusterType);
}

export function queryOf({ tenant, partner, session }: ScreenProps, filters: Filters) {
  const view = viewOf(filters);
  const type = classNamed(filters['class']);
  const { text = '', side, min, max, order = 'amount', rule } = filters;
  return {
    ...{ tenantId: tenant, partnerId: partner, pageSize: PAGE },
    ...(session !== '' && { sessionId: session }),
    ...(type !== null && { clusterTypes: [type] }),
    decisionStatuses: [...VIEWS[view]!.statuses],
    ...(view === 'aged' && { minAgeDays: 31 }),
    ...(text !== '' && { text }),
    ...(rule !== undefined && { rule }),
    ...(side !== undefined && { side: side === 'gl' ? Side.GL : Side.BANK }),
    ...(min !== undefined && Number(min) > 0 && { minAmount: Number(min) }),
    ...(max !== undefined && Number(max) > 0 && { maxAmount: Number(max) }),
    orderBy: ORDERS[order] ?? ClusterOrder.AMOUNT,
    descending: order !== 'made',
  };
}

export class ClusterList {
  readonly first: QueryClustersResponse;
  readonly #place: ScreenProps;
  readonly #pages = new Map<number, readonly ListedCluster[]>();
  readonly #asked = new Set<number>();
  readonly #onChange: (list: ClusterList) => void;
  readonly #onFailure: (error: unknown) => void;

  private constructor(
    first: QueryClustersResponse,
    place: ScreenProps,
    told: { readonly onChange: (list: ClusterList) => void; readonly onFailure: (error: unknown) => void },
  ) {
    this.first = first;
    this.#place = place;
    this.#onChange = told.onChange;
    this.#onFailure = told.onFailure;
    this.#pages.set(0, first.items);
    this.#asked.add(0);
  }

  static async open(
    place: ScreenProps,
    filters: Filters,
    told: { readonly onChange: (list: ClusterList) => void; readonly onFailure: (error: unknown) => void },
  ): Promise<ClusterList> {
    return new ClusterList(await reporting.queryClusters(queryOf(place, filters)), place, told);
  }

  get snapshot(): string {
    return this.first.snapshot;
  }

  /** A new object each time: the table looks for one. */
  rows(): GridRows<ListedCluster> {
    return {
      count: this.first.total,
      at: (index) => this.#pages.get(Math.floor(index / PAGE))?.[index % PAGE],
      want: (first, last) => {
        for (let page = Math.floor(first / PAGE); page <= Math.floor(last / PAGE); page++) {
          if (this.#asked.has(page)) continue;
          this.#asked.add(page);
          void this.#load(page);
        }
      },
    };
  }

  /** The pages that are here, as they stand now. */
  async renew(): Promise<void> {
    await Promise.all([...this.#pages.keys()].map((page) => this.#load(page)));
  }

  async #load(page: number): Promise<void> {
    try {
      const { tenant, partner } = this.#place;
      const { items } = await reporting.queryClusters({
        ...{ tenantId: tenant, partnerId: partner, snapshot: this.snapshot, offset: page * PAGE, pageSize: PAGE },
      });
      this.#pages.set(page, items);
      this.#onChange(this);
    } catch (error) {
      this.#asked.delete(page);
      this.#onFailure(error);
    }
  }
}

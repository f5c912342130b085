// Deciding exceptions. Each call names the ids of one class and domain; what it did is read back from the audit, because
// the answer names approvals alone, and somebody else may have been first.

import {
  ReconciliationCustomerType,
  ServiceType,
  ServiceTypeSchema,
} from '../../../../gen/tieout/engine/v1/vocabulary_pb.ts';
import type { ListedCluster } from '../../../../gen/tieout/reporting/v1/cluster_query_pb.ts';
import {
  type ClusterType,
  type DecisionType,
  DecisionTypeSchema,
} from '../../../../gen/tieout/resolution/v1/vocabulary_pb.ts';
import { reporting, resolution } from '../../state/clients.ts';
import { allPages } from '../../state/pages.ts';
import { actOrPropose } from '../../state/propose.ts';
import type { ScreenProps } from '../screen.ts';

/** Ids that one call of resolve may decide together. */
export interface Deciding {
  readonly clusterType: ClusterType;
  readonly domain: string;
  readonly clusterIds: readonly string[];
}

export interface Decided {
  readonly done: readonly Deciding[];
  readonly count: number;
  /** Ids that somebody else had decided already. */
  readonly elsewhere: readonly string[];
  /** The number of exceptions that wait for a second person, whom the policy asks for. */
  readonly proposed: number;
}

interface Decision {
  readonly decision: DecisionType;
  readonly note: string;
  readonly teaches: boolean;
}

/** Most ids in one call. */
const MOST = 50_000;

export function groupsOf(clusters: readonly ListedCluster[]): readonly Deciding[] {
  const groups = new Map<string, { clusterType: ClusterType; domain: string; clusterIds: string[] }>();
  for (const { cluster } of clusters) {
    const { clusterType, domain, clusterId } = cluster!;
    const key = `${clusterType} ${domain}`;
    const group = groups.get(key) ?? { clusterType, domain, clusterIds: [] };
    group.clusterIds.push(clusterId);
    groups.set(key, group);
  }
  return [...groups.values()];
}

/** Everything of a list, also what is not loaded. Throws where the snapshot is gone. */
export async function groupsOfList({ tenant, partner }: ScreenProps, snapshot: string): Promise<readonly Deciding[]> {
  const { groups } = await reporting.listClusterIds({ tenantId: tenant, partnerId: partner, snapshot });
  return groups;
}

export async function decide(place: ScreenProps, groups: readonly Deciding[], decision: Decision): Promise<Decided> {
  const done: Deciding[] = [];
  const elsewhere: string[] = [];
  let proposed = 0;
  for (const group of groups.flatMap(cut)) {
    const requestId = freshId();
    const order = {
      ...{ tenantId: place.tenant, partnerId: place.partner, clusterType: group.clusterType },
      ...whoseOf(group.domain),
      ...{ decision: decision.decision, clusterIds: [...group.clusterIds], resolutionRequestId: requestId },
      isRecurring: decision.teaches,
      ...(decision.note !== '' && { note: decision.note }),
    };
    const { tenant, partner } = place;
    const asked = { tenant, partner, order: { decision: order }, note: decision.note };
    if ((await actOrPropose(() => resolution.resolve(order), asked)) === null) {
      proposed += group.clusterIds.length;
      continue;
    }
    const rows = await allPages((pageToken) =>
      reporting.listResolutions({
        ...{
          tenantId: place.tenant,
          partnerId: place.partner,
          resolutionRequestId: requestId,
          pageSize: 1000,
          pageToken,
        },
      }),
    );
    const decided = new Set(rows.map(({ clusterId }) => clusterId));
    done.push({ ...group, clusterIds: group.clusterIds.filter((id) => decided.has(id)) });
    for (const id of group.clusterIds) if (!decided.has(id)) elsewhere.push(id);
  }
  return { done, count: done.reduce((sum, { clusterIds }) => sum + clusterIds.length, 0), elsewhere, proposed };
}

function cut(group: Deciding): Deciding[] {
  const { clusterIds } = group;
  const parts: Deciding[] = [];
  for (let at = 0; at < clusterIds.length; at += MOST)
    parts.push({ ...group, clusterIds: clusterIds.slice(at, at + MOST) });
  return parts;
}

/** The customer type, and the service, that resolve wants for a domain. */
export function whoseOf(domain: string) {
  if (domain === 'mfb') return { customerType: ReconciliationCustomerType.MFB };
  const service = ServiceTypeSchema.values.find(({ localName }) => localName.toLowerCase() === domain)?.number;
  return {
    customerType: ReconciliationCustomerType.COMMERCIAL_BANK,
    service: (service ?? ServiceType.OTHER) as ServiceType,
  };
}

/** Browsers have no randomUUID on pages without TLS. */
export function freshId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return `console-${[...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

/** approved, rejected, escalated, reopened */
export const decisionName = (decision: DecisionType): string =>
  DecisionTypeSchema.value[decision]!.localName.toLowerCase();

// The collections of clusters by domain, and the stored values by which they are found. Banking and holdings have
// collections of their own; commercial clusters share one, in which every query names domains. In the protos the
// domain of a commercial cluster is its service, and another program writes it so. Tieout writes atm, with
// the service beside it. Both are found, decided and shown as one vertical.

import type { Collection, Filter } from 'mongodb';
import { BANK_SERVICES } from '../../../core/fees/bank-service.ts';
import {
  type Domain,
  isDomain,
  UNNAMED_SERVICE,
  type Vertical,
  verticalNamed,
} from '../../../core/records/documents/clusters.ts';
import { textOf } from '../contract-names.ts';
import type { ClusterDocument } from '../decision-documents.ts';
import type { Collections } from '../documents.ts';

export type ClusterCollection = Collection<ClusterDocument>;

/** A collection, and the filter on domain and service for a query of it. */
interface Place {
  readonly clusters: ClusterCollection;
  readonly within: Filter<ClusterDocument>;
}

type OfClusters = Pick<Collections, 'banking_clusters' | 'commercial_clusters' | 'asset_clusters'>;

/** Domains of the shared collection. */
export const COMMERCIAL: readonly string[] = BANK_SERVICES;

/** The collection of each domain. */
export const collectionsByDomain = (collections: OfClusters): Readonly<Record<Domain, ClusterCollection>> => ({
  mfb: collections.banking_clusters,
  nip: collections.commercial_clusters,
  atm: collections.commercial_clusters,
  asset: collections.asset_clusters,
});

/** The places of a domain's clusters, or of all clusters. */
export function placesOf(
  collections: OfClusters,
  { domain, service }: { readonly domain?: string | undefined; readonly service?: string | undefined } = {},
): readonly Place[] {
  if (domain === undefined) {
    const { banking_clusters, commercial_clusters, asset_clusters } = collections;
    return [
      { clusters: banking_clusters, within: {} },
      { clusters: commercial_clusters, within: { domain: { $in: [...COMMERCIAL] } } },
      { clusters: asset_clusters, within: {} },
    ];
  }
  if (!isDomain(domain)) return [];
  return [{ clusters: collectionsByDomain(collections)[domain], within: ofVertical({ domain, service }) }];
}

/** The filter for a domain and service. Without a service: the whole domain. */
export function ofVertical({
  domain,
  service,
}: {
  readonly domain: string;
  readonly service?: string | null | undefined;
}): Filter<ClusterDocument> {
  if (domain !== 'atm') return { domain };
  if (service === null || service === undefined)
    return { domain: { $in: COMMERCIAL.filter((name) => name !== 'nip') } };
  if (service === UNNAMED_SERVICE) return { domain, service: { $in: [service, null] } };
  return { domain: { $in: [domain, service] }, $or: [{ domain: service }, { domain, service }] };
}

/** The vertical of a stored cluster. */
export function verticalOf({
  domain,
  service,
}: {
  readonly domain?: string | null | undefined;
  readonly service?: string | null | undefined;
}): Vertical {
  const named = textOf(domain) ?? '';
  if (!isDomain(named) && COMMERCIAL.includes(named)) return verticalNamed(named);
  return { domain: named, service: textOf(service) };
}

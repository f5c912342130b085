// Which collection clusters of a domain are in, and by which stored values they are found there. Those of banking and of
// holdings have collections of their own; the commercial ones share another, in which every query names domains. The
// contract's domain of a commercial cluster is its service (spec/2, Derived value `domain`), and so another program
// writes it. Tieout writes atm with the service beside it. Both are one vertical: each is found, decided and shown so.

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

/** A collection, and what a query of it says of domain and service. */
interface Place {
  readonly clusters: ClusterCollection;
  readonly within: Filter<ClusterDocument>;
}

type OfClusters = Pick<Collections, 'banking_clusters' | 'commercial_clusters' | 'asset_clusters'>;

/** Domains of the collection that is shared. */
export const COMMERCIAL: readonly string[] = BANK_SERVICES;

/** Where clusters of a domain are. */
export const collectionsByDomain = (collections: OfClusters): Readonly<Record<Domain, ClusterCollection>> => ({
  mfb: collections.banking_clusters,
  nip: collections.commercial_clusters,
  atm: collections.commercial_clusters,
  asset: collections.asset_clusters,
});

/** Where clusters of a domain are, or of any. */
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

/** Without a service all of the domain. */
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

// Snapshots of lists of clusters: the digest of the list, and the request that it was made by, opaque to clients. Tenant
// and partner are not in it: each call names them, and is admitted by them.

import { clone, fromBinary, toBinary } from '@bufbuild/protobuf';
import {
  type QueryClustersRequest,
  QueryClustersRequestSchema,
} from '../../../gen/tieout/reporting/v1/cluster_query_pb.ts';
import { InvalidRequest } from '../validation/problems.ts';

const DIGEST = /^[0-9a-f]{32}$/;
const UNSCOPED = ['tenantId', 'partnerId', 'pageSize', 'offset', 'snapshot'] as const;

export function snapshotOf(request: QueryClustersRequest, digest: string): string {
  const query = clone(QueryClustersRequestSchema, request);
  for (const name of UNSCOPED) delete query[name];
  const bytes = toBinary(QueryClustersRequestSchema, query);
  return Buffer.concat([Buffer.from(digest, 'hex'), bytes]).toString('base64url');
}

/** The digest, and the request with the asking one's tenant and partner. Throws InvalidRequest. */
export function readSnapshot(
  snapshot: string,
  { tenantId, partnerId }: Pick<QueryClustersRequest, 'tenantId' | 'partnerId'>,
): { readonly digest: string; readonly query: QueryClustersRequest } {
  const bytes = Buffer.from(snapshot, 'base64url');
  const digest = bytes.toString('hex', 0, 16);
  const query = queryIn(bytes.subarray(16));
  if (!DIGEST.test(digest) || query === null) throw badSnapshot('is no snapshot of this list');
  return { digest, query: Object.assign(query, { tenantId, partnerId }) };
}

function queryIn(bytes: Uint8Array): QueryClustersRequest | null {
  try {
    const query = fromBinary(QueryClustersRequestSchema, bytes);
    return UNSCOPED.every((name) => query[name] === undefined) && query.$unknown === undefined ? query : null;
  } catch {
    return null;
  }
}

/** Filters beside a snapshot would say something else than it, or nothing. Throws InvalidRequest. */
export function refuseBeside(request: QueryClustersRequest): void {
  const beside = QueryClustersRequestSchema.fields.filter(({ localName }) => {
    const value = request[localName as keyof QueryClustersRequest];
    const isGiven = Array.isArray(value) ? value.length > 0 : value !== undefined && value !== '';
    return isGiven && !(UNSCOPED as readonly string[]).includes(localName);
  });
  if (beside.length === 0) return;
  const msg = 'is part of the snapshot: leave it out';
  throw new InvalidRequest(beside.map(({ name }) => ({ type: 'beside_snapshot', path: [name], msg })));
}

const badSnapshot = (msg: string) => new InvalidRequest([{ type: 'snapshot', path: ['snapshot'], msg }]);

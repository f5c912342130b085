// A request for a decision from the bus. Its id makes it one operation, however often it is delivered; a digest of its
// content tells it from another request with the same id.

import type { Digest } from '../records/rows/identity.ts';
import { inOrderOfNames } from './audit-rows.ts';

interface RequestKey {
  readonly tenant: string;
  readonly partner: string;
  readonly requestId: string;
}

/** The operation id, in the form of a UUID's digits like those of other calls. */
export const operationOf = ({ tenant, partner, requestId }: RequestKey, digest: Digest): string =>
  digest(JSON.stringify(['resolution request', tenant, partner, requestId])).slice(0, 32);

/** Digest of the content of a request; order and spacing of its JSON have no effect. */
export const requestDigest = (order: object, digest: Digest): string =>
  digest(JSON.stringify(inOrderOfNames(order))).slice(0, 32);

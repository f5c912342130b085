// A request to decide that came on the bus: by its id it is one operation, however often it is delivered, and by the
// digest of what it asks for it is told from another request of that id.

import type { Digest } from '../records/rows/identity.ts';
import { inOrderOfNames } from './audit-rows.ts';

interface RequestKey {
  readonly tenant: string;
  readonly partner: string;
  readonly requestId: string;
}

/** In the form of a UUID's digits, as operations of other calls are. */
export const operationOf = ({ tenant, partner, requestId }: RequestKey, digest: Digest): string =>
  digest(JSON.stringify(['resolution request', tenant, partner, requestId])).slice(0, 32);

/** Over what is asked, in whatever order and spacing it was written. */
export const requestDigest = (order: object, digest: Digest): string =>
  digest(JSON.stringify(inOrderOfNames(order))).slice(0, 32);

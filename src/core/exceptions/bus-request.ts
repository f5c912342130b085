// A decision request from the bus. Its id makes it one operation, however often it is delivered. A digest of its
// content distinguishes it from another request with the same id.

import type { Digest } from '../records/rows/identity.ts';
import { inOrderOfNames } from './audit-rows.ts';

interface RequestKey {
  readonly tenant: string;
  readonly partner: string;
  readonly requestId: string;
}

/** The operation id: 32 hexadecimal digits, as in other calls. */
export const operationOf = ({ tenant, partner, requestId }: RequestKey, digest: Digest): string =>
  digest(JSON.stringify(['resolution request', tenant, partner, requestId])).slice(0, 32);

/** Digest of a request's content; order and spacing of its JSON do not matter. */
export const requestDigest = (order: object, digest: Digest): string =>
  digest(JSON.stringify(inOrderOfNames(order))).slice(0, 32);

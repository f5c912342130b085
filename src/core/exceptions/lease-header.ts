// The row lease that resolution holds while the engine of another process works for it: name, fence and operation, as
// percent-encoded JSON in the header x-tieout-lease. The routes that read it require the service token, so only
// Tieout's own processes can send it.

import { TieoutError } from '../errors.ts';

interface NamedLease {
  readonly name: string;
  readonly fence: number;
  /** The operation for which the engine makes groups; null from older versions. */
  readonly operationId: string | null;
}

export const LEASE_HEADER = 'x-tieout-lease';

export const leaseText = ({ name, fence, operationId }: NamedLease): string =>
  encodeURIComponent(JSON.stringify([name, fence, operationId]));

/** Null if no lease is named: the engine then takes one of its own. Throws usage. */
export function leaseIn(header: string | null): NamedLease | null {
  if (header === null) return null;
  try {
    const [name, fence, operationId = null] = JSON.parse(decodeURIComponent(header));
    const isNamed = operationId === null || typeof operationId === 'string';
    if (typeof name === 'string' && Number.isSafeInteger(fence) && isNamed) return { name, fence, operationId };
  } catch {
    // The error is thrown below.
  }
  throw new TieoutError('usage', `The header ${LEASE_HEADER} is not one that this service wrote.`);
}

// The row lease that resolution holds while the engine of another process works for it: its name and fence in the header
// x-tieout-lease, as percent-encoded JSON. The routes that read it want the service token, so nobody else is believed.

import { TieoutError } from '../errors.ts';

interface NamedLease {
  readonly name: string;
  readonly fence: number;
}

export const LEASE_HEADER = 'x-tieout-lease';

export const leaseText = ({ name, fence }: NamedLease): string => encodeURIComponent(JSON.stringify([name, fence]));

/** Null where none is named: the engine then takes its own. Throws usage. */
export function leaseIn(header: string | null): NamedLease | null {
  if (header === null) return null;
  try {
    const [name, fence] = JSON.parse(decodeURIComponent(header));
    if (typeof name === 'string' && Number.isSafeInteger(fence)) return { name, fence };
  } catch {
    // Said below.
  }
  throw new TieoutError('usage', `The header ${LEASE_HEADER} is not one that this service wrote.`);
}

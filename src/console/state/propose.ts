// An act that the partner's policy wants a second person for becomes a proposal: what would have been sent is kept with
// it, and carried out so once somebody else accepts it.

import type { MessageInitShape } from '@bufbuild/protobuf';
import type { OrderSchema } from '../../../gen/tieout/people/v1/proposals_pb.ts';
import { people } from './clients.ts';
import { failureOf } from './failure.ts';

interface Proposed {
  readonly tenant: string;
  readonly partner: string;
  readonly order: MessageInitShape<typeof OrderSchema>;
  readonly note: string;
}

export const PROPOSED = 'Proposed: the policy wants a second person, who finds it under Proposals.';

/** The answer of the act; null if it was proposed instead. Throws what the act throws, and what proposing throws. */
export async function actOrPropose<T>(
  act: () => Promise<T>,
  { tenant, partner, order, note }: Proposed,
): Promise<T | null> {
  try {
    return await act();
  } catch (error) {
    if (failureOf(error).code !== 'needs_review') throw error;
    await people.propose({ tenantId: tenant, partnerId: partner, order, ...(note !== '' && { note }) });
    return null;
  }
}

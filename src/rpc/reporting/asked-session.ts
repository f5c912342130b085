// The session that a request asks for, and the answer where it is unknown.

import { TieoutError } from '../../core/errors.ts';
import type { SessionKey } from '../../core/records/session-key.ts';

interface SessionRequest {
  readonly tenantId?: string | undefined;
  readonly partnerId?: string | undefined;
  readonly sessionId?: string | undefined;
}

export const sessionOf = ({ tenantId = '', partnerId = '', sessionId = '' }: SessionRequest): SessionKey => ({
  tenant: tenantId,
  partner: partnerId,
  session: sessionId,
});

/** Another tenant's session is answered like an unknown one. Throws not_found. */
export function foundOrThrow<T>(answer: T | null, { session }: SessionKey): T {
  if (answer !== null) return answer;
  throw new TieoutError(
    'not_found',
    `Session ${session} is unknown for this tenant and partner, or no run of it has succeeded yet.`,
  );
}

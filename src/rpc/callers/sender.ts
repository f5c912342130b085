// Who sent a request to decide on the bus. Without configured callers nobody is known, and every request counts. With
// them a request that proves no caller counts as that of the caller `anonymous`, and is refused where there is none.

import { ANYBODY, type Caller } from '../../core/callers/caller.ts';
import { TieoutError } from '../../core/errors.ts';
import type { ReceivedMessage } from '../../ports/bus.ts';
import type { Callers } from '../../ports/calls/callers.ts';
import { requireRole } from './roles.ts';

/** Throws unauthenticated or forbidden. `callers`: null where none are configured. */
export function senderOf(message: ReceivedMessage, callers: Callers | null): Caller {
  if (callers === null) return ANYBODY;
  const caller = callers.ofMessage(message) ?? callers.anonymous();
  if (caller === null) {
    throw new TieoutError(
      'unauthenticated',
      'The request proves no caller: it comes neither on the caller’s own subject nor with its signature',
    );
  }
  requireRole(caller, 'decide');
  return caller;
}

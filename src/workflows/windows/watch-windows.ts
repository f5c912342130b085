// Looks at sessions whose windows came before their rows, or stopped coming: nobody calls again for those.

import type { SessionKey } from '../../core/records/session-key.ts';
import type { Log } from '../../ports/log.ts';
import { Outage } from '../upkeep/outage.ts';
import { type Repeated, regularly } from '../upkeep/regularly.ts';
import { considerOpenWindows, type WindowDependencies } from './complete-window.ts';

const EVERY_MS = 15_000;

export function watchWindows(
  deps: WindowDependencies & { readonly log: Log },
  { everyMs = EVERY_MS, limit }: { readonly everyMs?: number; readonly limit?: number } = {},
): Repeated {
  const outage = new Outage(deps.log, { over: 'Finished windows are looked at again.' });
  const ofSessions = new Outage(deps.log, { over: 'The windows of every session can be looked at again.' });
  let after: string | null = null;
  /** Whether a session failed since the first page. */
  let isTrouble = false;
  const look = async (): Promise<void> => {
    if (after === null) isTrouble = false;
    const failed = (key: SessionKey, error: unknown): void => {
      isTrouble = true;
      ofSessions.failed(
        error,
        { ...key },
        'The finished windows of a session could not be looked at; it is tried again.',
      );
    };
    try {
      // Where the last look ended, so that every session has its turn, however many there are.
      after = await considerOpenWindows(deps, { after, failed, ...(limit !== undefined && { limit }) });
      outage.worked({});
      if (!isTrouble && after === null) ofSessions.worked({});
    } catch (error) {
      outage.failed(error, {}, 'Finished windows could not be looked at; it is tried again.');
    }
  };
  return regularly(look, { everyMs, atOnce: false });
}

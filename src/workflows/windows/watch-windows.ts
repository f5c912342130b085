// Looks at sessions whose windows came before them, or stopped coming: nobody calls again for those.

import type { Log } from '../../ports/log.ts';
import { Outage } from '../upkeep/outage.ts';
import { considerOpenWindows, type WindowDependencies } from './complete-window.ts';

const EVERY_MS = 15_000;

interface WindowWatch {
  stop(): Promise<void>;
}

export function watchWindows(
  deps: WindowDependencies & { readonly log: Log },
  { everyMs = EVERY_MS }: { readonly everyMs?: number } = {},
): WindowWatch {
  const outage = new Outage(deps.log, { over: 'Finished windows are looked at again.' });
  let looking: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    looking = considerOpenWindows(deps)
      .then(() => outage.worked({}))
      .catch((error) => outage.failed(error, {}, 'Finished windows could not be looked at; it is tried again.'));
  }, everyMs);
  return {
    stop() {
      clearInterval(timer);
      return looking;
    },
  };
}

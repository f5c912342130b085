// Asks, while a run computes, whether it must end. The run itself asks between two steps, but a step may take long with
// many rows. A run that must end is stopped at once, up to the commit; after it a run is always finished.

import { TieoutError } from '../../core/errors.ts';
import { ClaimLost } from '../upkeep/hold.ts';

const ASK_EVERY_MS = 1_000;

interface Watched {
  readonly isCommitted: () => Promise<boolean>;
  /** Ends the run, with the reason. */
  readonly end: (why: Error) => void;
}

/** `wanted` throws what ends the run; null: it is committed. */
export function watchWanted(
  wanted: (() => Promise<void>) | null,
  { isCommitted, end }: Watched,
): { readonly stop: () => void } {
  let isStopped = wanted === null;
  let timer: NodeJS.Timeout | undefined;
  const ask = async (): Promise<void> => {
    const why = await wanted!().then(
      () => null,
      (error: unknown) => (error instanceof ClaimLost || isEnd(error) ? error : null),
    );
    // The run itself notices a store that does not answer.
    if (why !== null && !(await isCommitted().catch(() => true)) && !isStopped) return end(why);
    again();
  };
  const again = (): void => {
    if (!isStopped) timer = setTimeout(() => void ask(), ASK_EVERY_MS).unref();
  };
  again();
  return {
    stop: () => {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}

const isEnd = (error: unknown): error is TieoutError =>
  error instanceof TieoutError && (error.code === 'cancelled' || error.code === 'run_took_too_long');

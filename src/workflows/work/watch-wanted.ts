// Asks while a run computes whether it is still wanted: between two of its steps it asks itself, and a step may take as
// long as its rows make it. What is no longer wanted is ended where it is, up to the commit; after it a run is brought to
// its end.

import { TieoutError } from '../../core/errors.ts';
import { ClaimLost } from '../upkeep/hold.ts';

const ASK_EVERY_MS = 1_000;

interface Watched {
  readonly isCommitted: () => Promise<boolean>;
  /** With why. */
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
    // A store that does not answer is noticed by the run itself.
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

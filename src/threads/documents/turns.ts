// Lets a few calls run at once, one for each partner, because a second one would only wait for the partner's rows. The
// others wait in order of arrival. If too many wait, or a call waits too long, the call fails.

import { TieoutError } from '../../core/errors.ts';

interface TurnsOptions {
  readonly atOnce: number;
  readonly mostWaiting: number;
  readonly mostWaitMs: number;
}

interface Waiting {
  readonly lane: string;
  readonly begin: () => void;
}

/** Throws documents_waiting if the call does not get its turn in time; it was not begun then. */
type Turns = <T>(lane: string, work: () => Promise<T>) => Promise<T>;

export function turns({ atOnce, mostWaiting, mostWaitMs }: TurnsOptions): Turns {
  const inHand = new Set<string>();
  const waiting: Waiting[] = [];

  function beginNext(): void {
    if (inHand.size === atOnce) return;
    const at = waiting.findIndex(({ lane }) => !inHand.has(lane));
    if (at < 0) return;
    const [next] = waiting.splice(at, 1);
    inHand.add(next!.lane);
    next!.begin();
  }

  function turnOf(lane: string): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const late = setTimeout(() => {
      waiting.splice(waiting.indexOf(call), 1);
      reject(busy());
    }, mostWaitMs).unref();
    const begin = () => {
      clearTimeout(late);
      resolve();
    };
    const call: Waiting = { lane, begin };
    waiting.push(call);
    beginNext();
    if (waiting.length > mostWaiting) {
      waiting.pop();
      clearTimeout(late);
      reject(busy());
    }
    return promise;
  }

  return async (lane, work) => {
    await turnOf(lane);
    try {
      return await work();
    } finally {
      inHand.delete(lane);
      beginNext();
    }
  };
}

const busy = () =>
  new TieoutError('documents_waiting', 'Other documents are worked on and many wait: ask again in a while.');

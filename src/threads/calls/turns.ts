// Lets a few calls run at once, and of one lane (a partner, a tenant) only so many, so that nobody waits for what another
// asked. Of those that may run, the lane with the fewest running is next, then whoever came first. If too many wait, or
// a call waits too long, the call fails.

import { TieoutError } from '../../core/errors.ts';

interface TurnsOptions {
  readonly atOnce: number;
  /** Most of one lane at once. */
  readonly atOnceOfLane: number;
  readonly mostWaiting: number;
  /** Most of one lane that wait. */
  readonly mostWaitingOfLane: number;
  readonly mostWaitMs: number;
}

interface Waiting {
  readonly lane: string;
  readonly begin: () => void;
}

/** Throws documents_waiting if the call does not get its turn in time; it was not begun then. */
export type Turns = <T>(lane: string, work: () => Promise<T>) => Promise<T>;

export function turns({ atOnce, atOnceOfLane, mostWaiting, mostWaitingOfLane, mostWaitMs }: TurnsOptions): Turns {
  const inHand = new Map<string, number>();
  const waiting: Waiting[] = [];
  let running = 0;
  const runningOf = ({ lane }: Waiting): number => inHand.get(lane) ?? 0;

  function beginNext(): void {
    if (running === atOnce) return;
    let next: Waiting | undefined;
    for (const one of waiting) {
      const isFewer = next === undefined || runningOf(one) < runningOf(next);
      if (isFewer && runningOf(one) < atOnceOfLane) next = one;
    }
    if (next === undefined) return;
    waiting.splice(waiting.indexOf(next), 1);
    running++;
    inHand.set(next.lane, runningOf(next) + 1);
    next.begin();
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
    const isWaiting = waiting.at(-1) === call;
    if (isWaiting && (waiting.length > mostWaiting || waitingOf(lane) > mostWaitingOfLane)) {
      waiting.pop();
      clearTimeout(late);
      reject(busy());
    }
    return promise;
  }

  const waitingOf = (lane: string): number => waiting.filter((one) => one.lane === lane).length;

  return async (lane, work) => {
    await turnOf(lane);
    try {
      return await work();
    } finally {
      running--;
      const left = inHand.get(lane)! - 1;
      if (left === 0) inHand.delete(lane);
      else inHand.set(lane, left);
      beginNext();
    }
  };
}

const busy = () =>
  new TieoutError('documents_waiting', 'Other documents are worked on and many wait: ask again in a while.');

// Watches what the store says of a thing: it is looked at again and again, once for all who watch the same, and told
// when it differs. The store is the truth, so that what another process did arrives too. What may be watched at once is
// bounded, and the more is watched, the longer between two looks.

import { TieoutError } from '../../core/errors.ts';
import { MAX_WATCHED, MAX_WATCHED_OF_CALLER } from '../../core/limits.ts';

/** Milliseconds between two looks at a thing, while few are watched. */
const LOOK_EVERY_MS = 500;
/**
 * What each watched thing adds to that: with one watcher each, a process never looks two hundred times a second; watchers
 * of one thing who began at other times make it at most twice as many. A look at a run is one query, one at a session
 * four, and one more for each act of the partner that is new.
 */
const MORE_EACH_MS = 5;
/** Proxies commonly cut what is silent for 60 seconds. */
const SAY_AGAIN_MS = 15_000;
/** Afterwards a caller asks anew: one whose token or role was taken away is not told for longer. */
const LONGEST_MS = 15 * 60_000;

interface WatchTimes {
  readonly lookEveryMs?: number;
  readonly sayAgainMs?: number;
  readonly longestMs?: number;
}

export interface Watched<T> {
  /** Things of one name are looked at together. */
  readonly name: string;
  /** `before`: the look before this one; null: there is none. One look ends before the next begins. */
  readonly read: (before: T | null) => Promise<T>;
}

export interface Watcher {
  /** Null: unknown. */
  readonly caller: string | null;
  /** Aborted when the watcher leaves. */
  readonly signal: AbortSignal;
}

export interface Watches {
  /**
   * What is read, at once and at every look; `isOld`: the time has come to say the last thing again. It ends when the
   * watcher leaves, after the longest time, or with `close`. Throws watched_too_often, and what reading throws.
   */
  follow<T>(thing: Watched<T>, watcher: Watcher): AsyncGenerator<{ readonly value: T; readonly isOld: boolean }>;
  /** Streams that are open. */
  count(): number;
  /** Ends every stream, and refuses further ones. */
  close(): void;
}

interface Shared {
  watchers: number;
  /** The latest look; null: none is recent enough. */
  look: Promise<unknown> | null;
  /** What was read last. */
  last: unknown;
}

export function createWatches(times: WatchTimes = {}): Watches {
  const { lookEveryMs = LOOK_EVERY_MS, sayAgainMs = SAY_AGAIN_MS, longestMs = LONGEST_MS } = times;
  const things = new Map<string, Shared>();
  const ofCaller = new Map<string | null, number>();
  const ending = new AbortController();
  let streams = 0;
  const everyMs = () => lookEveryMs + MORE_EACH_MS * things.size;

  /** One look of all who watch the thing; the next one begins a look's time later. */
  const lookAt = <T>({ name, read }: Watched<T>): Promise<T> => {
    const shared = things.get(name)!;
    const forget = () => {
      shared.look = null;
    };
    const look = async (): Promise<T> => {
      try {
        const value = await read(shared.last as T | null);
        shared.last = value;
        return value;
      } finally {
        // Half the time, so that whoever waited for a whole one looks anew.
        setTimeout(forget, everyMs() / 2).unref();
      }
    };
    shared.look ??= look();
    return shared.look as Promise<T>;
  };

  return {
    async *follow<T>(thing: Watched<T>, { caller, signal }: Watcher) {
      const own = ofCaller.get(caller) ?? 0;
      if (ending.signal.aborted || streams >= MAX_WATCHED || (caller !== null && own >= MAX_WATCHED_OF_CALLER)) {
        throw new TieoutError('watched_too_often', 'As much is watched as may be at once: ask without watching');
      }
      streams++;
      ofCaller.set(caller, own + 1);
      const shared = things.get(thing.name) ?? { watchers: 0, look: null, last: null };
      shared.watchers++;
      things.set(thing.name, shared);
      const ended = AbortSignal.any([signal, ending.signal]);
      const begun = performance.now();
      let saidAt = begun;
      let isHere = true;
      const leave = () => {
        if (!isHere) return;
        isHere = false;
        streams--;
        const left = ofCaller.get(caller)! - 1;
        if (left === 0) ofCaller.delete(caller);
        else ofCaller.set(caller, left);
        shared.watchers--;
        if (shared.watchers === 0) things.delete(thing.name);
      };
      // Whoever leaves before the first message is read leaves too.
      ended.addEventListener('abort', leave, { once: true });
      try {
        while (!ended.aborted && performance.now() - begun < longestMs) {
          const value = await lookAt(thing);
          const isOld = performance.now() - saidAt >= sayAgainMs;
          if (isOld) saidAt = performance.now();
          yield { value, isOld };
          await pause(everyMs(), ended);
        }
      } finally {
        ended.removeEventListener('abort', leave);
        leave();
      }
    },
    count: () => streams,
    close: () => ending.abort(),
  };
}

/** Ends early with the signal. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms).unref();
    if (signal.aborted) done();
    else signal.addEventListener('abort', done);
  });
}

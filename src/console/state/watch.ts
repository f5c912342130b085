// Follows a stream of the service for as long as somebody looks: a page in the background lets its stream go, because a
// browser keeps few connections to one place. When the stream breaks off, or a proxy holds it back, the screen goes back
// to asking, and tries the stream again.

import { useEffect, useRef, useState } from 'preact/hooks';
import { failureOf } from './failure.ts';

interface Watching<T> {
  readonly open: (signal: AbortSignal) => AsyncIterable<T>;
  readonly told: (message: T) => void;
  /** Called again and again while the stream is broken off. */
  readonly ask: () => void;
}

/** The time between two questions while the stream is broken off. */
export const ASK_MS = 2_000;
/** A stream without a message for so long is broken: the service says something every 15 seconds. */
const SILENT_MS = 40_000;

/** Failures that asking would meet again; the screen itself shows them. */
const FINAL = ['session_unknown', 'run_unknown', 'not_found', 'forbidden', 'unauthenticated', 'not_built'];

/** `key` names what is watched; null watches nothing. Returns false while the service is asked instead. */
export function useWatch<T>(key: string | null, watching: Watching<T>): boolean {
  const [isLive, setLive] = useState(true);
  const latest = useRef(watching);
  latest.current = watching;
  useEffect(() => {
    setLive(true);
    if (key === null) return;
    const ended = new AbortController();
    let stream = new AbortController();
    const hide = () => document.visibilityState === 'hidden' && stream.abort();
    document.addEventListener('visibilitychange', hide);
    void (async () => {
      while (!ended.signal.aborted) {
        await visible(ended.signal);
        if (ended.signal.aborted) return;
        stream = new AbortController();
        let silence = setTimeout(() => stream.abort(), SILENT_MS);
        let isBroken = false;
        try {
          for await (const message of latest.current.open(stream.signal)) {
            clearTimeout(silence);
            silence = setTimeout(() => stream.abort(), SILENT_MS);
            if (ended.signal.aborted) return;
            setLive(true);
            latest.current.told(message);
          }
        } catch (error) {
          if (FINAL.includes(failureOf(error).code)) return;
          isBroken = document.visibilityState === 'visible';
        } finally {
          clearTimeout(silence);
        }
        if (ended.signal.aborted) return;
        if (isBroken) {
          setLive(false);
          latest.current.ask();
        }
        await pause(ASK_MS, ended.signal);
      }
    })();
    return () => {
      ended.abort();
      stream.abort();
      document.removeEventListener('visibilitychange', hide);
    };
  }, [key]);
  return isLive;
}

function visible(signal: AbortSignal): Promise<void> {
  if (document.visibilityState === 'visible') return Promise.resolve();
  return new Promise((resolve) => {
    const look = () => {
      if (document.visibilityState !== 'visible' && !signal.aborted) return;
      document.removeEventListener('visibilitychange', look);
      resolve();
    };
    document.addEventListener('visibilitychange', look);
    signal.addEventListener('abort', look, { once: true });
  });
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer);
        resolve();
      },
      { once: true },
    );
  });
}

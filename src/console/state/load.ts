// What a screen asks the service for, with its states: asked for, there, failed. A failure leaves what was there before.

import { useEffect, useRef, useState } from 'preact/hooks';
import { type Failure, failureOf } from './failure.ts';

export interface Loaded<T> {
  /** Null until the first answer. */
  readonly value: T | null;
  readonly failure: Failure | null;
  /** Asks anew, and keeps what is shown until the answer. */
  readonly again: () => void;
}

/** `key`: a change of it asks anew, and hides what belonged to the one before. */
export function useLoad<T>(key: string, ask: (signal: AbortSignal) => Promise<T>): Loaded<T> {
  const [turn, setTurn] = useState(0);
  const [state, setState] = useState<{ key: string; value: T | null; failure: Failure | null }>({
    key,
    value: null,
    failure: null,
  });
  const latest = useRef(ask);
  latest.current = ask;
  useEffect(() => {
    const ended = new AbortController();
    setState((before) => ({
      key,
      value: before.key === key ? before.value : null,
      failure: null,
    }));
    latest.current(ended.signal).then(
      (value) => {
        if (!ended.signal.aborted) setState({ key, value, failure: null });
      },
      (error) => {
        if (ended.signal.aborted) return;
        setState((before) => ({ ...before, failure: failureOf(error) }));
      },
    );
    return () => ended.abort();
  }, [key, turn]);
  const isOther = state.key !== key;
  return {
    value: isOther ? null : state.value,
    failure: isOther ? null : state.failure,
    again: () => setTurn((before) => before + 1),
  };
}

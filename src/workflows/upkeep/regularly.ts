// Does something again and again, one after the other, until it is stopped.

export interface Repeated {
  /** Ends after the current work. */
  stop(): Promise<void>;
}

/** `work` throws nothing. It begins at once, or after the first pause. */
export function regularly(
  work: () => Promise<void>,
  { everyMs, atOnce }: { readonly everyMs: number; readonly atOnce: boolean },
): Repeated {
  let working: Promise<void> = atOnce ? work() : Promise.resolve();
  const timer = setInterval(() => {
    working = working.then(work);
  }, everyMs);
  return {
    stop() {
      clearInterval(timer);
      return working;
    },
  };
}

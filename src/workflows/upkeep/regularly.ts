// Does something again and again, one after the other, until it is stopped.

export interface Repeated {
  /** Ends after the current work. */
  stop(): Promise<void>;
}

/** `work` throws nothing. It begins at once, or after the first pause. What takes longer than a pause skips turns. */
export function regularly(
  work: () => Promise<void>,
  { everyMs, atOnce }: { readonly everyMs: number; readonly atOnce: boolean },
): Repeated {
  let isWorking = false;
  let working = Promise.resolve();
  const next = (): void => {
    if (isWorking) return;
    isWorking = true;
    working = work().finally(() => {
      isWorking = false;
    });
  };
  if (atOnce) next();
  const timer = setInterval(next, everyMs);
  return {
    stop() {
      clearInterval(timer);
      return working;
    },
  };
}

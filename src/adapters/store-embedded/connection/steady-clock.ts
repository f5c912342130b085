// The store's clock, for leases and pauses. It starts with the machine's time and then counts elapsed time. If somebody
// sets the machine's clock, no lease lasts for hours and none ends too early.

/** Milliseconds since 1970, whole. */
export function steadyClock(): () => number {
  const [at, began] = [Date.now(), performance.now()];
  return () => at + Math.floor(performance.now() - began);
}

// The store's clock, in which leases and pauses are counted: it begins with the machine's and goes on as time goes by,
// so that a machine whose clock is set back or ahead neither keeps a lease for hours nor ends one that is held.

/** Milliseconds since 1970, whole. */
export function steadyClock(): () => number {
  const [at, began] = [Date.now(), performance.now()];
  return () => at + Math.floor(performance.now() - began);
}

// How much is told to callers who show no token: over all of them so much at once, and then so much a second.

/** Whether so many bytes may be sent now: at once no more than the burst, and in the long run so many a second. */
export function createAllowance(burst: number, perSecond: number): (bytes: number) => boolean {
  let [left, at] = [burst, performance.now()];
  return (bytes) => {
    const now = performance.now();
    left = Math.min(burst, left + ((now - at) / 1_000) * perSecond);
    at = now;
    if (bytes > left) return false;
    left -= bytes;
    return true;
  };
}

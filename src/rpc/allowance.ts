// Limits what callers without a token are sent: a burst for all of them together, then a rate.

/** Whether that many bytes may be sent now: at once at most the burst, in the long run the rate. */
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

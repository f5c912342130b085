// Quotas of callers, in this process: so many calls and bytes of bodies at once, refilled evenly over a minute. Runs that
// wait are counted in the store (workflows/runs/accept-run.ts).

import type { Caller } from '../../core/callers/caller.ts';
import { TieoutError } from '../../core/errors.ts';

const MINUTE_MS = 60_000;

interface Bucket {
  left: number;
  at: number;
}

export interface Quotas {
  /** Counts one call. Throws quota_used_up. */
  takeCall(caller: Caller): void;
  /** Counts the bytes of a body, which may be known only when it has come; the next call is refused for them. */
  countBytes(caller: Caller, bytes: number): void;
}

/** `clock`: milliseconds that only grow. */
export function createQuotas(clock: () => number = () => performance.now()): Quotas {
  const buckets = new Map<string, Bucket>();
  const refilled = (name: string, most: number): Bucket => {
    const now = clock();
    const bucket = buckets.get(name) ?? { left: most, at: now };
    bucket.left = Math.min(most, bucket.left + ((now - bucket.at) * most) / MINUTE_MS);
    bucket.at = now;
    buckets.set(name, bucket);
    return bucket;
  };
  return {
    takeCall({ id, quota: { callsPerMinute, bytesPerMinute } }) {
      if (id === null) return;
      if (bytesPerMinute !== null && refilled(`bytes ${id}`, bytesPerMinute).left <= 0) {
        throw usedUp(id, `${bytesPerMinute} bytes a minute`);
      }
      if (callsPerMinute === null) return;
      const calls = refilled(`calls ${id}`, callsPerMinute);
      if (calls.left < 1) throw usedUp(id, `${callsPerMinute} calls a minute`);
      calls.left--;
    },
    countBytes({ id, quota: { bytesPerMinute } }, bytes) {
      if (id === null || bytesPerMinute === null) return;
      const bucket = refilled(`bytes ${id}`, bytesPerMinute);
      // One body, however large, is paid for within a minute.
      bucket.left = Math.max(-bytesPerMinute, bucket.left - bytes);
    },
  };
}

const usedUp = (id: string, allowed: string) =>
  new TieoutError('quota_used_up', `Caller ${id} has used up its quota of ${allowed}: ask again later`);

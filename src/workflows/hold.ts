// Holding something of the store's for as long as work takes: a lease is renewed at a third of its time, and whoever
// works asks between two writes whether it still holds. What the store guards by a fence needs no asking; what it does
// not is stopped here before it does harm.

import type { TieoutError } from '../core/errors.ts';

export interface Hold {
  /** How long somebody else waits for it once its holder is gone. */
  readonly leaseMs: number;
  /** Throws what was said when it was lost. */
  check(): void;
}

/** Ends the work of an attempt that is no longer this worker's: somebody else does the run now. Never shown to people. */
export class ClaimLost extends Error {
  constructor() {
    super('The claim on the run was lost.');
    this.name = 'ClaimLost';
  }
}

export interface HeldLease extends Hold {
  holds(): boolean;
  lose(): void;
  /** Stops renewing. */
  stop(): void;
}

/** How often a lease is renewed within its time: two renewals may be late before it lapses. */
const RENEWALS = 3;

/** `renew` answers false once it is lost; where it fails, the store may be back before the lease lapses. */
export function keep(
  leaseMs: number,
  { renew, lost }: { renew: () => Promise<boolean>; lost: () => TieoutError | ClaimLost },
): HeldLease {
  let held = true;
  const timer = setInterval(async () => {
    const renewed = await renew().catch(() => true);
    if (!renewed) held = false;
  }, leaseMs / RENEWALS);
  return {
    leaseMs,
    check() {
      if (!held) throw lost();
    },
    holds: () => held,
    lose() {
      held = false;
    },
    stop: () => clearInterval(timer),
  };
}

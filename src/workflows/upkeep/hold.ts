// Holding something of the store's for as long as work takes: a lease is renewed at a third of its time, and whoever
// works asks between two writes whether it still holds. What the store guards by a fence needs no asking; what it does
// not is stopped here before it does harm, also when the whole process was stopped for longer than the lease and has
// not been told yet that somebody else has it.

import type { TieoutError } from '../../core/errors.ts';

export interface Hold {
  /** How long somebody else waits for it once its holder is gone. */
  readonly leaseMs: number;
  /** Throws what was said when it was lost. */
  check(): void;
}

/**
 * Ends the work of an attempt that is no longer this worker's: somebody else does the run now. Never shown to people.
 */
export class ClaimLost extends Error {
  constructor() {
    super('The claim on the run was lost.');
    this.name = 'ClaimLost';
  }
}

export interface HeldLease extends Hold {
  /**
   * False once somebody else has it, which only the store can say. One that merely lapsed may still be its holder's,
   * and the next renewal tells: check() lets nothing be written until then, while what does no harm twice, such as
   * publishing, goes on.
   */
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
  /** When it ends by this machine's clock, which goes on while a process is stopped; counted from before the store was asked. */
  let lapsesAt = performance.now() + leaseMs;
  const timer = setInterval(async () => {
    const asked = performance.now();
    // Where the store does not answer, the lease may be kept all the same: it is prolonged unless somebody took it.
    const renewed = await renew().catch(() => null);
    if (renewed === false) held = false;
    else if (renewed) lapsesAt = asked + leaseMs;
  }, leaseMs / RENEWALS);
  const isHeld = (): boolean => held && performance.now() < lapsesAt;
  return {
    leaseMs,
    check() {
      if (!isHeld()) throw lost();
    },
    holds: () => held,
    lose() {
      held = false;
    },
    stop: () => clearInterval(timer),
  };
}

// Holds something in the store for as long as work takes: a lease is renewed at a third of its time, and the worker
// checks between two writes that it still holds. Writes that the store guards by a fence need no check. Other writes
// are stopped here before they do harm, even if the process stood still for longer than the lease and does not know yet
// that another holder took it.

import { TieoutError } from '../../core/errors.ts';
import type { Leases } from '../../ports/leases.ts';

export interface Hold {
  /** How long others wait for it after its holder has died. */
  readonly leaseMs: number;
  /** Throws the error of the loss once the hold is lost. */
  check(): void;
}

/** Ends an attempt whose run another worker has now. Never shown to people. */
export class ClaimLost extends Error {
  constructor() {
    super('The claim on the run was lost.');
    this.name = 'ClaimLost';
  }
}

export interface HeldLease extends Hold {
  /**
   * False once another holder has it, which only the store knows. A lapsed lease may still be its holder's, and the
   * next renewal tells: until then check() allows no write, while steps that may safely happen twice, such as
   * publishing, go on.
   */
  holds(): boolean;
  lose(): void;
  /** Stops renewing. */
  stop(): void;
}

/** Renewals within a lease's time: two may be late before it lapses. */
const RENEWALS = 3;

/** `renew` answers false once the hold is lost; if it fails, the store may be back before the lease lapses. */
export function keep(
  leaseMs: number,
  { renew, lost }: { renew: () => Promise<boolean>; lost: () => TieoutError | ClaimLost },
): HeldLease {
  let held = true;
  /**
   * When the lease ends by this machine's clock, which goes on while a process is stopped; counted from before the call
   * to the store.
   */
  let lapsesAt = performance.now() + leaseMs;
  const timer = setInterval(async () => {
    const asked = performance.now();
    // If the store does not answer, the lease may still be kept: it is prolonged unless another holder took it.
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

interface LeasedWork {
  readonly name: string;
  readonly leaseMs: number;
  /** What check() throws once another process has the lease. */
  readonly lost?: () => TieoutError;
}

const heldElsewhere = () => new TieoutError('session_busy', 'Another process holds the lease.');

/** Works under a lease and gives it back; null while another process has it. */
export async function whileLeased<T>(
  leases: Leases,
  { name, leaseMs, lost = heldElsewhere }: LeasedWork,
  work: (hold: HeldLease) => Promise<T>,
): Promise<T | null> {
  const lease = await leases.take(name, leaseMs);
  if (lease === null) return null;
  const hold = keep(leaseMs, { renew: () => leases.renew(lease, leaseMs), lost });
  try {
    return await work(hold);
  } finally {
    hold.stop();
    await leases.release(lease).catch(() => false);
  }
}

const LOOK_EVERY_MS = 25;

interface AwaitedLease {
  readonly name: string;
  readonly leaseMs: number;
  readonly mostWaitMs: number;
  /** What is thrown if its turn does not come in time. */
  readonly late: () => TieoutError;
}

/** Works under a lease as whileLeased does, but waits until others have given it back. */
export async function whenLeased<T>(
  leases: Leases,
  { mostWaitMs, late, ...lease }: AwaitedLease,
  work: () => Promise<T>,
): Promise<T> {
  for (let waited = 0; ; waited += LOOK_EVERY_MS) {
    const done = await whileLeased(leases, lease, async () => ({ value: await work() }));
    if (done !== null) return done.value;
    if (waited >= mostWaitMs) throw late();
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
}

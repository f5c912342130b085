// Leases: the right to do something alone, for a while. Time is the store's clock. Each taking has a higher fence than
// the one before, so that a holder that slept through the end of its lease is told apart from the next one.

export interface HeldLease {
  readonly name: string;
  readonly fence: number;
}

/** Every operation may throw store_unavailable or store_damaged. */
export interface Leases {
  /** Null while somebody else holds it. */
  take(name: string, leaseMs: number): Promise<HeldLease | null>;

  /**
   * Prolongs it from now; false once it was released or somebody else took it. One that lapsed and that nobody took is
   * prolonged too.
   */
  renew(lease: HeldLease, leaseMs: number): Promise<boolean>;

  /** False once somebody else took it: that changes nothing. */
  release(lease: HeldLease): Promise<boolean>;
}

// Leases: the right to do something alone for a while, by the store's clock. Each taking has a higher fence than the
// one before, which tells a holder that slept through the end of its lease from the next holder.

export interface HeldLease {
  readonly name: string;
  readonly fence: number;
  /** True if the holder before never gave the lease back; it may not know yet that the lease is lost. */
  readonly afterLapse: boolean;
}

/** The lease that a write names. Once another holder took the lease, the write throws session_busy. */
export type Fenced = Pick<HeldLease, 'name' | 'fence'>;

/** Every operation may throw store_unavailable or store_damaged. */
export interface Leases {
  /** Null while somebody else holds it. */
  take(name: string, leaseMs: number): Promise<HeldLease | null>;

  /**
   * Prolongs the lease from now; false once it was released or another holder took it. A lapsed lease that nobody took
   * is prolonged too.
   */
  renew(lease: Fenced, leaseMs: number): Promise<boolean>;

  /** False once another holder took the lease: nothing changes then. */
  release(lease: Fenced): Promise<boolean>;
}

/** The name of a partner's row lease. */
export const rowLease = ({ tenant, partner }: { readonly tenant: string; readonly partner: string }): string =>
  JSON.stringify(['rows', tenant, partner]);

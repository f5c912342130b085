// Leases: the right to do something alone, for a while. Time is the store's clock. Each taking has a higher fence than
// the one before, so that a holder that slept through the end of its lease is told apart from the next one.

export interface HeldLease {
  readonly name: string;
  readonly fence: number;
  /** Whoever had it before never gave it back, and may not know yet that it is lost. */
  readonly afterLapse: boolean;
}

/** What a write made under a lease names; once somebody took the lease after it, the write throws session_busy. */
export type Fenced = Pick<HeldLease, 'name' | 'fence'>;

/** Every operation may throw store_unavailable or store_damaged. */
export interface Leases {
  /** Null while somebody else holds it. */
  take(name: string, leaseMs: number): Promise<HeldLease | null>;

  /**
   * Prolongs it from now; false once it was released or somebody else took it. One that lapsed and that nobody took is
   * prolonged too.
   */
  renew(lease: Fenced, leaseMs: number): Promise<boolean>;

  /** False once somebody else took it: that changes nothing. */
  release(lease: Fenced): Promise<boolean>;
}

/** The name of a partner's row lease (design/architecture.md, "The row lease"). */
export const rowLease = ({ tenant, partner }: { readonly tenant: string; readonly partner: string }): string =>
  JSON.stringify(['rows', tenant, partner]);

// Learned patterns (resolution_intelligence): what people's approvals of one cluster type taught, for a tenant, partner
// and domain. Figures are integers (days, or minor units of one currency), so that every shown figure is exact.

/** The cluster types that patterns learn from, with the value field of each. */
export const VALUE_FIELDS = { date_difference: 'date_delta_days', amount_mismatch: 'amount_delta' } as const;
export type PatternType = keyof typeof VALUE_FIELDS;

export interface PatternKey {
  readonly tenant: string;
  readonly partner: string;
  /** The domain as requests name it. Approvals in one service do not affect other services. */
  readonly domain: string;
  readonly type: PatternType;
}

/** A learned value with its time. */
export interface LearnedPoint {
  /** Days, or minor units. */
  readonly value: number;
  /** When its audit row was made, in milliseconds since 1970, UTC. */
  readonly at: number;
}

/** Figures of the points without outliers; there is at least one point. */
export interface PatternFigures {
  readonly count: number;
  readonly outliersDropped: number;
  /** Twice the median, which is a whole number. */
  readonly medianTwice: number;
  readonly sum: bigint;
  readonly min: number;
  readonly max: number;
  readonly lastSeenAt: number;
}

export interface Pattern extends PatternKey {
  readonly patternId: string;
  /** The currency of amounts; null for days. */
  readonly currency: string | null;
  readonly figures: PatternFigures;
  readonly updatedAt: number;
  /** Since when sweeps skip it, until a person's approval teaches it again; null if it is not suspended. */
  readonly suspendedAt: number | null;
  /** Why it is suspended; absent: people reopened what it had decided. */
  readonly suspendedFor?: string;
  /** Departures that were told while it is suspended, by their sentences; absent: none. */
  readonly departures?: readonly string[];
  /** Departures that a person answered by resuming it: they suspend it no more. The latest is last. */
  readonly answered?: readonly string[];
  /** Increases with each change. */
  readonly version: number;
}

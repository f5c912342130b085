// Learned patterns (resolution_intelligence): what people's approvals of one cluster type taught, for a tenant, partner
// and domain. Figures are integers (days, or minor units of one currency), so that everything shown can be computed
// exactly.

/** Cluster types that patterns learn from, and what they learn of one. */
export const VALUE_FIELDS = { date_difference: 'date_delta_days', amount_mismatch: 'amount_delta' } as const;
export type PatternType = keyof typeof VALUE_FIELDS;

export interface PatternKey {
  readonly tenant: string;
  readonly partner: string;
  /** As requests name it. Approvals of one service do not affect other services. */
  readonly domain: string;
  readonly type: PatternType;
}

/** A value that was learned, with its source. */
export interface LearnedPoint {
  /** Days, or minor units. */
  readonly value: number;
  /** When its audit row was made: milliseconds since 1970, UTC. */
  readonly at: number;
}

/** Figures of the points that the fence left, one at least. */
export interface PatternFigures {
  readonly count: number;
  readonly outliersDropped: number;
  /** Twice the median: a whole number. */
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
  /** Since when sweeps skip it, until a person's approval teaches it again; null: not suspended. */
  readonly suspendedAt: number | null;
  /** Increases with each change. */
  readonly version: number;
}

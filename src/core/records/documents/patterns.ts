// Learned patterns (resolution_intelligence): what people's approvals of one cluster type taught, for a tenant, partner
// and domain. Figures are kept as integers, days or minor units of one currency, from which everything that is shown
// follows exactly.

/** Cluster types that patterns learn from, and what they learn of one. */
export const VALUE_FIELDS = { date_difference: 'date_delta_days', amount_mismatch: 'amount_delta' } as const;
export type PatternType = keyof typeof VALUE_FIELDS;

export interface PatternKey {
  readonly tenant: string;
  readonly partner: string;
  /** As requests name it: what people approve of one service decides nothing of another. */
  readonly domain: string;
  readonly type: PatternType;
}

/** What a value was learned from. */
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
  /** Sweeps skip it from then on, until a person's approval teaches it anew; else null. */
  readonly suspendedAt: number | null;
  /** One more with each change. */
  readonly version: number;
}

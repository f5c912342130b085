// Summaries: append-only. The latest one counts.

import type { JsonObject } from '../core/records/documents/json.ts';
import type { SummaryRow } from '../core/records/documents/summary-row.ts';
import type { SessionKey } from '../core/records/session-key.ts';
import type { Fenced } from './leases.ts';

interface NewSummary {
  readonly cause: string;
  readonly createdAt: number;
  readonly summary: JsonObject;
  readonly under?: Fenced;
}

/** Every operation may throw store_unavailable or store_damaged. */
export interface Summaries {
  /**
   * Appends a summary with the next recalculation count. If this cause made one already, that one is answered instead.
   */
  append(key: SessionKey, row: NewSummary): Promise<SummaryRow>;

  latest(key: SessionKey): Promise<SummaryRow | null>;

  /** The latest summary with figures of this basis (core/summary/figures-basis.ts). */
  ofBasis(key: SessionKey, basis: string): Promise<SummaryRow | null>;

  /** The recalculation count of the latest one; 0: there is none. */
  version(key: SessionKey): Promise<number>;

  /** Oldest first. */
  history(key: SessionKey): Promise<readonly SummaryRow[]>;
}

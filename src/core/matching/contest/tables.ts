// The tables learned in a contest that turn two rows into evidence: costs of words, evidence of days and of amounts.

import type { PenaltyTables } from '../evidence/penalties.ts';

export interface EvidenceTables {
  readonly costs: PenaltyTables;
  /** Index: days + daysBack. */
  readonly days: Int32Array;
  /** The share of clear pairs, in percent, that are this number of days apart. Index: days + daysBack. */
  readonly dayShares: Uint8Array;
  /** Index: kind of amount. Zeros where amounts must be equal. */
  readonly amounts: Int32Array;
  /** Text evidence is at least this. */
  readonly leastText: number;
}

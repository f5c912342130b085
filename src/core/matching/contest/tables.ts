// What turns two rows into evidence, learned in a contest: costs of words, evidence of days and of amounts.

import type { PenaltyTables } from '../evidence/penalties.ts';

export interface EvidenceTables {
  readonly costs: PenaltyTables;
  /** Index: days + daysBack. */
  readonly days: Int32Array;
  /** How many in a hundred clear pairs lie so far apart. Index: days + daysBack. */
  readonly dayShares: Uint8Array;
  /** Index: kind of amount. Zeros where amounts must be equal. */
  readonly amounts: Int32Array;
  /** Text evidence is at least this. */
  readonly leastText: number;
}

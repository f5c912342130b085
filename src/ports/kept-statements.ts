// Statements that were kept. They are never changed, and go neither with the rows nor with the runs that they were made
// of.

import type { KeptStatement } from '../core/records/kept-statement.ts';
import type { SessionKey } from '../core/records/session-key.ts';

/** Every operation may throw store_unavailable or store_damaged. */
export interface KeptStatements {
  /** Keeps it; if the session has one with this digest, that one is answered instead. */
  keep(key: SessionKey, statement: KeptStatement): Promise<KeptStatement>;

  /** Null if the session has none with this digest. */
  get(key: SessionKey, digest: string): Promise<KeptStatement | null>;
}

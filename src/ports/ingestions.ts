// Ingestions: the content of a file, kept once. Adding a stored ingestion changes nothing.

import type { IngestionHeader, RejectedRow } from '../core/records/documents/ingestion.ts';
import type { SessionKey } from '../core/records/session-key.ts';

/** The number of rejected rows is counted from their list. */
export interface NewIngestion {
  readonly header: Omit<IngestionHeader, 'rejectedRows'>;
  readonly rejected: readonly RejectedRow[];
}

/** Every operation may throw store_unavailable or store_damaged. */
export interface Ingestions {
  /** Stores the header unless its id is known. Answers the stored header, and whether this call added it. */
  add(ingestion: NewIngestion): Promise<{ readonly header: IngestionHeader; readonly added: boolean }>;

  get(ingestionId: string): Promise<IngestionHeader | null>;

  /** The ingestions that the session names, in its order; none if there is no such session. */
  live(key: SessionKey): Promise<readonly IngestionHeader[]>;

  /** The rejected lines, in the order of the file. */
  rejected(ingestionId: string): Promise<readonly RejectedRow[]>;
}

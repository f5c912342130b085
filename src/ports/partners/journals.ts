// The life of journals: events of each one, and the batches in which they were exported. Nothing of it is ever changed.

import type { JournalBatch, JournalEvent } from '../../core/records/journal-life.ts';
import type { PartnerScope } from '../../core/records/session-key.ts';

/** Every operation may throw store_unavailable or store_damaged. */
export interface Journals {
  /** The events of all these journals, by journal id, then version. */
  events(scope: PartnerScope, journalIds: readonly string[]): Promise<readonly JournalEvent[]>;

  /** Adds each event whose version is free; the others are left out. */
  add(scope: PartnerScope, events: readonly JournalEvent[]): Promise<void>;

  /** Keeps the batch; if there is one with its id, that one is answered instead. */
  keepBatch(scope: PartnerScope, batch: JournalBatch): Promise<JournalBatch>;

  batch(scope: PartnerScope, batchId: string): Promise<JournalBatch | null>;
}

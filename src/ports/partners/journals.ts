// The life of journals: the rows that they are made for, events of each one, and the batches in which they were exported.
// Nothing of it is ever changed.

import type { JournalBatch, JournalEvent, JournalRow } from '../../core/records/journal-life.ts';
import type { PartnerScope } from '../../core/records/session-key.ts';

/** Journals of one reference that are answered. */
export const MOST_POSTED = 100;

/** Every operation may throw store_unavailable or store_damaged. */
export interface Journals {
  /** Keeps the rows of journals that have none yet; those of the others stay. */
  know(scope: PartnerScope, rows: readonly JournalRow[]): Promise<void>;

  /** The rows of those of these journals that are known, by journal id. */
  known(scope: PartnerScope, journalIds: readonly string[]): Promise<readonly JournalRow[]>;

  /** The rows of all known journals with a day in [fromDay, toDay], by journal id. */
  knownWithin(
    scope: PartnerScope,
    days: { readonly fromDay: number; readonly toDay: number },
  ): Promise<readonly JournalRow[]>;

  /** The rows of journals whose entries a ledger called one of these, by journal id; MOST_POSTED at most. */
  postedAs(scope: PartnerScope, references: readonly string[]): Promise<readonly JournalRow[]>;

  /** The events of all these journals, by journal id, then version. */
  events(scope: PartnerScope, journalIds: readonly string[]): Promise<readonly JournalEvent[]>;

  /** Adds each event whose version is free; the others are left out. */
  add(scope: PartnerScope, events: readonly JournalEvent[]): Promise<void>;

  /** Keeps the batch; if there is one with its id, that one is answered instead. */
  keepBatch(scope: PartnerScope, batch: JournalBatch): Promise<JournalBatch>;

  batch(scope: PartnerScope, batchId: string): Promise<JournalBatch | null>;
}

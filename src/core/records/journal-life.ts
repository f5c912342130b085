// What happened to a journal after it was proposed: events that are only ever added, numbered so that of two callers at
// one moment only one adds the next. A batch is what one export asked for; a journal is in it if the batch's own event
// took the journal's next number.

import type { DecisionStatus } from './documents/clusters.ts';

export const JOURNAL_EVENTS = ['exported', 'posted', 'taken_back'] as const;
export type JournalEventKind = (typeof JOURNAL_EVENTS)[number];

export interface JournalEvent {
  readonly journalId: string;
  /** Of the journal, from 1 on, without gaps. */
  readonly version: number;
  readonly kind: JournalEventKind;
  /** Milliseconds since 1970, UTC. */
  readonly at: number;
  /** The caller's id; null where callers have no names. */
  readonly by: string | null;
  /** exported: the batch. */
  readonly batchId: string | null;
  /** posted: what the ledger calls the entry, and the day number on which it stands there. */
  readonly reference: string | null;
  readonly postedOn: number | null;
}

export interface JournalBatch {
  readonly batchId: string;
  readonly session: string;
  readonly at: number;
  readonly by: string | null;
  /** JSON: what its file is made of. */
  readonly content: string;
}

export const JOURNAL_STATES = ['proposed', 'approved', 'exported', 'posted'] as const;
export type JournalState = (typeof JOURNAL_STATES)[number];

/** `events`: of the journal, in order. Whoever takes one back leaves it to the decision on its exception again. */
export function journalState(events: readonly JournalEvent[], decision: DecisionStatus | null): JournalState {
  const last = events.at(-1)?.kind;
  if (last === 'exported' || last === 'posted') return last;
  return decision === 'approved' ? 'approved' : 'proposed';
}

// What happened to a journal after it was proposed: events that are only ever added, numbered so that of two callers at
// one moment only one adds the next. A batch is what one export asked for; a journal is in it if the batch's own event
// took the journal's next number. Runs add whether their ledger has the entry.

import type { DecisionStatus } from './documents/clusters.ts';
import type { Side } from './rows/columns.ts';

/** `matched`: the run of a session found the entry in its ledger; `unmatched`: a later run of it did not. */
export const JOURNAL_EVENTS = ['exported', 'posted', 'taken_back', 'matched', 'unmatched'] as const;
export type JournalEventKind = (typeof JOURNAL_EVENTS)[number];

export interface JournalEvent {
  readonly journalId: string;
  /** Of the journal, from 1 on, without gaps. */
  readonly version: number;
  readonly kind: JournalEventKind;
  /** Milliseconds since 1970, UTC. */
  readonly at: number;
  /** The caller's id; null where callers have no names, and of runs. */
  readonly by: string | null;
  /** exported: the batch. */
  readonly batchId: string | null;
  /** posted: what the ledger calls the entry, and the day number on which it stands there. */
  readonly reference: string | null;
  readonly postedOn: number | null;
  /** matched, unmatched: the session; matched: the ledger's row there. */
  readonly session: string | null;
  readonly recordId: string | null;
}

/** The row that a journal is made for, kept with its first event. */
export interface JournalRow {
  readonly journalId: string;
  readonly session: string;
  readonly recordId: string;
  /** Equal in all sessions (identity.ts). */
  readonly uid: string;
  /** Its exception; null for the fee or rounding of a match. */
  readonly clusterId: string | null;
  readonly side: Side;
  /** Day number, NO_DAY if it has none. */
  readonly day: number;
  /** What the entry adds to the ledger's bank account, signed minor units. */
  readonly amount: number;
  readonly currency: string;
}

export interface JournalBatch {
  readonly batchId: string;
  readonly session: string;
  readonly at: number;
  readonly by: string | null;
  /** JSON: what its file is made of. */
  readonly content: string;
}

export const JOURNAL_STATES = ['proposed', 'approved', 'exported', 'posted', 'matched'] as const;
export type JournalState = (typeof JOURNAL_STATES)[number];

/** The last event that a caller added; null: nobody has, or the runs alone. */
export const lastStep = (events: readonly JournalEvent[]): JournalEvent | null =>
  events.findLast(({ kind }) => kind !== 'matched' && kind !== 'unmatched') ?? null;

/** The sessions whose ledgers have the entry. What was found before it was taken back counts no longer. */
export function foundIn(events: readonly JournalEvent[]): ReadonlyMap<string, JournalEvent> {
  const found = new Map<string, JournalEvent>();
  for (const event of events) {
    if (event.kind === 'taken_back') found.clear();
    else if (event.kind === 'matched') found.set(event.session!, event);
    else if (event.kind === 'unmatched') found.delete(event.session!);
  }
  return found;
}

/**
 * `events`: of the journal, in order. `isCleared`: a late group holds its row with an entry of the ledger. Whoever takes
 * one back leaves it to the decision on its exception again.
 */
export function journalState(
  events: readonly JournalEvent[],
  { decision, isCleared }: { readonly decision: DecisionStatus | null; readonly isCleared: boolean },
): JournalState {
  if (isCleared || foundIn(events).size > 0) return 'matched';
  const last = lastStep(events)?.kind;
  if (last === 'exported' || last === 'posted') return last;
  return decision === 'approved' ? 'approved' : 'proposed';
}

// The journals that a session proposes, each with its state of now: what is decided of its exception, what callers and
// runs said of it, and whether a match of another session has cleared its row since.

import type { DecisionStatus } from '../../core/records/documents/clusters.ts';
import { type JournalState, journalState } from '../../core/records/journal-life.ts';
import { type LateGroup, lateRows } from '../../core/records/late/late-groups.ts';
import type { PartnerScope, SessionKey } from '../../core/records/session-key.ts';
import type { Chart } from '../../core/summary/chart/chart.ts';
import { journalEntries } from '../../core/summary/statement/journal-entries.ts';
import { type IdentifiedJournal, identifiedJournals } from '../../core/summary/statement/journal-ids.ts';
import type { Stated } from '../../core/summary/statement/stated.ts';
import type { Store } from '../../ports/store.ts';
import { type JournalLives, livesOf } from './journal-events.ts';

export interface LivingJournal extends IdentifiedJournal {
  readonly state: JournalState;
  /** How many events it has. */
  readonly version: number;
}

interface Proposing {
  readonly key: SessionKey;
  readonly stated: Stated;
  readonly chart: Chart | null;
  /** Whether fees and roundings of matches, which are in no exception, are approved. */
  readonly ofMatches?: boolean;
}

/** In the order of the statement's lines. */
export async function livingJournals(
  store: Pick<Store, 'journals' | 'lateGroups'>,
  { key, stated, chart, ofMatches = false }: Proposing,
): Promise<LivingJournal[]> {
  const journals = identifiedJournals(stated, [...journalEntries(stated, chart)]);
  const lives: JournalLives = await livesOf(
    store,
    key,
    journals.map(({ id }) => id),
  );
  const ofExceptions = journals.flatMap(({ recordId, entry }) => (entry.exception === null ? [] : [recordId]));
  const cleared = await clearedByLedger(store, key, ofExceptions);
  return journals.map((journal) => {
    const { id, recordId, entry } = journal;
    const events = lives.get(id) ?? [];
    const ofNone: DecisionStatus | null = ofMatches ? 'approved' : null;
    const decision = entry.exception === null ? ofNone : entry.exception.status;
    const isCleared = entry.exception !== null && cleared.has(recordId);
    return { ...journal, state: journalState(events, { decision, isCleared }), version: events.length };
  });
}

const RECORDS_AT_ONCE = 10_000;

/** The groups that hold records together with another row of the ledger, by record id. */
export async function clearedByLedger(
  { lateGroups }: Pick<Store, 'lateGroups'>,
  scope: PartnerScope,
  recordIds: readonly string[],
): Promise<ReadonlyMap<string, LateGroup>> {
  const cleared = new Map<string, LateGroup>();
  const wanted = [...new Set(recordIds)];
  for (let from = 0; from < wanted.length; from += RECORDS_AT_ONCE) {
    const some = wanted.slice(from, from + RECORDS_AT_ONCE);
    for (const group of await lateGroups.holding(scope, some)) {
      for (const { recordId } of lateRows(group)) {
        if (group.gl.some((row) => row.recordId !== recordId)) cleared.set(recordId, group);
      }
    }
  }
  return cleared;
}

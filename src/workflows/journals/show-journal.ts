// One journal by its id: the row that it is made for, what happened to it, and where its entry stands.

import {
  foundIn,
  type JournalEvent,
  type JournalRow,
  type JournalState,
  journalState,
} from '../../core/records/journal-life.ts';
import type { PartnerScope } from '../../core/records/session-key.ts';
import type { Store } from '../../ports/store.ts';
import { livesOf } from './journal-events.ts';
import { clearedByLedger } from './living-journals.ts';

export interface ShownJournal {
  readonly row: JournalRow;
  readonly events: readonly JournalEvent[];
  readonly state: JournalState;
  readonly inLedger: readonly InLedger[];
}

/** A row of a ledger that is the entry. */
interface InLedger {
  readonly session: string;
  readonly recordId: string;
  /** The late group that holds it with the row that the journal is made for; null: the session's run found it. */
  readonly groupId: string | null;
}

/** Null if it was never exported or posted. */
export async function showJournal(
  store: Pick<Store, 'journals' | 'lateGroups' | 'clusters'>,
  scope: PartnerScope,
  journalId: string,
): Promise<ShownJournal | null> {
  const [row] = await store.journals.known(scope, [journalId]);
  const events = (await livesOf(store, scope, [journalId])).get(journalId);
  if (row === undefined || events === undefined) return null;
  const group =
    row.clusterId === null ? undefined : (await clearedByLedger(store, scope, [row.recordId])).get(row.recordId);
  const clusters = row.clusterId === null ? [] : await store.clusters.named(scope, [row.clusterId]);
  const decision = clusters[0]?.decisionStatus ?? null;
  const ofGroup = (group?.gl ?? []).flatMap(({ session, recordId }) =>
    recordId === row.recordId ? [] : [{ session, recordId, groupId: group!.groupId }],
  );
  const ofRuns = [...foundIn(events).values()].map(({ session, recordId }) => ({
    ...{ session: session!, recordId: recordId!, groupId: null },
  }));
  const state = journalState(events, { decision, isCleared: group !== undefined });
  return { row, events, state, inLedger: [...ofGroup, ...ofRuns] };
}

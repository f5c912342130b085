// Notes which of a partner's journals the ledger of a run has, before the run is materialised, so that whoever finishes an
// interrupted run notes it too. Only what changed since the session's former run is added.

import type { MatchOutcome } from '../../core/matching/outcome/outcome.ts';
import { foundIn, type JournalEvent, lastStep } from '../../core/records/journal-life.ts';
import { recordIds } from '../../core/records/rows/identity.ts';
import { journalsInLedger } from '../../core/summary/statement/journals-in-ledger.ts';
import type { PreparedRun } from '../preparing/prepare-run.ts';
import type { StoreDependencies } from '../stored-runs/store-run.ts';
import { livesOf, NO_EVENT } from './journal-events.ts';

/** How long after its row's day a journal is looked for in later ledgers. */
const SOUGHT_DAYS = 366;

/** `check` is called before each write and throws if the writer must stop. */
export async function noteInLedger(
  { store, clock }: Pick<StoreDependencies, 'store' | 'clock'>,
  prepared: PreparedRun,
  { outcome, check }: { readonly outcome: MatchOutcome; readonly check: () => void },
): Promise<void> {
  const { scope, columns, plainCounter, period, parameters } = prepared;
  const { key } = scope;
  if (period === null) return;
  const within = { fromDay: period.start - SOUGHT_DAYS, toDay: period.end + parameters.daysForward };
  const known = await store.journals.knownWithin(key, within);
  const ids = known.map(({ journalId }) => journalId);
  for (let isDone = known.length === 0; !isDone; ) {
    const lives = await livesOf(store, key, ids);
    const sought = known.flatMap((row) => {
      const step = lastStep(lives.get(row.journalId) ?? []);
      return step === null || step.kind === 'taken_back' ? [] : [{ ...row, reference: step.reference }];
    });
    const rows = journalsInLedger({ scope, columns, plainCounter, outcome }, sought);
    const ledger = { side: 'gl', columns: columns.gl, plainCounter: plainCounter.gl } as const;
    const records = recordIds(scope, ledger, [...rows.values()]);
    const recordOf = new Map([...rows.keys()].map((journalId, k) => [journalId, records[k]!]));
    const events = sought.flatMap(({ journalId }): JournalEvent[] => {
      const life = lives.get(journalId)!;
      const recordId = recordOf.get(journalId) ?? null;
      if (recordId === (foundIn(life).get(key.session)?.recordId ?? null)) return [];
      const kind = recordId === null ? 'unmatched' : 'matched';
      const of = { journalId, version: life.length + 1, kind, at: clock(), session: key.session, recordId } as const;
      return [{ ...NO_EVENT, ...of }];
    });
    check();
    // A caller may take a number first: then the whole is looked at again.
    await store.journals.add(key, events);
    isDone = events.length === 0;
  }
}

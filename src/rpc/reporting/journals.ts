// The life of journals: exported in a batch as the file of a layout, posted, taken back, and what happened to one until
// its entry stood in the ledger.

import type { JsonObject, MessageInitShape } from '@bufbuild/protobuf';
import {
  JournalEventKindSchema,
  type JournalEventSchema,
  type JournalLifeSchema,
} from '../../../gen/tieout/reporting/v1/journals_pb.ts';
import type { ReportingService } from '../../../gen/tieout/reporting/v1/reporting_service_pb.ts';
import { JournalStateSchema } from '../../../gen/tieout/reporting/v1/statement_pb.ts';
import { TieoutError } from '../../core/errors.ts';
import { parseDay } from '../../core/money/calendar.ts';
import type { JournalEvent } from '../../core/records/journal-life.ts';
import type { SessionKey } from '../../core/records/session-key.ts';
import { type JournalLayout, parseJournalLayout } from '../../core/summary/layout/journal-layout.ts';
import { journalEntries } from '../../core/summary/statement/journal-entries.ts';
import { type IdentifiedJournal, identifiedJournals } from '../../core/summary/statement/journal-ids.ts';
import { exportJournals } from '../../workflows/journals/export-journals.ts';
import {
  type JournalLives,
  neverExported,
  postJournals,
  takeBackJournals,
} from '../../workflows/journals/journal-events.ts';
import { showJournal } from '../../workflows/journals/show-journal.ts';
import { chartInForce } from '../../workflows/partners/chart-in-force.ts';
import { type StatingDependencies, stateSession } from '../../workflows/statements/state-session.ts';
import { enumNumber } from '../enum-names.ts';
import { dateOrNone, instant } from '../plain-values.ts';
import type { ServiceHandlers } from '../services.ts';
import { foundOrThrow, sessionOf } from './asked-session.ts';
import { moneyNumber } from './json-money.ts';

export interface JournalDependencies extends StatingDependencies {
  readonly journalFile: (
    journals: readonly IdentifiedJournal[],
    layout: JournalLayout,
    forExcel: boolean,
  ) => { readonly contentType: string; readonly content: Uint8Array };
  /** Milliseconds since 1970, UTC. */
  readonly clock: () => number;
}

type JournalMethod = 'exportJournals' | 'postJournals' | 'takeBackJournals' | 'getJournal';

export function journalHandlers(
  deps: JournalDependencies,
): Required<Pick<ServiceHandlers<typeof ReportingService>, JournalMethod>> {
  const { store, clock, journalFile } = deps;
  return {
    async exportJournals(request, { caller, tell }) {
      const key = sessionOf(request);
      const { batchId = '', layout = {}, ofMatches = false, chartVersion = null, at: position = null } = request;
      const order = { key, batchId, layout: layout as JsonObject, ofMatches, at: clock(), by: caller.id };
      const exported = await exportJournals(store, order, async () => {
        const { stated } = foundOrThrow(await stateSession(deps, key, position), key);
        return { stated, chart: (await chartInForce(store, key, chartVersion))?.chart ?? null };
      });
      if (exported.withoutAccount > 0) tell('tieout-left-out', String(exported.withoutAccount));
      const invalid = (sentence: string) => new TieoutError('mapping_invalid', `The layout is unusable: ${sentence}`);
      const laidOut = parseJournalLayout(exported.layout, invalid);
      const value = journalFile(exported.journals, laidOut, request.excel ?? false);
      return { answer: { case: 'document', value } };
    },

    async postJournals({ tenantId = '', partnerId = '', journals, sessionId }, { caller }) {
      const scope = { tenant: tenantId, partner: partnerId };
      const posted = journals.map(({ journalId = '', ledgerReference = '', postedOn = '' }) => ({
        ...{ journalId, reference: ledgerReference, postedOn: parseDay(postedOn)! },
      }));
      const ofSession = sessionId === undefined ? null : proposedBy(deps, { ...scope, session: sessionId });
      const made = { journals: posted, at: clock(), by: caller.id, ofSession };
      const lives = await postJournals(store, scope, made);
      return { journals: posted.map(({ journalId }) => lifeMessage(journalId, lives)) };
    },

    async takeBackJournals({ tenantId = '', partnerId = '', journalIds }, { caller }) {
      const made = { journalIds, at: clock(), by: caller.id };
      const lives = await takeBackJournals(store, { tenant: tenantId, partner: partnerId }, made);
      return { journals: journalIds.map((id) => lifeMessage(id, lives)) };
    },

    async getJournal({ tenantId = '', partnerId = '', journalId = '' }) {
      const shown = await showJournal(store, { tenant: tenantId, partner: partnerId }, journalId);
      if (shown === null) throw neverExported(journalId);
      const { row, events, state, inLedger } = shown;
      return {
        ...{ journalId, events: events.map(eventMessage), state: enumNumber(JournalStateSchema)(state) },
        ...{ sessionId: row.session, recordId: row.recordId, date: dateOrNone(row.day) },
        ...{ amount: moneyNumber(row.amount, row.currency), currency: row.currency },
        inLedger: inLedger.map(({ session, recordId, groupId }) => ({
          ...{ sessionId: session, recordId, groupId: groupId ?? undefined },
        })),
      };
    },
  };
}

/** The journals that the session proposes now, whatever their accounts. */
const proposedBy = (deps: StatingDependencies, key: SessionKey) => ({
  key,
  proposed: async () => {
    const { stated } = foundOrThrow(await stateSession(deps, key, null), key);
    return identifiedJournals(stated, [...journalEntries(stated, null)]);
  },
});

const lifeMessage = (journalId: string, lives: JournalLives): Pick<Life, 'journalId' | 'events'> => ({
  journalId,
  events: lives.get(journalId)!.map(eventMessage),
});
type Life = MessageInitShape<typeof JournalLifeSchema>;

const eventMessage = ({ kind, at, by, ...of }: JournalEvent): MessageInitShape<typeof JournalEventSchema> => ({
  ...{ kind: enumNumber(JournalEventKindSchema)(kind), at: instant(at), by: by ?? undefined },
  ...{ batchId: of.batchId ?? undefined, ledgerReference: of.reference ?? undefined },
  ...{ postedOn: dateOrNone(of.postedOn), sessionId: of.session ?? undefined, recordId: of.recordId ?? undefined },
});

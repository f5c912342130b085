// The life of journals: exported in a batch as the file of a layout, posted, taken back, and what happened to one.

import type { JsonObject, MessageInitShape } from '@bufbuild/protobuf';
import {
  JournalEventKindSchema,
  type JournalEventSchema,
  type JournalLifeSchema,
} from '../../../gen/tieout/reporting/v1/journals_pb.ts';
import type { ReportingService } from '../../../gen/tieout/reporting/v1/reporting_service_pb.ts';
import { TieoutError } from '../../core/errors.ts';
import { parseDay } from '../../core/money/calendar.ts';
import type { JournalEvent } from '../../core/records/journal-life.ts';
import { type JournalLayout, parseJournalLayout } from '../../core/summary/layout/journal-layout.ts';
import type { IdentifiedJournal } from '../../core/summary/statement/journal-ids.ts';
import { exportJournals } from '../../workflows/journals/export-journals.ts';
import {
  type JournalLives,
  livesOf,
  neverExported,
  postJournals,
  takeBackJournals,
} from '../../workflows/journals/journal-events.ts';
import { chartInForce } from '../../workflows/partners/chart-in-force.ts';
import { type StatingDependencies, stateSession } from '../../workflows/statements/state-session.ts';
import { enumNumber } from '../enum-names.ts';
import { dateOrNone, instant } from '../plain-values.ts';
import type { ServiceHandlers } from '../services.ts';
import { foundOrThrow, sessionOf } from './asked-session.ts';

export interface JournalDependencies extends StatingDependencies {
  readonly journalFile: (
    journals: readonly IdentifiedJournal[],
    layout: JournalLayout,
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
      const { batchId = '', layout = {}, ofMatches = false, chartVersion = null } = request;
      const order = { key, batchId, layout: layout as JsonObject, ofMatches, at: clock(), by: caller.id };
      const exported = await exportJournals(store, order, async () => {
        const { stated } = foundOrThrow(await stateSession(deps, key, null), key);
        return { stated, chart: (await chartInForce(store, key, chartVersion))?.chart ?? null };
      });
      if (exported.withoutAccount > 0) tell('tieout-left-out', String(exported.withoutAccount));
      const invalid = (sentence: string) => new TieoutError('mapping_invalid', `The layout is unusable: ${sentence}`);
      const value = journalFile(exported.journals, parseJournalLayout(exported.layout, invalid));
      return { answer: { case: 'document', value } };
    },

    async postJournals({ tenantId = '', partnerId = '', journals }, { caller }) {
      const posted = journals.map(({ journalId = '', ledgerReference = '', postedOn = '' }) => ({
        ...{ journalId, reference: ledgerReference, postedOn: parseDay(postedOn)! },
      }));
      const made = { journals: posted, at: clock(), by: caller.id };
      const lives = await postJournals(store, { tenant: tenantId, partner: partnerId }, made);
      return { journals: posted.map(({ journalId }) => lifeMessage(journalId, lives)) };
    },

    async takeBackJournals({ tenantId = '', partnerId = '', journalIds }, { caller }) {
      const made = { journalIds, at: clock(), by: caller.id };
      const lives = await takeBackJournals(store, { tenant: tenantId, partner: partnerId }, made);
      return { journals: journalIds.map((id) => lifeMessage(id, lives)) };
    },

    async getJournal({ tenantId = '', partnerId = '', journalId = '' }) {
      const lives = await livesOf(store, { tenant: tenantId, partner: partnerId }, [journalId]);
      if (!lives.has(journalId)) throw neverExported(journalId);
      return lifeMessage(journalId, lives);
    },
  };
}

const lifeMessage = (journalId: string, lives: JournalLives): Pick<Life, 'journalId' | 'events'> => ({
  journalId,
  events: lives.get(journalId)!.map(eventMessage),
});
type Life = MessageInitShape<typeof JournalLifeSchema>;

const eventMessage = ({
  kind,
  at,
  by,
  batchId,
  reference,
  postedOn,
}: JournalEvent): MessageInitShape<typeof JournalEventSchema> => ({
  ...{ kind: enumNumber(JournalEventKindSchema)(kind), at: instant(at), by: by ?? undefined },
  ...{ batchId: batchId ?? undefined, ledgerReference: reference ?? undefined, postedOn: dateOrNone(postedOn) },
});

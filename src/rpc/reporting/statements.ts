// The statement and the journals of a session: as messages, or as documents of the other formats.

import type { ReportingService } from '../../../gen/tieout/reporting/v1/reporting_service_pb.ts';
import {
  type GetJournalsRequest,
  type GetStatementRequest,
  JournalFormat,
  StatementFormat,
} from '../../../gen/tieout/reporting/v1/statement_pb.ts';
import { JOURNAL_CELLS, journalCells, journalEntries } from '../../core/summary/statement/journal-entries.ts';
import { statementOf } from '../../core/summary/statement/statement-of.ts';
import { type StatedAt, type StatingDependencies, stateSession } from '../../workflows/statements/state-session.ts';
import type { ServiceHandlers } from '../services.ts';
import { foundOrThrow, sessionOf } from './asked-session.ts';
import { journalsMessage, statementMessage } from './statement-message.ts';

export function statementHandlers(
  deps: StatingDependencies,
): Required<Pick<ServiceHandlers<typeof ReportingService>, 'getStatement' | 'getJournals'>> {
  const stated = async (request: GetStatementRequest | GetJournalsRequest): Promise<StatedAt> => {
    const key = sessionOf(request);
    return foundOrThrow(await stateSession(deps, key, request.at ?? null), key);
  };
  return {
    async getStatement(request) {
      const at = await stated(request);
      if (request.format !== StatementFormat.TEXT) {
        return { answer: { case: 'statement', value: statementMessage(at) } };
      }
      const lines = statementOf(at.stated, { most: Number.POSITIVE_INFINITY });
      return { answer: { case: 'document', value: documentOf('text/plain', lines) } };
    },

    async getJournals(request) {
      const at = await stated(request);
      if (request.format !== JournalFormat.CSV) return { answer: { case: 'journals', value: journalsMessage(at) } };
      const lines = [JOURNAL_CELLS, ...Array.from(journalEntries(at.stated), journalCells)];
      return { answer: { case: 'document', value: documentOf('text/csv', lines) } };
    },
  };
}

const utf8 = new TextEncoder();

const documentOf = (type: string, lines: readonly string[]) => ({
  contentType: `${type}; charset=utf-8`,
  content: utf8.encode(`${lines.join('\n')}\n`),
});

// The statement and the journals of a session: as messages, or as documents of the other formats. A statement can be
// kept: then its bytes, those of REST's answer, are answered for ever under their digest.

import { create, type DescMessage, type Message } from '@bufbuild/protobuf';
import type { ReportingService } from '../../../gen/tieout/reporting/v1/reporting_service_pb.ts';
import {
  type GetJournalsRequest,
  type GetStatementRequest,
  GetStatementResponseSchema,
  JournalFormat,
  type KeepStatementRequest,
  StatementFormat,
} from '../../../gen/tieout/reporting/v1/statement_pb.ts';
import { TieoutError } from '../../core/errors.ts';
import { MAX_ANSWER_BYTES } from '../../core/limits.ts';
import { type Signature, signatureWords, signOffOf } from '../../core/people/sign-off.ts';
import type { SessionKey } from '../../core/records/session-key.ts';
import { reportPage, statementPage } from '../../core/report/report-page.ts';
import { statementSheet } from '../../core/report/statement-sheet.ts';
import type { Sheet } from '../../core/summary/layout/cell.ts';
import { JOURNAL_CELLS, journalCells } from '../../core/summary/statement/journal-cells.ts';
import { statementOf } from '../../core/summary/statement/statement-of.ts';
import { csvText } from '../../core/words/quoted-cell.ts';
import { livingJournals } from '../../workflows/journals/living-journals.ts';
import { chartInForce } from '../../workflows/partners/chart-in-force.ts';
import { reportSession } from '../../workflows/statements/report-session.ts';
import { type StatedAt, type StatingDependencies, stateSession } from '../../workflows/statements/state-session.ts';
import { inHeader, instant } from '../plain-values.ts';
import type { ServiceHandlers } from '../services.ts';
import { foundOrThrow, sessionOf } from './asked-session.ts';
import { journalsMessage, statementMessage } from './statement-message.ts';

export interface StatementDependencies extends StatingDependencies {
  readonly workbook: (...sheets: readonly Sheet[]) => { readonly contentType: string; readonly content: Uint8Array };
  /** How REST answers a message. */
  readonly written: (desc: DescMessage, message: Message) => WrittenText;
  /** Milliseconds since 1970, UTC. */
  readonly clock: () => number;
}

interface WrittenText {
  readonly type: string;
  readonly content: Uint8Array;
}

type StatementMethod = 'getStatement' | 'getReport' | 'keepStatement' | 'getJournals';

export function statementHandlers(
  deps: StatementDependencies,
): Required<Pick<ServiceHandlers<typeof ReportingService>, StatementMethod>> {
  const { store } = deps;
  const stated = async (request: GetStatementRequest | GetJournalsRequest | KeepStatementRequest) => {
    const key = sessionOf(request);
    return foundOrThrow(await stateSession(deps, key, request.at ?? null), key);
  };
  return {
    async getStatement(request, { tell }) {
      const key = sessionOf(request);
      const signatures = await signaturesOf(store, key);
      if (request.digest === undefined) {
        return { answer: statementAnswer(deps, { at: await stated(request), signatures }, request) };
      }
      const kept = await store.keptStatements.get(key, request.digest);
      if (kept === null) throw notKept(key.session);
      const own = signatures.filter(({ digest }) => digest === request.digest);
      if (own.length > 0) tell('tieout-signatures', inHeader(own.map(signatureWords).join('; ')));
      const { contentType, text } = kept;
      return { answer: { case: 'document', value: { contentType, content: utf8.encode(text) } } };
    },

    async getReport(request) {
      const key = sessionOf(request);
      const reported = foundOrThrow(await reportSession(deps, key, request.at ?? null), key);
      return { answer: { case: 'document', value: htmlOf(reportPage(reported, deps.digest)) } };
    },

    async keepStatement(request) {
      const key = sessionOf(request);
      const at = await stated(request);
      const message = create(GetStatementResponseSchema, {
        answer: statementAnswer(deps, { at, signatures: [] }, request),
      });
      const { type: contentType, content } = deps.written(GetStatementResponseSchema, message);
      if (content.length > MAX_ANSWER_BYTES) throw tooLarge();
      const text = new TextDecoder().decode(content);
      const made = { digest: deps.digest(text), contentType, position: at.position, keptAt: deps.clock(), text };
      const kept = await store.keptStatements.keep(key, made);
      return {
        ...{ sessionId: key.session, digest: kept.digest, position: kept.position, contentType: kept.contentType },
        ...{ bytes: content.length, keptAt: instant(kept.keptAt) },
      };
    },

    async getJournals(request) {
      const key = sessionOf(request);
      const at = await stated(request);
      const chart = await chartInForce(store, key, request.chartVersion ?? null);
      const journals = await livingJournals(store, { key, stated: at.stated, chart: chart?.chart ?? null });
      if (request.format !== JournalFormat.CSV) {
        return { answer: { case: 'journals', value: journalsMessage(at, { chart, journals }) } };
      }
      const lines = [JOURNAL_CELLS, ...journals.map((journal) => journalCells(journal, journal.state))];
      return { answer: { case: 'document', value: csvDocument(lines, request.excel ?? false) } };
    },
  };
}

/** The answer of getStatement in the requested format. */
function statementAnswer(
  { digest, workbook }: Pick<StatementDependencies, 'digest' | 'workbook'>,
  { at, signatures }: { readonly at: StatedAt; readonly signatures: readonly Signature[] },
  { format }: Pick<GetStatementRequest, 'format'>,
) {
  if (format === StatementFormat.HTML) {
    return {
      case: 'document',
      value: htmlOf(statementPage({ stated: at.stated, signed: signatures.map(signatureWords) }, digest)),
    } as const;
  }
  if (format === StatementFormat.XLSX) {
    return { case: 'document', value: workbook(statementSheet(at.stated)) } as const;
  }
  if (format !== StatementFormat.TEXT) return { case: 'statement', value: statementMessage(at, signatures) } as const;
  const lines = [...statementOf(at.stated, { most: Number.POSITIVE_INFINITY }), ...signatures.map(signatureWords)];
  return { case: 'document', value: documentOf('text/plain', lines) } as const;
}

const tooLarge = () =>
  new TieoutError('answer_too_large', `The statement is larger than ${MAX_ANSWER_BYTES >> 20} MiB: it is not kept`);

const signaturesOf = async ({ acts }: StatementDependencies['store'], { tenant, partner, session }: SessionKey) =>
  signOffOf(await acts.of({ tenant, partner }, { kind: 'sign_off', thing: session })).signatures;

const notKept = (session: string) =>
  new TieoutError('not_found', `No statement of session ${session} is kept under this digest.`);

const utf8 = new TextEncoder();

const htmlOf = (page: string) => ({ contentType: 'text/html; charset=utf-8', content: utf8.encode(page) });

/** A document of lines. */
const documentOf = (type: string, lines: readonly string[]) => ({
  contentType: `${type}; charset=utf-8`,
  content: utf8.encode(`${lines.join('\n')}\n`),
});

export const csvDocument = (lines: Iterable<string>, forExcel: boolean) => ({
  contentType: 'text/csv; charset=utf-8',
  content: utf8.encode(csvText(lines, { forExcel })),
});

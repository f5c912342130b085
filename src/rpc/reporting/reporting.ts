// The reporting service: requests to the read-only workflows, and their answers as messages. The workflows look things
// up; this file converts names, units and page tokens, and answers for sessions that are not the caller's.

import { RunStateSchema } from '../../../gen/tieout/engine/v1/run_list_pb.ts';
import type { ListResolutionsRequest } from '../../../gen/tieout/reporting/v1/exceptions_pb.ts';
import { RegisterFormat } from '../../../gen/tieout/reporting/v1/register_pb.ts';
import type { ReportingService } from '../../../gen/tieout/reporting/v1/reporting_service_pb.ts';
import { ClusterTypeSchema, DecisionStatusSchema } from '../../../gen/tieout/resolution/v1/vocabulary_pb.ts';
import { parseDay } from '../../core/money/calendar.ts';
import { type DecisionStatus, isDomain, verticalNamed } from '../../core/records/documents/clusters.ts';
import type { RunState } from '../../core/records/documents/run.ts';
import type { Side } from '../../core/records/rows/columns.ts';
import type { AuditFilter } from '../../ports/audit.ts';
import type { ClusterFilter } from '../../ports/clusters.ts';
import type { SessionScope } from '../../ports/sessions.ts';
import { registerLines, registerSheet } from '../../workflows/reports/register-csv.ts';
import { reportClusters, reportSessionClusters } from '../../workflows/reports/report-clusters.ts';
import { type MatchPlace, reportMatches } from '../../workflows/reports/report-matches.ts';
import { type OpenItemPlace, reportOpenItems } from '../../workflows/reports/report-open-items.ts';
import { reportOperations } from '../../workflows/reports/report-operations.ts';
import { reportPatterns } from '../../workflows/reports/report-patterns.ts';
import { reportQuality } from '../../workflows/reports/report-quality.ts';
import { reportRegister } from '../../workflows/reports/report-register.ts';
import { reportResolutions } from '../../workflows/reports/report-resolutions.ts';
import { reportScopes, reportSessions } from '../../workflows/reports/report-sessions.ts';
import { reportSummaries, reportSummary } from '../../workflows/reports/report-summary.ts';
import { type ElsewherePlace, reportElsewhere } from '../../workflows/runs/rows-elsewhere.ts';
import { enumNames } from '../enum-names.ts';
import {
  alone,
  badPageToken,
  isCount,
  ofReplacedRun,
  PAGE_SIZE,
  pageAfter,
  pageMessage,
  pageToken,
  readPageToken,
} from '../page-token.ts';
import { inHeader } from '../plain-values.ts';
import type { ServiceHandlers } from '../services.ts';
import { foundOrThrow, sessionOf } from './asked-session.ts';
import { auditMessage, operationMessage } from './audit-message.ts';
import { clusterQueryHandlers } from './cluster-query.ts';
import { type JournalDependencies, journalHandlers } from './journals.ts';
import { patternMessage } from './pattern-message.ts';
import { qualityMessage } from './quality-message.ts';
import { elsewhereMessage, REGISTER, registerMessage, stateAsked } from './register-message.ts';
import { clusterMessage, matchMessage, openItemMessage, sideOf } from './reporting-messages.ts';
import { searchHandlers } from './search.ts';
import { listedSessionMessage } from './session-message.ts';
import { singleRowHandlers } from './single-rows.ts';
import { csvDocument, type StatementDependencies, statementHandlers } from './statements.ts';
import { summaryMessage } from './summary-message.ts';
import { workbookHandlers } from './workbooks.ts';

export interface ReportingDependencies extends StatementDependencies, JournalDependencies {}

export function reportingService(deps: ReportingDependencies): ServiceHandlers<typeof ReportingService> {
  const { store } = deps;
  return {
    ...statementHandlers(deps),
    ...journalHandlers(deps),
    ...clusterQueryHandlers(deps),
    ...singleRowHandlers(deps),
    ...workbookHandlers(deps),
    ...searchHandlers(deps),

    async listSessions({ tenantId = '', partnerId, startDate, endDate, state, ...paging }) {
      const asked = {
        ...{ tenant: tenantId, partner: partnerId || undefined },
        ...{ from: dayOf(startDate), to: dayOf(endDate) },
        state: state === undefined ? undefined : (enumNames(RunStateSchema).names.get(state) as RunState),
      };
      const page = await reportSessions(store, { ...asked, ...pageAfter(paging, 'sessions') });
      return pageMessage(page, 'sessions', { message: listedSessionMessage, parts: alone });
    },

    async listScopes(request, { caller }) {
      const page = await reportScopes(store, caller, pageAfter(request, 'scopes'));
      return pageMessage(page, 'scopes', { message: scopeMessage, parts: alone });
    },

    async getSummary(request) {
      const key = sessionOf(request);
      if (!request.history) {
        const latest = summaryMessage(foundOrThrow(await reportSummary(store, key), key));
        return { answer: { case: 'latest', value: latest } };
      }
      const page = foundOrThrow(await reportSummaries(store, key, pageAfter(request, 'summaries')), key);
      return {
        answer: { case: 'history', value: pageMessage(page, 'summaries', { message: summaryMessage, parts: alone }) },
      };
    },

    async listMatches(request) {
      const key = sessionOf(request);
      const place = readPageToken<[string, number, number]>(request.pageToken, 'matches', isMatchPlace);
      const after = place && { runId: place[0], block: place[1], group: place[2] };
      const filter = { tier: request.tier ?? null, minConfidence: request.minConfidence ?? null };
      const page = { after, limit: request.pageSize ?? PAGE_SIZE };
      const reported = await reportMatches(deps, key, { filter, page });
      if (reported.outcome === 'replaced') throw ofReplacedRun();
      const parts = ({ runId, block, group }: MatchPlace) => [runId, block, group];
      const found = foundOrThrow(reported.outcome === 'page' ? reported.page : null, key);
      return pageMessage(found, 'matches', { message: matchMessage, parts });
    },

    async listOpenItems(request) {
      const key = sessionOf(request);
      const place = readPageToken<[string | null, Side, number | null]>(
        request.pageToken,
        'open-items',
        isOpenItemPlace,
      );
      const after = place && { runId: place[0], side: place[1], after: place[2] };
      const page = { after, limit: request.pageSize ?? PAGE_SIZE };
      const reported = await reportOpenItems(store, key, { side: sideOf(request.side), page });
      if (reported.outcome === 'replaced') throw ofReplacedRun();
      const parts = (next: OpenItemPlace) => [next.runId, next.side, next.after];
      const found = foundOrThrow(reported.outcome === 'page' ? reported.page : null, key);
      return pageMessage(found, 'open-items', { message: openItemMessage, parts });
    },

    async listMatchedElsewhere(request) {
      const key = sessionOf(request);
      const place = readPageToken<[string, number]>(request.pageToken, 'matched-elsewhere', isElsewherePlace);
      const page = { after: place && { runId: place[0], n: place[1] }, limit: request.pageSize ?? PAGE_SIZE };
      const reported = await reportElsewhere(deps, key, { side: sideOf(request.side), page });
      if (reported.outcome === 'replaced') throw ofReplacedRun();
      const parts = ({ runId, n }: ElsewherePlace) => [runId, n];
      const found = foundOrThrow(reported.outcome === 'page' ? reported.page : null, key);
      return pageMessage(found, 'matched-elsewhere', { message: elsewhereMessage, parts });
    },

    async listRegister(request, { tell }) {
      const { tenantId = '', partnerId = '', account, asOf, state, side, format, excel = false, ...paging } = request;
      const scope = { tenant: tenantId, partner: partnerId };
      const of = { asOf: dayOf(asOf) ?? null, state: stateAsked(state), account: account || null, side: sideOf(side) };
      const place = readPageToken<[number, string]>(paging.pageToken, REGISTER, isRegisterPlace);
      if (format === RegisterFormat.CSV || format === RegisterFormat.XLSX) {
        if (place !== null) throw badPageToken('is for pages: CSV and XLSX have every item');
        const whole = { after: null, limit: Number.POSITIVE_INFINITY };
        const { items, warnings } = await reportRegister(deps, scope, { ...of, page: whole });
        if (warnings.length > 0) tell('tieout-notes', inHeader(warnings.join(' ')));
        const value =
          format === RegisterFormat.CSV
            ? csvDocument(registerLines(items), excel)
            : deps.workbook(registerSheet(items));
        return { answer: { case: 'document', value } };
      }
      const after = place && { day: place[0], recordId: place[1] };
      const page = { after, limit: paging.pageSize ?? PAGE_SIZE };
      return { answer: { case: 'page', value: registerMessage(await reportRegister(deps, scope, { ...of, page })) } };
    },

    async listSessionClusters(request) {
      const key = sessionOf(request);
      const asked = { filter: clusterFilter(request), page: pageAfter(request, 'clusters') };
      return pageMessage(foundOrThrow(await reportSessionClusters(store, key, asked), key), 'clusters', CLUSTERS);
    },

    async listClusters(request) {
      const { tenantId = '', partnerId = '', sessionId } = request;
      const scope = { tenant: tenantId, partner: partnerId, session: sessionId || undefined };
      const asked = { filter: clusterFilter(request), page: pageAfter(request, 'clusters') };
      return pageMessage(await reportClusters(store, scope, asked), 'clusters', CLUSTERS);
    },

    async listResolutions(request) {
      const { tenantId = '', partnerId = '' } = request;
      const scope = { tenant: tenantId, partner: partnerId };
      const place = readPageToken<[number, number]>(request.pageToken, 'resolutions', isAuditPlace);
      const page = {
        after: place && { at: place[0], place: place[1] },
        limit: request.pageSize ?? PAGE_SIZE,
      };
      const found = await reportResolutions(store, scope, { filter: auditFilter(request), page });
      return pageMessage(found, 'resolutions', { message: auditMessage, parts: (next) => [next.at, next.place] });
    },

    async listOperations({ tenantId: tenant = '', partnerId: partner = '', pageSize = 50, pageToken: token }) {
      const place = readPageToken<[number, string]>(token, 'operations', isOperationPlace);
      const after = place && { at: place[0], id: place[1] };
      const { items, next } = await reportOperations(store, { tenant, partner }, { after, limit: pageSize });
      return {
        items: items.map(operationMessage),
        nextPageToken: next === null ? undefined : pageToken('operations', [next.at, next.id]),
      };
    },

    async getQuality({ tenantId: tenant = '', partnerId: partner = '', sessions = 12 }) {
      return qualityMessage(await reportQuality(store, { tenant, partner }, sessions));
    },

    async listPatterns(request) {
      const { tenantId = '', partnerId = '' } = request;
      const place = readPageToken<[string]>(request.pageToken, 'patterns', isPatternPlace);
      const page = { after: place?.[0] ?? null, limit: request.pageSize ?? PAGE_SIZE };
      const found = await reportPatterns(store, { tenant: tenantId, partner: partnerId }, page);
      return pageMessage(found, 'patterns', { message: patternMessage, parts: alone });
    },
  };
}

const dayOf = (text: string | undefined): number | undefined => parseDay(text ?? '') ?? undefined;

const scopeMessage = ({ tenant, partner, sessions }: SessionScope) => ({
  ...{ tenantId: tenant, partnerId: partner, sessions },
});

const CLUSTERS = { message: clusterMessage, parts: alone };

const isAuditPlace = (parts: readonly unknown[]): boolean => parts.length === 2 && parts.every(isCount);

const isOperationPlace = ([at, id, ...rest]: readonly unknown[]): boolean =>
  isCount(at) && typeof id === 'string' && rest.length === 0;

const isPatternPlace = (parts: readonly unknown[]): boolean => parts.length === 1 && typeof parts[0] === 'string';

/** The filter for a domain of Tieout, or for the contract's commercial domain and its service. Empty counts as none. */
function verticalFilter(domain: string): Pick<ClusterFilter, 'domain' | 'service'> {
  if (isDomain(domain)) return { domain };
  const { domain: named, service } = verticalNamed(domain);
  return { domain: named, service: service ?? undefined };
}

interface ClusterRequest {
  readonly domain?: string | undefined;
  readonly clusterType?: number | undefined;
  readonly decisionStatus?: number | undefined;
  readonly owner?: string | undefined;
  readonly hasOwner?: boolean | undefined;
  readonly dueBefore?: string | undefined;
  readonly hasNote?: boolean | undefined;
}

function clusterFilter(request: ClusterRequest): ClusterFilter {
  const { domain, clusterType, decisionStatus, owner, hasOwner, dueBefore, hasNote } = request;
  const status = decisionStatus === undefined ? undefined : enumNames(DecisionStatusSchema).names.get(decisionStatus);
  return {
    ...(domain && verticalFilter(domain)),
    type: clusterType === undefined ? undefined : enumNames(ClusterTypeSchema).names.get(clusterType),
    decisionStatus: status as DecisionStatus | undefined,
    ...{ owner: owner || undefined, hasOwner, dueBefore: dayOf(dueBefore), hasNote },
  };
}

/** An empty text counts as none, as in other optional fields. */
const auditFilter = ({ sessionId, clusterId, resolutionRequestId }: ListResolutionsRequest): AuditFilter => ({
  session: sessionId || undefined,
  clusterId: clusterId || undefined,
  requestId: resolutionRequestId || undefined,
});

const isMatchPlace = ([runId, block, group, ...rest]: readonly unknown[]): boolean =>
  typeof runId === 'string' && isCount(block) && isCount(group) && rest.length === 0;

const isElsewherePlace = ([runId, n, ...rest]: readonly unknown[]): boolean =>
  typeof runId === 'string' && isCount(n) && rest.length === 0;

const isRegisterPlace = ([day, recordId, ...rest]: readonly unknown[]): boolean =>
  Number.isSafeInteger(day) && typeof recordId === 'string' && rest.length === 0;

const isOpenItemPlace = ([runId, side, after, ...rest]: readonly unknown[]): boolean =>
  (runId === null || typeof runId === 'string') &&
  (side === 'gl' || side === 'bank') &&
  (after === null || isCount(after)) &&
  rest.length === 0;

// The resolution service: requests as orders, and their results as messages.

import { ReconciliationCustomerType, ServiceTypeSchema } from '../../../gen/tieout/engine/v1/vocabulary_pb.ts';
import type { ResolutionService } from '../../../gen/tieout/resolution/v1/resolution_service_pb.ts';
import { type ResolveRequest, ResolveRequestSchema } from '../../../gen/tieout/resolution/v1/resolve_pb.ts';
import {
  ClusterTypeSchema,
  ConfirmedAsSchema,
  DecisionStatus,
  DecisionTypeSchema,
  ResolutionMethod,
} from '../../../gen/tieout/resolution/v1/vocabulary_pb.ts';
import type { Caller } from '../../core/callers/caller.ts';
import { AnsweredAsDefect, TieoutError } from '../../core/errors.ts';
import { FilesRefused } from '../../core/exceptions/file-refused.ts';
import type { ConfirmedAs } from '../../core/records/charge-words.ts';
import type { Decision } from '../../core/records/documents/decisions.ts';
import type { JsonObject } from '../../core/records/documents/json.ts';
import type { Resolution } from '../../workflows/decisions/decided-by-others.ts';
import { previewDecision } from '../../workflows/decisions/preview-decision.ts';
import {
  type ResolveDependencies,
  type ResolveOrder,
  resolveExceptions,
} from '../../workflows/decisions/resolve-exceptions.ts';
import { undoOperation } from '../../workflows/decisions/undo-operation.ts';
import { enumNames, enumNumber } from '../enum-names.ts';
import { filesRefusal } from '../files-refused.ts';
import { inHeader } from '../plain-values.ts';
import { rematchTerms } from '../rematch-terms.ts';
import { moneyNumber } from '../reporting/json-money.ts';
import type { ServiceHandlers } from '../services.ts';
import { InvalidRequest, violationsOf } from '../validation/problems.ts';
import { patternHandlers } from './patterns.ts';

export function resolutionService(deps: ResolveDependencies): ServiceHandlers<typeof ResolutionService> {
  return {
    ...patternHandlers(deps),
    async resolve(request, { caller, tell }) {
      try {
        const order = resolveOrder(request, caller);
        const resolved = await resolveExceptions(deps, order, {
          counted({ decided, skipped, signed, notes = [] }) {
            tell('tieout-decided', String(decided));
            tell('tieout-skipped', String(skipped));
            if (signed > 0) tell('tieout-signed', String(signed));
            if (notes.length > 0) tell('tieout-notes', inHeader(notes.join(' ')));
          },
        });
        tell('tieout-approved', String(resolved.length));
        return { results: resolved.map((one) => ({ ...resultMessage(one), domain: order.named })) };
      } catch (error) {
        if (error instanceof FilesRefused) throw filesRefusal(ResolveRequestSchema, error.failures);
        throw isImpossible(error) ? refusedDecision(error) : asResolveFails(error);
      }
    },
    async undoOperation({ operationId = '', tenantId: tenant = '', partnerId: partner = '', note }, { caller }) {
      try {
        const asked = { operationId, tenant, partner, caller, note: note || null };
        const { reopened, left } = await undoOperation(deps, asked);
        return { reopenedClusterIds: [...reopened], left };
      } catch (error) {
        throw asResolveFails(error);
      }
    },
    async previewResolve(request, { caller }) {
      try {
        const { groups, atMost } = await previewDecision(deps, orderOf(request, caller));
        return {
          atMost,
          clusters: groups.reduce((sum, { clusterIds }) => sum + clusterIds.length, 0),
          groups: groups.map(({ type, session, currency, amountMinor, clusterIds }) => ({
            ...{ clusterType: enumNumber(ClusterTypeSchema)(type), sessionId: session, currency },
            ...{ clusters: clusterIds.length, amount: moneyNumber(amountMinor, currency), clusterIds: [...clusterIds] },
          })),
        };
      } catch (error) {
        throw isImpossible(error) ? refusedDecision(error) : error;
      }
    },
  };
}

const isImpossible = (error: unknown): error is TieoutError =>
  error instanceof TieoutError && error.code === 'decision_impossible';

/** What a partner's runs go by is the whole partner's: whoever decides for some branches teaches nothing. */
function refusedTeaching(field: string, msg: string): InvalidRequest {
  const problems = [{ type: field, path: [field], msg }];
  return new InvalidRequest(problems, violationsOf(ResolveRequestSchema, problems));
}

/** The refusal, at the field to change. */
function refusedDecision({ code, sentence }: TieoutError): InvalidRequest {
  const problems = [{ type: code, path: ['decision'], msg: sentence }];
  return new InvalidRequest(problems, violationsOf(ResolveRequestSchema, problems));
}

const LEAVES_OPEN: ReadonlySet<string> = new Set([
  ...['store_unavailable', 'store_locked', 'store_damaged', 'store_refused', 'thread_silent'],
]);

/**
 * A store or thread that fails in the middle leaves open what was decided: callers expect 500 then, and not a status
 * that says to come back.
 */
export const asResolveFails = (error: unknown): unknown =>
  error instanceof TieoutError && LEAVES_OPEN.has(error.code) ? new AnsweredAsDefect(error) : error;

/** The order of a call or of a proposal. Throws InvalidRequest for what the caller cannot teach. */
export function resolveOrder(request: ResolveRequest, caller: Caller): ResolveOrder {
  const order = orderOf(request, caller);
  if (order.isRecurring && caller.branches !== null)
    throw refusedTeaching(
      'is_recurring',
      'must be false: a caller of some branches cannot teach the patterns of the whole partner',
    );
  if (order.confirmedAs !== undefined && caller.id === null)
    throw refusedTeaching('confirmed_as', 'needs a caller with a name: what nobody confirmed is not learned');
  if (order.confirmedAs !== undefined && caller.branches !== null)
    throw refusedTeaching(
      'confirmed_as',
      'must be absent: a caller of some branches cannot teach the words of the whole partner',
    );
  return order;
}

/** Takes a validated request with its defaults. */
export function orderOf(request: ResolveRequest, caller: Caller): ResolveOrder {
  const isMfb = request.customerType === ReconciliationCustomerType.MFB;
  const service = enumNames(ServiceTypeSchema).names.get(request.service ?? 0) ?? null;
  return {
    tenant: request.tenantId ?? '',
    partner: request.partnerId ?? '',
    named: isMfb ? 'mfb' : (service ?? ''),
    service,
    type: enumNames(ClusterTypeSchema).names.get(request.clusterType ?? 0)!,
    decision: enumNames(DecisionTypeSchema).names.get(request.decision ?? 0) as Decision,
    // An empty one counts as not given.
    requestId: request.resolutionRequestId || null,
    clusterIds: request.clusterIds.length === 0 ? null : request.clusterIds,
    branches: caller.branches,
    isRecurring: request.isRecurring ?? false,
    ...(request.confirmedAs !== undefined && {
      confirmedAs: enumNames(ConfirmedAsSchema).names.get(request.confirmedAs) as ConfirmedAs,
    }),
    ...(caller.id !== null && { caller: caller.id }),
    note: request.note ?? null,
    metadata: (request.metadata ?? {}) as JsonObject,
    urls: { gl: request.glFileUrl, bank: request.bankFileUrl },
    terms: rematchTerms(request),
  };
}

const METHODS = { manual: ResolutionMethod.MANUAL, auto: ResolutionMethod.AUTO } as const;

const resultMessage = ({ cluster, method, autoResolved, matchedRecordIds }: Resolution) => ({
  clusterId: cluster.clusterId,
  sessionId: cluster.session,
  clusterType: enumNumber(ClusterTypeSchema)(cluster.type),
  branchId: cluster.branchId ?? undefined,
  decisionStatus: DecisionStatus.APPROVED,
  resolutionMethod: METHODS[method],
  success: true,
  autoResolved,
  matchedRecordIds: [...matchedRecordIds],
});

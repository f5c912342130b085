// The order of a proposal: the request of the act's own route as the order of its workflow, and back.

import type { MessageInitShape, JsonObject as ProtoJson } from '@bufbuild/protobuf';
import {
  MatchingMethodSchema,
  ReconciliationCustomerType,
  ServiceTypeSchema,
} from '../../../gen/tieout/engine/v1/vocabulary_pb.ts';
import { DifferenceAsSchema } from '../../../gen/tieout/people/v1/matches_pb.ts';
import type { OrderSchema, ProposeRequest } from '../../../gen/tieout/people/v1/proposals_pb.ts';
import {
  ClusterTypeSchema,
  ConfirmedAsSchema,
  DecisionTypeSchema,
} from '../../../gen/tieout/resolution/v1/vocabulary_pb.ts';
import type { Caller } from '../../core/callers/caller.ts';
import type { Proposal } from '../../core/people/proposal.ts';
import type { Ordered, Orders } from '../../workflows/proposals/look-at-order.ts';
import { orderOf } from '../../workflows/proposals/stored-order.ts';
import { enumNumber } from '../enum-names.ts';
import { resolveOrder } from '../resolution/resolve.ts';
import { InvalidRequest } from '../validation/problems.ts';
import { matchOrder } from './match-order.ts';

/** The order of a validated request. Throws InvalidRequest if it is of another tenant or partner than its proposal. */
export function orderedOf(request: ProposeRequest, caller: Caller): Ordered {
  const { decision, match, parting, undo, pattern } = request.order!;
  const scope = { tenant: request.tenantId ?? '', partner: request.partnerId ?? '' };
  requireScope(request);
  const { id: by, branches } = caller;
  if (decision !== undefined) return { kind: 'decision', order: resolveOrder(decision, caller) };
  if (match !== undefined) return { kind: 'match', order: matchOrder(match, caller) };
  if (parting !== undefined) {
    const { sessionId: session = '', groupId = '', note = '' } = parting;
    return { kind: 'parting', order: { key: { ...scope, session }, groupId, note, by, branches } };
  }
  if (undo !== undefined) {
    const { constraintId: id = '', note = '' } = undo;
    return { kind: 'undo', order: { scope, id, note, by, branches } };
  }
  const { patternId = '', resolutionRequestId: requestId = '' } = pattern!;
  const { tenants, partners } = caller;
  return { kind: 'pattern', order: { patternId, requestId, caller: { id: by, tenants, partners, branches } } };
}

function requireScope({ order, tenantId, partnerId }: ProposeRequest): void {
  const { decision, match, parting, undo } = order!;
  const problems = Object.entries({ decision, match, parting, undo }).flatMap(([kind, of]) =>
    of === undefined || (of.tenantId === tenantId && of.partnerId === partnerId)
      ? []
      : [{ type: 'order', path: ['order', kind], msg: 'must name the tenant and the partner of the proposal' }],
  );
  if (problems.length > 0) throw new InvalidRequest(problems);
}

/** The request again. The clusters of a decision stand beside it. */
export function orderMessage(proposal: Proposal, { tenant }: { readonly tenant: string }) {
  const scope = { tenantId: tenant, partnerId: proposal.partner };
  const ordered = orderOf(proposal, []);
  const message: MessageInitShape<typeof OrderSchema> = { [ordered.kind]: { ...scope, ...requestOf(ordered) } };
  return message;
}

function requestOf(ordered: Ordered): object {
  switch (ordered.kind) {
    case 'decision':
      return decisionRequest(ordered.order);
    case 'match': {
      const { key, recordIds, byHand } = ordered.order;
      return {
        ...{ sessionId: key.session, glRecordIds: [...recordIds.gl], bankRecordIds: [...recordIds.bank] },
        differenceAs: byHand.differenceAs === null ? undefined : enumNumber(DifferenceAsSchema)(byHand.differenceAs),
        note: byHand.note,
      };
    }
    case 'parting': {
      const { key, groupId, note } = ordered.order;
      return { sessionId: key.session, groupId, note };
    }
    case 'undo':
      return { constraintId: ordered.order.id, note: ordered.order.note };
    case 'pattern':
      return { patternId: ordered.order.patternId, resolutionRequestId: ordered.order.requestId };
  }
}

function decisionRequest(order: Orders['decision']): object {
  const { named, type, decision, requestId, isRecurring, confirmedAs, note, metadata, urls, terms } = order;
  const isMfb = named === 'mfb';
  return {
    customerType: isMfb ? ReconciliationCustomerType.MFB : ReconciliationCustomerType.COMMERCIAL_BANK,
    ...(!isMfb && { service: enumNumber(ServiceTypeSchema)(named) }),
    ...{ clusterType: enumNumber(ClusterTypeSchema)(type), decision: enumNumber(DecisionTypeSchema)(decision) },
    ...{ resolutionRequestId: requestId ?? undefined, note: note ?? undefined, metadata: metadata as ProtoJson },
    ...{ glFileUrl: [...urls.gl], bankFileUrl: [...urls.bank], isRecurring },
    ...(confirmedAs !== undefined && { confirmedAs: enumNumber(ConfirmedAsSchema)(confirmedAs) }),
    ...(terms.method !== null && { matchingMethod: enumNumber(MatchingMethodSchema)(terms.method) }),
    ...(terms.tolerance !== null && { amountTolerance: Number(terms.tolerance) }),
    ...{ reconTimeSearchForward: terms.daysForward ?? undefined, reconTimeSearchBackward: terms.daysBack ?? undefined },
  };
}

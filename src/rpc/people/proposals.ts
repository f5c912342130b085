// Proposals, as messages.

import { setTimeout as pause } from 'node:timers/promises';
import type { PeopleService } from '../../../gen/tieout/people/v1/people_service_pb.ts';
import { ProposalKindSchema, ProposalStatusSchema } from '../../../gen/tieout/people/v1/proposals_pb.ts';
import { ClusterTypeSchema, DecisionStatusSchema } from '../../../gen/tieout/resolution/v1/vocabulary_pb.ts';
import { TieoutError } from '../../core/errors.ts';
import type { Act } from '../../core/people/act.ts';
import { DifferenceRefused } from '../../core/people/hand-match.ts';
import type { Proposal, ProposalStatus, ProposedCluster } from '../../core/people/proposal.ts';
import type { PartnerScope } from '../../core/records/session-key.ts';
import type { ThingPlace } from '../../ports/people/acts.ts';
import { acceptProposal, declineProposal, withdrawProposal } from '../../workflows/proposals/decide-proposal.ts';
import { listProposals } from '../../workflows/proposals/list-proposals.ts';
import { movedSince } from '../../workflows/proposals/moved-since.ts';
import { type ProposingDependencies, propose } from '../../workflows/proposals/propose.ts';
import { clustersOf, type FoundProposal, proposalNamed } from '../../workflows/review/proposal-acts.ts';
import { enumNames, enumNumber } from '../enum-names.ts';
import { isCount, PAGE_SIZE, pageMessage, readPageToken } from '../page-token.ts';
import { instant } from '../plain-values.ts';
import { moneyNumber } from '../reporting/json-money.ts';
import type { ServiceHandlers } from '../services.ts';
import { refusedDifference } from './match-order.ts';
import { orderedOf, orderMessage } from './proposed-order.ts';

type ProposalMethod =
  | 'propose'
  | 'listProposals'
  | 'getProposal'
  | 'acceptProposal'
  | 'declineProposal'
  | 'withdrawProposal';

const LIST = 'proposals';

export function proposalHandlers(
  deps: ProposingDependencies,
): Required<Pick<ServiceHandlers<typeof PeopleService>, ProposalMethod>> {
  const { store } = deps;
  const answer = (scope: PartnerScope, { proposal, acts }: FoundProposal) => ({
    proposal: proposalMessage(scope, proposal, acts),
  });
  return {
    async propose(request, { caller }) {
      const scope = scopeOf(request);
      const ordered = orderedOf(request, caller);
      try {
        return answer(scope, await propose(deps, scope, { ordered, note: request.note ?? null, by: caller.id }));
      } catch (error) {
        throw error instanceof DifferenceRefused ? refusedDifference(error, ['order', 'match']) : error;
      }
    },

    async listProposals(request, { caller }) {
      const { tenantId = '', partnerId, proposedBy, pageSize = PAGE_SIZE } = request;
      const place = readPageToken<[number, string]>(request.pageToken, LIST, isPlace);
      const after: ThingPlace | null = place === null ? null : { at: place[0], thing: place[1] };
      const asked = {
        ...{ tenant: tenantId, partner: partnerId || undefined, by: proposedBy || undefined },
        status: enumNames(ProposalStatusSchema).names.get(request.status ?? 0) as ProposalStatus | undefined,
        waitingFor: request.waitingForMe === true ? caller : null,
      };
      const found = await listProposals(store, asked, { after, limit: pageSize });
      const message = (proposal: Proposal) =>
        proposalMessage({ tenant: tenantId, partner: proposal.partner }, proposal, [proposal.last]);
      return pageMessage(found, LIST, { message, parts: ({ at, thing }: ThingPlace) => [at, thing] });
    },

    async getProposal(request) {
      const scope = scopeOf(request);
      const found = await proposalNamed(store, scope, request.proposalId ?? '');
      const { id, status } = found.proposal;
      return {
        ...answer(scope, found),
        clusters: (await clustersOf(store, scope, id)).map(clusterMessage),
        moved: status === 'open' ? (await movedSince(deps, scope, found.proposal)).map((one) => ({ ...one })) : [],
      };
    },

    async acceptProposal(request, { caller }) {
      const scope = scopeOf(request);
      const { proposalId: id = '', note = null } = request;
      const { id: by, branches } = caller;
      const accepted = await acceptProposal(deps, scope, { id, by, note, branches });
      return answer(scope, await carriedOut(deps, scope, accepted));
    },

    async declineProposal(request, { caller }) {
      const scope = scopeOf(request);
      const { proposalId: id = '', note = null } = request;
      const { id: by, branches } = caller;
      return answer(scope, await declineProposal(deps, scope, { id, by, note, branches }));
    },

    async withdrawProposal(request, { caller }) {
      const scope = scopeOf(request);
      const { proposalId: id = '', note = null } = request;
      const { id: by, branches } = caller;
      return answer(scope, await withdrawProposal(deps, scope, { id, by, note, branches }));
    },
  };
}

/** How long an answer waits for the carrying out; it goes on by itself. */
const MOST_WAIT_MS = 20_000;
const LOOK_EVERY_MS = 50;

/** The proposal once it is carried out, or as it is after the wait. Throws proposal_returned, with the reason. */
async function carriedOut(
  { store }: ProposingDependencies,
  scope: PartnerScope,
  accepted: FoundProposal,
): Promise<FoundProposal> {
  let found = accepted;
  const { version } = accepted.acts.at(-1)!;
  for (let waited = 0; waited < MOST_WAIT_MS && found.acts.at(-1)!.version === version; waited += LOOK_EVERY_MS) {
    await pause(LOOK_EVERY_MS);
    found = await proposalNamed(store, scope, accepted.proposal.id);
  }
  const next = found.acts.find((act) => act.version === version + 1);
  if (next?.verb === 'returned')
    throw new TieoutError(
      'proposal_returned',
      `It was not carried out, and is open again: ${String(next.content['note'])}`,
    );
  return found;
}

const scopeOf = ({
  tenantId = '',
  partnerId = '',
}: {
  tenantId?: string | undefined;
  partnerId?: string | undefined;
}) => ({
  tenant: tenantId,
  partner: partnerId,
});

const isPlace = (parts: readonly unknown[]): boolean =>
  parts.length === 2 && isCount(parts[0]) && typeof parts[1] === 'string';

/** Verbs by which somebody decided. */
const DECIDED: ReadonlySet<string> = new Set(['accepted', 'declined', 'withdrawn']);

/** A list has the last act alone: that of a carrying out says who accepted. */
function whoDecided(acts: readonly Act[]): { readonly by: string | null; readonly at: number } | undefined {
  const decided = acts.findLast(({ verb }) => DECIDED.has(verb));
  const last = acts.at(-1);
  if (decided !== undefined || last?.verb !== 'carried_out') return decided;
  return { by: last.content['acceptedBy'] as string | null, at: Number(last.content['acceptedAt']) };
}

function proposalMessage({ tenant, partner }: PartnerScope, proposal: Proposal, acts: readonly Act[]) {
  const decided = whoDecided(acts);
  const { id, kind, status, by, at, note, patternId, sessions, money, clusters, touchedBy, returned, last, done } =
    proposal;
  return {
    ...{ proposalId: id, tenantId: tenant, partnerId: partner, kind: enumNumber(ProposalKindSchema)(kind) },
    ...{ status: enumNumber(ProposalStatusSchema)(status), proposedBy: by ?? undefined, proposedAt: instant(at) },
    ...{ note: note ?? undefined, patternId: patternId ?? undefined },
    decidedBy: decided?.by ?? undefined,
    decidedAt: decided && instant(decided.at),
    order: orderMessage(proposal, { tenant }),
    sessionIds: [...sessions],
    amounts: money.map(({ currency, minor }) => ({ currency, amount: moneyNumber(BigInt(minor), currency) })),
    ...{ clusterCount: clusters, touchedBy: [...touchedBy], returned: returned ?? undefined },
    operationId: last.verb === 'carried_out' ? last.operation : undefined,
    ...(done !== null && { decidedCount: done.decided, leftCount: done.left }),
    events: acts.map(({ verb, by: who, at: when, content, operation }) => ({
      ...{ event: verb, by: who ?? undefined, at: instant(when), operationId: operation },
      note: (content['note'] as string | null | undefined) ?? undefined,
    })),
  };
}

const clusterMessage = ({ id, session, type, version, status, currency, minor }: ProposedCluster) => ({
  ...{ clusterId: id, sessionId: session, version, currency, amount: moneyNumber(minor, currency) },
  clusterType: enumNumber(ClusterTypeSchema)(type),
  decisionStatus: enumNumber(DecisionStatusSchema)(status),
});

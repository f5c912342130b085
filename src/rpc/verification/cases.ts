// Cases: lists, one with its steps, decisions, notes and assignments. A decision needs a caller with a name.

import type { MessageInitShape } from '@bufbuild/protobuf';
import { CaseService } from '../../../gen/tieout/verification/v1/case_service_pb.ts';
import {
  CaseStatusSchema,
  CaseStepKindSchema,
  type CaseStepSchema,
  type ListCasesRequest,
  type ScreeningCaseSchema,
} from '../../../gen/tieout/verification/v1/cases_pb.ts';
import { ANONYMOUS, type Caller, hasName } from '../../core/callers/caller.ts';
import { TieoutError } from '../../core/errors.ts';
import { masked } from '../../core/identity/id-formats.ts';
import { dayAt } from '../../core/money/calendar.ts';
import { identifierText } from '../../core/screening/cases/case-differences.ts';
import { caseRisk } from '../../core/screening/cases/follow-screening.ts';
import type { CaseKey, CaseStatus, CaseStep, ScreeningCase } from '../../core/screening/cases/screening-case.ts';
import type { EntityIdentifier, ListedEntity, ScreeningSubject } from '../../core/screening/entities/listed-entity.ts';
import { addToCase, decideCase } from '../../workflows/verification/cases/change-case.ts';
import type { CaseKeeping } from '../../workflows/verification/cases/keep-moves.ts';
import { enumNames, enumNumber } from '../enum-names.ts';
import { isCount, PAGE_SIZE, pageMessage, readPageToken } from '../page-token.ts';
import { instant, rounded } from '../plain-values.ts';
import type { ServiceHandlers } from '../services.ts';
import { callerRole } from '../traits.ts';
import { InvalidRequest } from '../validation/problems.ts';
import { changeMessage } from './case-changes.ts';

interface NamedCase {
  readonly tenantId?: string | undefined;
  readonly partnerId?: string | undefined;
  readonly caseId?: string | undefined;
}

const keyOf = ({ tenantId = '', partnerId = '', caseId = '' }: NamedCase): CaseKey => ({
  scope: { tenant: tenantId, partner: partnerId },
  caseId,
});

const statusNames = enumNames(CaseStatusSchema).names;
const statuses = enumNumber(CaseStatusSchema);
const kinds = enumNumber(CaseStepKindSchema);
const statusOf = (status: number): CaseStatus => statusNames.get(status) as CaseStatus;

export function caseService(deps: CaseKeeping): ServiceHandlers<typeof CaseService> {
  const { cases } = deps.store;
  return {
    async listCases(request) {
      const { tenantId = '', partnerId = '', pageSize: limit = PAGE_SIZE } = request;
      const place = readPageToken<[number, string]>(request.pageToken, 'cases', isPlace);
      const after = place && { at: place[0], caseId: place[1] };
      const scope = { tenant: tenantId, partner: partnerId };
      const { cases: items, ...page } = await cases.page(scope, { filter: filterOf(request), after, limit });
      const parts = (next: { at: number; caseId: string }) => [next.at, next.caseId];
      return pageMessage({ items, ...page }, 'cases', { message: caseMessage, parts });
    },

    async getCase(request) {
      const key = keyOf(request);
      const found = await cases.get(key);
      if (found === null) throw new TieoutError('not_found', 'There is no such case for this tenant and partner');
      return { case: caseMessage(found), steps: (await cases.steps(key)).map(stepMessage) };
    },

    async decideCase(request, { caller }) {
      const { decision, reason = '', until = '', version = 0 } = request;
      const by = nameOf(caller);
      if (until !== '' && until < dayAt(deps.clock())) {
        throw new InvalidRequest([{ type: 'until_past', path: ['until'], msg: 'must not be before today' }]);
      }
      const decided = { status: statusOf(decision!), reason, until: until || null, version, by };
      return doneMessage(await decideCase(deps, keyOf(request), decided));
    },

    async noteCase(request, { caller }) {
      const added = { by: caller.id, note: request.note ?? '' };
      return doneMessage(await addToCase(deps, keyOf(request), added));
    },

    async assignCase(request, { caller }) {
      const added = { by: caller.id, assignee: request.assignee || null };
      return doneMessage(await addToCase(deps, keyOf(request), added));
    },
  };
}

const isPlace = (parts: readonly unknown[]): boolean =>
  parts.length === 2 && isCount(parts[0]) && typeof parts[1] === 'string';

function filterOf({ status, subjectRef, list, assignee, unassigned }: ListCasesRequest) {
  if (assignee && unassigned) {
    throw new InvalidRequest([{ type: 'assigned', path: ['unassigned'], msg: 'contradicts assignee: give one' }]);
  }
  return {
    status: status === undefined ? undefined : statusOf(status),
    ...{ subjectRef: subjectRef || undefined, list: list || undefined },
    assignee: unassigned ? '' : assignee || undefined,
  };
}

/** Whether a caller who can be told from others has the role of decideCase; where no callers are known everybody has. */
export const mayDecideCases = ({ id, roles }: Caller): boolean =>
  id !== ANONYMOUS && roles.includes(callerRole(CaseService.method.decideCase)!);

/** Throws caller_unnamed: an unsigned decision proves nothing. */
function nameOf({ id }: Caller): string {
  if (hasName(id)) return id;
  const sentence =
    'A decision on a case needs a caller with a name: set TIEOUT_CALLERS, or TIEOUT_SERVICE_TOKEN, and send its token.';
  throw new TieoutError('caller_unnamed', sentence);
}

const doneMessage = ({ caseId, version, status }: ScreeningCase) => ({ caseId, version, status: statuses(status) });

function caseMessage(one: ScreeningCase): MessageInitShape<typeof ScreeningCaseSchema> {
  const { caseId, version, subjectId, subjectRef, list, entityId, status, assignee, decision, subject, entity } = one;
  return {
    ...{
      caseId,
      version,
      subjectId,
      subjectRef,
      list,
      entityId,
      status: statuses(status),
      assignee: assignee ?? undefined,
    },
    ...(decision !== null && {
      decision: { ...decision, at: instant(decision.at), until: decision.until ?? undefined },
    }),
    ...{ openedAt: instant(one.openedAt), changedAt: instant(one.changedAt), listed: one.isListed },
    ...{ matchScore: rounded(one.score * 100), matchedName: one.matchedName, riskTag: caseRisk(one) },
    ...{
      identifierHit: one.isExactIdentifier,
      setAside: [...one.setAside],
      subject: partyOf(subject, maskedText),
      entity: listedParty(entity),
    },
  };
}

const partyOf = (
  { schema, names, birthDates, countries, genders, identifiers }: ScreeningSubject,
  text: (one: EntityIdentifier) => string,
) => ({
  ...{
    schema,
    names: [...new Set(names)],
    birthDates: [...birthDates],
    countries: [...countries],
    genders: [...genders],
  },
  identifiers: identifiers.map(text),
});

const maskedText = (one: EntityIdentifier): string => identifierText({ ...one, value: masked(one.value) });

const listedParty = (entity: ListedEntity) => ({
  ...partyOf(entity, identifierText),
  ...{ topics: [...entity.topics], programs: [...entity.programs], addresses: [...entity.addresses] },
});

function stepMessage({
  n,
  kind,
  at,
  by,
  status,
  until,
  listVersion,
  words,
}: CaseStep): MessageInitShape<typeof CaseStepSchema> {
  return {
    ...{ n, kind: kinds(kind), at: instant(at), by: by ?? undefined, status: statuses(status) },
    ...{ until: until ?? undefined, listVersion: listVersion ?? undefined },
    ...{ note: words?.note ?? undefined, assignee: words?.assignee ?? undefined },
    changes: (words?.changes ?? []).map(changeMessage),
  };
}

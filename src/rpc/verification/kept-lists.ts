// Lists of what is kept: checks and subjects of a tenant, by time, status, caller and more.

import type { ListChecksRequest, ListSubjectsRequest } from '../../../gen/tieout/verification/v1/kept_lists_pb.ts';
import { SubjectStatusSchema } from '../../../gen/tieout/verification/v1/kept_lists_pb.ts';
import { CheckStateSchema, CheckStatusSchema } from '../../../gen/tieout/verification/v1/vocabulary_pb.ts';
import type { CheckState, CheckStatus, KeptCheck, KeptSubject } from '../../core/records/documents/check.ts';
import { pageOf } from '../../ports/every-store/page.ts';
import type { SubjectStatus } from '../../ports/verification/subjects.ts';
import { subjectOfKept } from '../../workflows/verification/kept-subjects.ts';
import { enumNames, enumNumber } from '../enum-names.ts';
import { isCount, PAGE_SIZE, pageToken, readPageToken } from '../page-token.ts';
import { instant, instantOrNone } from '../plain-values.ts';
import type { CheckingOptions } from './checking.ts';

const statuses = enumNames(CheckStatusSchema).names;
const states = enumNames(CheckStateSchema).names;
const subjectStatuses = enumNames(SubjectStatusSchema).names;
const statusNumber = enumNumber(CheckStatusSchema);
const stateNumber = enumNumber(CheckStateSchema);
const subjectStatusNumber = enumNumber(SubjectStatusSchema);

const DAY_MS = 86_400_000;

export function keptLists({ store, clock }: Pick<CheckingOptions, 'store' | 'clock'>) {
  return {
    async listChecks(request: ListChecksRequest) {
      const limit = request.pageSize ?? PAGE_SIZE;
      const place = placeOf(request, 'checks');
      const search = {
        ...{ ...scopeOf(request), ...spanOf(request), keptAt: clock() },
        ...{ route: request.route || null, subjectRef: request.subjectRef || null },
        ...{ batchId: request.batchId || null, actor: request.actor || null },
        status: (statuses.get(request.status ?? 0) ?? null) as CheckStatus | null,
        state: (states.get(request.state ?? 0) ?? null) as CheckState | null,
      };
      const after = place && { createdAt: place[0], checkId: place[1] };
      const { rows, last } = pageOf(await store.checks.search(search, after, limit + 1), limit);
      return {
        items: rows.map(checkMessage),
        ...(last !== null && { nextPageToken: pageToken('checks', [last.createdAt, last.checkId]) }),
      };
    },

    async listSubjects(request: ListSubjectsRequest) {
      const limit = request.pageSize ?? PAGE_SIZE;
      const place = placeOf(request, 'subjects');
      const search = {
        ...{ ...scopeOf(request), ...spanOf(request) },
        ...{ subjectId: request.subjectId || null, actor: request.actor || null },
        status: (subjectStatuses.get(request.status ?? 0) ?? null) as SubjectStatus | null,
      };
      const after = place && { updatedAt: place[0], subjectId: place[1] };
      const { rows, last } = pageOf(await store.subjects.search(search, after, limit + 1), limit);
      return {
        items: rows.map(subjectMessage),
        ...(last !== null && { nextPageToken: pageToken('subjects', [last.updatedAt, last.subjectId]) }),
      };
    },
  };
}

const scopeOf = ({
  tenantId,
  partnerId,
}: {
  readonly tenantId?: string | undefined;
  readonly partnerId?: string | undefined;
}) => ({
  ...{ tenant: tenantId!, partner: partnerId || null },
});

/** A day as `to` counts whole. */
function spanOf({ from, to }: { readonly from?: string | undefined; readonly to?: string | undefined }) {
  const end = to ? Date.parse(to.toUpperCase()) : null;
  const isDay = to !== undefined && to.length === 10;
  return {
    from: from ? Date.parse(from.toUpperCase()) : null,
    before: end === null ? null : end + (isDay ? DAY_MS : 1),
  };
}

const placeOf = ({ pageToken: token }: { readonly pageToken?: string | undefined }, list: string) =>
  readPageToken<[number, string]>(
    token,
    list,
    (parts) => parts.length === 2 && isCount(parts[0]) && typeof parts[1] === 'string',
  );

const checkMessage = ({ scope, checkId, route, subjectRef, createdAt, expiresAt, ...more }: KeptCheck) => ({
  ...{ checkId, route, partnerId: scope.partner },
  ...(more.status !== null && { status: statusNumber(more.status) }),
  ...(more.state !== null && { state: stateNumber(more.state) }),
  ...(subjectRef !== null && { subjectRef }),
  ...(more.batchId !== null && { batchId: more.batchId }),
  ...(more.actor !== null && { actor: more.actor }),
  ...{ createdAt: instant(createdAt), expiresAt: instant(expiresAt) },
});

function subjectMessage(kept: KeptSubject) {
  const { scope, subjectRef, subjectId, hits, actor, createdAt, updatedAt, screenedAt } = kept;
  const { schema, names } = subjectOfKept(kept);
  const status: SubjectStatus = hits.length > 0 ? 'hits' : screenedAt === null ? 'not_screened' : 'no_hits';
  return {
    ...{ subjectRef, subjectId, partnerId: scope.partner, name: names[0] ?? '', hits: hits.length },
    ...{ kind: schema === 'Person' ? 'person' : 'company', status: subjectStatusNumber(status) },
    ...(actor !== null && { actor }),
    ...{ createdAt: instant(createdAt), updatedAt: instant(updatedAt), screenedAt: instantOrNone(screenedAt) },
  };
}

// Stored data: checks by id, subjects, which can be deleted with everything about them, and reports on checks. Another
// tenant's data is invisible.

import type { DescMessage, JsonObject, Message } from '@bufbuild/protobuf';
import type {
  DeleteSubjectRequest,
  GetCheckRequest,
  GetSubjectRequest,
  ReportedResult,
} from '../../../gen/tieout/verification/v1/checks_pb.ts';
import { TieoutError } from '../../core/errors.ts';
import { dayAt } from '../../core/money/calendar.ts';
import type { KeptCheck } from '../../core/records/documents/check.ts';
import { REVIEW_FROM } from '../../core/screening/match-entity.ts';
import type { ScreeningHit } from '../../core/screening/screen.ts';
import { eraseSubject } from '../../workflows/verification/erase-subject.ts';
import { subjectOfKept } from '../../workflows/verification/kept-subjects.ts';
import { screenSubject } from '../../workflows/verification/screen-subject.ts';
import type { CallContext } from '../services.ts';
import { BATCH_ROUTE, batchReport } from './batches/batch-record.ts';
import { mayDecideCases } from './cases.ts';
import { type Checking, keptAnswer, methodsByRoute } from './checking.ts';
import { type ReportOptions, reportRoutes } from './reports.ts';
import { hitMessage } from './screening.ts';

export interface StoredDataOptions extends ReportOptions {
  /** How long copies in backups live; null: not known. */
  readonly backupsKeepMs: number | null;
  /** A message in the JSON form of REST. */
  readonly encodeJson: (desc: DescMessage, message: Message) => unknown;
}

/** A stored answer, by the fields that all have in common. */
type AnyAnswer = Message & Omit<ReportedResult, '$typeName'>;

export function storedDataRoutes(check: Checking, options: StoredDataOptions) {
  const { store, clock, watchlists, encodeJson } = options;
  /** Whether it is a valid check. Providers' references are stored beside checks and are never answered. */
  const isKept = ({ expiresAt, route }: KeptCheck): boolean => expiresAt > clock() && methodsByRoute.has(route);
  const unknown = (what: string) =>
    new TieoutError('not_found', `There is no such ${what} for this tenant and partner`);

  return {
    async getCheck({ checkId, tenantId, partnerId }: GetCheckRequest) {
      const [kept] = await store.checks.get({ tenant: tenantId!, partner: partnerId! }, [checkId!]);
      if (kept === undefined || !isKept(kept)) throw unknown('check');
      const method = methodsByRoute.get(kept.route)!;
      const report = kept.route === BATCH_ROUTE ? await batchReport(options, kept.scope, kept.checkId) : null;
      const message = (report ?? keptAnswer(method, kept)) as unknown as AnyAnswer;
      const { status, state, score, reasons, warnings, source, createdAt } = message;
      return {
        ...{ checkId: kept.checkId, status: status!, state: state!, reasons, warnings, route: kept.route },
        ...(score !== undefined && { score }),
        ...(source !== undefined && { source: { ...source } as never }),
        ...{ createdAt: createdAt ?? '', expiresAt: new Date(kept.expiresAt).toISOString() },
        ...(kept.subjectRef !== null && { subjectRef: kept.subjectRef }),
        answer: encodeJson(method.output, message) as JsonObject,
      } as never;
    },

    async getSubject({ subjectRef, tenantId, partnerId }: GetSubjectRequest) {
      const scope = { tenant: tenantId!, partner: partnerId! };
      const kept = await store.subjects.get(scope, subjectRef!);
      if (kept === null) throw unknown('subject');
      const subject = subjectOfKept(kept);
      const cases = await store.cases.ofSubject(scope, subjectRef!);
      const today = dayAt(clock());
      const wish = { names: [], threshold: REVIEW_FROM, decided: { cases, today } };
      const { hits, suppressed } = await screenSubject(watchlists, subject, wish);
      const message = (hit: ScreeningHit) => hitMessage(hit, { cases, subject, today });
      return {
        ...{
          subjectRef: kept.subjectRef,
          subjectId: kept.subjectId,
          kind: subject.schema === 'Person' ? 'person' : 'company',
        },
        ...{ name: subject.names[0] ?? '', hits: hits.map(message), suppressed: suppressed.map(message) },
        ...{ createdAt: new Date(kept.createdAt).toISOString(), updatedAt: new Date(kept.updatedAt).toISOString() },
        ...(kept.screenedAt !== null && { screenedAt: new Date(kept.screenedAt).toISOString() }),
        checkIds: [...(await store.checks.ofSubject(scope, subjectRef!))],
      };
    },

    async deleteSubject({ subjectRef, tenantId, partnerId }: DeleteSubjectRequest, { caller }: CallContext) {
      const scope = { tenant: tenantId!, partner: partnerId! };
      const asked = { scope, subjectRef: subjectRef!, by: caller.id, mayDecide: mayDecideCases(caller) };
      const erased = await eraseSubject(options, asked);
      if (erased === null) throw unknown('subject');
      const { subjectId, checks, backupsUntil } = erased;
      return {
        ...{ subjectRef: subjectRef!, checksDeleted: checks },
        ...(subjectId !== null && { subjectId }),
        ...(backupsUntil !== null && { backupsUntil: new Date(backupsUntil).toISOString() }),
      };
    },

    ...reportRoutes(check, options, { methodOf: (route) => methodsByRoute.get(route)!, isKept }),
  };
}

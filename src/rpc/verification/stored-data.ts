// Stored data: checks by id, subjects, which can be deleted with everything about them, and reports on checks. Another
// tenant's data is invisible.

import type { DescMessage, DescMethodUnary, JsonObject, Message } from '@bufbuild/protobuf';
import type {
  DeleteSubjectRequest,
  GetCheckRequest,
  GetSubjectRequest,
  ReportedResult,
} from '../../../gen/tieout/verification/v1/checks_pb.ts';
import { VerificationService } from '../../../gen/tieout/verification/v1/verification_service_pb.ts';
import {
  CheckStateSchema,
  CheckStatusSchema,
  ReportFormat,
} from '../../../gen/tieout/verification/v1/vocabulary_pb.ts';
import { TieoutError } from '../../core/errors.ts';
import { OWN_SOURCE } from '../../core/identity/check-outcome.ts';
import { type CheckReport, type ReportedCheck, reportJson, reportOn } from '../../core/identity/report.ts';
import type { CheckState, CheckStatus, KeptCheck } from '../../core/records/documents/check.ts';
import { eraseSubject } from '../../workflows/verification/erase-subject.ts';
import { subjectOfKept } from '../../workflows/verification/kept-subjects.ts';
import { screenSubject } from '../../workflows/verification/screen-subject.ts';
import { enumNames } from '../enum-names.ts';
import { InvalidRequest } from '../validation/problems.ts';
import { BATCH_ROUTE, batchReport } from './batches.ts';
import { type Checking, type CheckingOptions, dayAt, keptAnswer, routeOf } from './checking.ts';
import { hitMessage } from './screening.ts';

export interface StoredDataOptions extends CheckingOptions {
  /** How long copies in backups live; null: not known. */
  readonly backupsKeepMs: number | null;
  readonly renderPdf: (report: CheckReport) => Promise<Uint8Array>;
  /** A message in the JSON form of REST. */
  readonly encodeJson: (desc: DescMessage, message: Message) => unknown;
}

const methods = VerificationService.method;
const byRoute = new Map<string, DescMethodUnary>(
  VerificationService.methods.flatMap((one) =>
    one.methodKind === 'unary' ? [[routeOf(one as never), one as never] as const] : [],
  ),
);
const statuses = enumNames(CheckStatusSchema).names;
const states = enumNames(CheckStateSchema).names;

/** A stored answer, by the fields that all have in common. */
type AnyAnswer = Message & Omit<ReportedResult, '$typeName'>;

export function storedDataRoutes(check: Checking, options: StoredDataOptions) {
  const { store, clock, digest, watchlists, renderPdf, encodeJson, holdMs, backupsKeepMs } = options;
  /** Whether it is a valid check. Providers' references are stored beside checks and are never answered. */
  const isKept = ({ expiresAt, route }: KeptCheck): boolean => expiresAt > clock() && byRoute.has(route);
  const unknown = (what: string) =>
    new TieoutError('not_found', `There is no such ${what} for this tenant and partner`);

  return {
    async getCheck({ checkId, tenantId, partnerId }: GetCheckRequest) {
      const [kept] = await store.checks.get({ tenant: tenantId!, partner: partnerId! }, [checkId!]);
      if (kept === undefined || !isKept(kept)) throw unknown('check');
      const { output } = byRoute.get(kept.route)!;
      const report = kept.route === BATCH_ROUTE ? await batchReport(options, kept.scope, kept.checkId) : null;
      const message = (report ?? keptAnswer(byRoute.get(kept.route)!, kept)) as unknown as AnyAnswer;
      const { status, state, score, reasons, warnings, source, createdAt } = message;
      return {
        ...{ checkId: kept.checkId, status: status!, state: state!, reasons, warnings, route: kept.route },
        ...(score !== undefined && { score }),
        ...(source !== undefined && { source: { ...source } as never }),
        ...{ createdAt: createdAt ?? '', expiresAt: new Date(kept.expiresAt).toISOString() },
        ...(kept.subjectRef !== null && { subjectRef: kept.subjectRef }),
        answer: encodeJson(output, message) as JsonObject,
      } as never;
    },

    async getSubject({ subjectRef, tenantId, partnerId }: GetSubjectRequest) {
      const scope = { tenant: tenantId!, partner: partnerId! };
      const kept = await store.subjects.get(scope, subjectRef!);
      if (kept === null) throw unknown('subject');
      const subject = subjectOfKept(kept);
      const cases = await store.cases.ofSubject(scope, subjectRef!);
      const wish = { names: [], threshold: 0.7, decided: { cases, today: dayAt(clock()) } };
      const { hits } = await screenSubject(watchlists, subject, wish);
      return {
        ...{
          subjectRef: kept.subjectRef,
          subjectId: kept.subjectId,
          kind: subject.schema === 'Person' ? 'person' : 'company',
        },
        ...{ name: subject.names[0] ?? '', hits: hits.map((hit) => hitMessage(hit, cases)) },
        ...{ createdAt: new Date(kept.createdAt).toISOString(), updatedAt: new Date(kept.updatedAt).toISOString() },
        ...(kept.screenedAt !== null && { screenedAt: new Date(kept.screenedAt).toISOString() }),
        checkIds: [...(await store.checks.ofSubject(scope, subjectRef!))],
      };
    },

    async deleteSubject({ subjectRef, tenantId, partnerId }: DeleteSubjectRequest) {
      const scope = { tenant: tenantId!, partner: partnerId! };
      const erased = await eraseSubject({ ...store, clock, holdMs, backupsKeepMs }, { scope, subjectRef: subjectRef! });
      if (erased === null) throw unknown('subject');
      const { subjectId, checks, backupsUntil } = erased;
      return {
        ...{ subjectRef: subjectRef!, checksDeleted: checks },
        ...(subjectId !== null && { subjectId }),
        ...(backupsUntil !== null && { backupsUntil: new Date(backupsUntil).toISOString() }),
      };
    },

    generateReport: check(methods.generateReport, async ({ checkIds, results, format, title }, { scope }) => {
      const found = checkIds.length === 0 ? [] : (await store.checks.get(scope!, checkIds)).filter(isKept);
      const missing = checkIds.flatMap((id, at) => (found.some((one) => one.checkId === id) ? [] : [at]));
      if (missing.length > 0) {
        const msg = 'is no check that is kept for this tenant and partner';
        throw new InvalidRequest(missing.map((at) => ({ type: 'check_unknown', path: ['check_ids', at], msg })));
      }
      const ofKept = found.map((kept) => {
        const message = keptAnswer(byRoute.get(kept.route)!, kept) as unknown as ReportedResult;
        return reported({ ...message, checkId: kept.checkId, route: kept.route });
      });
      const report = reportOn(title || 'Verification report', [...ofKept, ...results.map(reported)]);
      const isJson = format === ReportFormat.JSON;
      const content = isJson ? Buffer.from(reportJson(report)) : Buffer.from(await renderPdf(report));
      const sha256 = digest(content);
      const reasons =
        report.status === 'verified'
          ? []
          : [{ code: `worst_${report.status}`, detail: `The worst of its checks is ${report.status}.` }];
      return {
        outcome: { status: report.status, reasons, source: OWN_SOURCE },
        details: {
          ...{ reportId: `report-${sha256.slice(0, 32)}`, sha256, contentBase64: content.toString('base64') },
          contentType: isJson ? 'application/json' : 'application/pdf',
        },
      };
    }),
  };
}

type Reportable = Pick<
  ReportedResult,
  'checkId' | 'route' | 'status' | 'state' | 'score' | 'reasons' | 'warnings' | 'source' | 'createdAt'
>;

const reported = ({
  checkId,
  route,
  status,
  state,
  score,
  reasons,
  warnings,
  source,
  createdAt,
}: Reportable): ReportedCheck => ({
  ...{ checkId: checkId!, route: route ?? null, score: score ?? null, createdAt: createdAt ?? null },
  status: statuses.get(status!) as CheckStatus,
  state: (state === undefined ? 'complete' : states.get(state)) as CheckState,
  reasons: reasons.map(({ code = '', detail = '' }) => ({ code, detail })),
  warnings: [...warnings],
  source:
    source === undefined
      ? null
      : {
          ...(source.provider !== undefined && { provider: source.provider }),
          ...(source.list !== undefined && { list: source.list }),
          version: source.version ?? '',
        },
});

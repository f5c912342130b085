// Reports on checks: those that are kept here, and results that the caller brings, which are marked as the caller's. A
// report is about one subject and is kept with it, so that it is erased with it; one about nobody's subject is answered
// and not kept.

import type { DescMethodUnary, Message } from '@bufbuild/protobuf';
import type { GenerateReportRequest, ReportedResult } from '../../../gen/tieout/verification/v1/checks_pb.ts';
import { VerificationService } from '../../../gen/tieout/verification/v1/verification_service_pb.ts';
import {
  CheckStateSchema,
  CheckStatusSchema,
  ReportFormat,
} from '../../../gen/tieout/verification/v1/vocabulary_pb.ts';
import type { Caller } from '../../core/callers/caller.ts';
import { OWN_SOURCE } from '../../core/identity/check-outcome.ts';
import { masked } from '../../core/identity/id-formats.ts';
import {
  type CheckReport,
  NO_DETAILS,
  type ReportedCheck,
  type ReportParties,
  type ReportSubject,
  reportJson,
  reportOn,
} from '../../core/identity/report.ts';
import type { CheckState, CheckStatus, KeptCheck, Scope } from '../../core/records/documents/check.ts';
import { isPerson } from '../../core/screening/entities/listed-entity.ts';
import type { Subjects } from '../../ports/verification/subjects.ts';
import { subjectOfKept } from '../../workflows/verification/kept-subjects.ts';
import { enumNames } from '../enum-names.ts';
import { InvalidRequest } from '../validation/problems.ts';
import { aboutOf, type Checking, type CheckingOptions, keptAnswer } from './checking.ts';
import { detailsOf } from './report-details.ts';

export interface ReportOptions extends CheckingOptions {
  readonly renderPdf: (report: CheckReport) => Promise<Uint8Array>;
}

const statuses = enumNames(CheckStatusSchema).names;
const states = enumNames(CheckStateSchema).names;

/** `methodOf`: the method of a route, if its checks are kept for callers. `isKept`: whether a check may be shown. */
export function reportRoutes(
  check: Checking,
  { store, digest, renderPdf }: ReportOptions,
  {
    methodOf,
    isKept,
  }: { readonly methodOf: (route: string) => DescMethodUnary; readonly isKept: (check: KeptCheck) => boolean },
) {
  return {
    generateReport: check(VerificationService.method.generateReport, async (request, { scope, caller }) => {
      const { checkIds, results, format, title } = request;
      const found = checkIds.length === 0 ? [] : (await store.checks.get(scope!, checkIds)).filter(isKept);
      const missing = checkIds.flatMap((id, at) => (found.some((one) => one.checkId === id) ? [] : [at]));
      if (missing.length > 0) {
        const msg = 'is no check that is kept for this tenant and partner';
        throw new InvalidRequest(missing.map((at) => ({ type: 'check_unknown', path: ['check_ids', at], msg })));
      }
      const subjectRef = subjectOf(request, found);
      const ofKept = found.map((kept) => {
        const message = keptAnswer(methodOf(kept.route), kept);
        const common = reported({
          ...(message as unknown as ReportedResult),
          checkId: kept.checkId,
          route: kept.route,
        });
        const details = detailsOf(message as Message, aboutOf(kept));
        return { ...common, origin: 'kept' as const, actor: kept.actor, details };
      });
      const brought = results.map((one) => ({
        ...{ ...reported(one), origin: 'caller' as const, actor: null, details: NO_DETAILS },
      }));
      const subject = subjectRef === null ? null : await reportSubject(store.subjects, scope, subjectRef);
      const report = reportOn({
        title: title || 'Verification report',
        parties: partiesOf(request, { subject, scope, caller }),
        checks: [...ofKept, ...brought],
      });
      const isJson = format === ReportFormat.JSON;
      const content = isJson ? Buffer.from(reportJson(report)) : Buffer.from(await renderPdf(report));
      const sha256 = digest(content);
      const worst = { code: `worst_${report.status}`, detail: `The worst of its checks is ${report.status}.` };
      const others = {
        code: 'caller_results',
        detail: 'Some results were brought by the caller, and not checked here.',
      };
      const reasons = [...(report.status === 'verified' ? [] : [worst]), ...(brought.length > 0 ? [others] : [])];
      return {
        outcome: { status: report.status, reasons, source: OWN_SOURCE },
        details: {
          ...{ reportId: `report-${sha256.slice(0, 32)}`, sha256, contentBase64: content.toString('base64') },
          contentType: isJson ? 'application/json' : 'application/pdf',
        },
        keptAs: subjectRef,
      };
    }),
  };
}

/** The one subject of the request and of its checks; null: none has one. Throws for two. */
function subjectOf({ subjectRef, checkIds }: GenerateReportRequest, found: readonly KeptCheck[]): string | null {
  const refs = new Set(found.flatMap((one) => one.subjectRef ?? []));
  if (subjectRef) refs.add(subjectRef);
  if (refs.size <= 1) return [...refs][0] ?? null;
  const [first] = refs;
  const at = found.findIndex((one) => one.subjectRef !== null && one.subjectRef !== (subjectRef || first));
  const msg = 'is about another subject: a report is about one';
  throw new InvalidRequest([
    { type: 'subjects_differ', path: ['check_ids', checkIds.indexOf(found[at].checkId)], msg },
  ]);
}

async function reportSubject(subjects: Subjects, scope: Scope | null, reference: string): Promise<ReportSubject> {
  const kept = scope === null ? null : await subjects.get(scope, reference);
  if (kept === null) {
    return {
      ...{ reference, subjectId: null, kind: null, names: [], birthDates: [], countries: [], identifiers: [] },
    };
  }
  const { schema, names, birthDates, countries, identifiers } = subjectOfKept(kept);
  return {
    ...{ reference, subjectId: kept.subjectId, kind: isPerson(schema) ? 'person' : 'company' },
    ...{ names: [...new Set(names)], birthDates, countries },
    identifiers: identifiers.map(({ type, value }) => `${type === '' ? 'number' : type} ${masked(value)}`),
  };
}

interface PartiesKnown {
  readonly subject: ReportSubject | null;
  readonly scope: Scope | null;
  readonly caller: Caller;
}

function partiesOf(
  { customer, preparedBy }: GenerateReportRequest,
  { subject, scope, caller }: PartiesKnown,
): ReportParties {
  const { id, name } = caller;
  return {
    customer: customer === undefined ? null : { name: customer.name || null, reference: customer.reference || null },
    ...{ subject, tenant: scope?.tenant ?? null, partner: scope?.partner ?? null },
    operator: {
      caller: id === null ? null : name === null || name === id ? id : `${name} (${id})`,
      stated: preparedBy || null,
    },
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
}: Reportable): Omit<ReportedCheck, 'origin' | 'actor' | 'details'> => ({
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

// What the answer of a kept check rests on, for a report: found by the names of fields, so that a route with lists,
// hits, factors, compared fields or pictures has them in its reports.

import type { Message } from '@bufbuild/protobuf';
import type { CheckedId } from '../../../gen/tieout/verification/v1/biodata_pb.ts';
import { CaseStatusSchema } from '../../../gen/tieout/verification/v1/cases_pb.ts';
import type { DocumentPartCheck } from '../../../gen/tieout/verification/v1/documents_pb.ts';
import type { ImageQuality } from '../../../gen/tieout/verification/v1/faces_pb.ts';
import type { FieldMatch } from '../../../gen/tieout/verification/v1/parts_pb.ts';
import type { RiskFactor } from '../../../gen/tieout/verification/v1/risk_pb.ts';
import type { MediaHit, ScreenedList, ScreeningHit } from '../../../gen/tieout/verification/v1/screening_pb.ts';
import {
  CheckStatusSchema,
  FieldVerdictSchema,
  IdTypeSchema,
  RiskLevelSchema,
  ScreeningDecisionSchema,
} from '../../../gen/tieout/verification/v1/vocabulary_pb.ts';
import type { FieldVerdict } from '../../core/identity/check-outcome.ts';
import type { CheckDetails, ReportedHit } from '../../core/identity/report.ts';
import type { CheckStatus } from '../../core/records/documents/check.ts';
import { enumNames } from '../enum-names.ts';
import type { CheckedAbout } from './checking.ts';

/** The fields of all answers that a report shows, as far as a route has them. */
interface Answer {
  readonly lists?: readonly ScreenedList[];
  readonly hits?: readonly (ScreeningHit | { readonly $typeName: string })[];
  readonly suppressed?: readonly ScreeningHit[];
  readonly decision?: number;
  readonly factors?: readonly RiskFactor[];
  readonly level?: number;
  readonly riskScore?: number;
  readonly floorApplied?: string;
  readonly reviewDueAt?: string;
  readonly eddRequired?: boolean;
  readonly rulesetVersion?: string;
  readonly fields?: readonly (FieldMatch | { readonly $typeName: string })[];
  readonly fieldMatches?: readonly FieldMatch[];
  readonly nameMatch?: FieldMatch;
  readonly ids?: readonly CheckedId[];
  readonly checks?: readonly DocumentPartCheck[];
  readonly quality?: readonly ImageQuality[];
  readonly match?: string | boolean;
  readonly registryStatus?: string;
  readonly companyName?: string;
  readonly subStatus?: string;
  readonly overallStatus?: string;
  readonly articlesRead?: number;
  readonly articlesAboutTheSubject?: number;
}

const ofType = <Found extends { readonly $typeName: string }>(
  list: readonly { readonly $typeName: string }[] | undefined,
  name: Found['$typeName'],
): readonly Found[] => (list ?? []).filter(({ $typeName }) => $typeName === name) as unknown as Found[];

const reasons = (list: readonly { readonly code: string; readonly detail: string }[]) =>
  list.map(({ code, detail }) => ({ code, detail }));

/** `about`: of whom the check was; null where that is not kept. */
export function detailsOf(message: Message, about: CheckedAbout | null): CheckDetails {
  const answer = message as unknown as Answer;
  const { lists = [], factors = [], checks = [], quality = [], ids = [] } = answer;
  return {
    lists: lists.map(({ name, version, entities, publishedAt, stale }) => ({
      ...{ name, version, entities, publishedAt, isStale: stale },
    })),
    hits: ofType<ScreeningHit>(answer.hits, 'tieout.verification.v1.ScreeningHit').map(hitOf),
    suppressed: ofType<ScreeningHit>(answer.suppressed, 'tieout.verification.v1.ScreeningHit').map(hitOf),
    factors: factors.map(({ factor, value, modifier, reason, source, unknown }) => ({
      ...{ factor, value, modifier, reason, source, isUnknown: unknown },
    })),
    fields: fieldsOf(answer),
    pictures: quality.map(({ image, width, height, sharpness, brightness, contrast, reasons: found }) => ({
      ...{ image, size: `${width} × ${height}`, sharpness, brightness, contrast, reasons: reasons(found) },
    })),
    parts: checks.map(({ name, status, reasons: found }) => ({
      ...{ name, reasons: reasons(found), status: enumNames(CheckStatusSchema).names.get(status) as CheckStatus },
    })),
    numbers: ids.map(({ type, numberMasked, formatValid, providerResult }) => ({
      ...{ type: idTypeOf(type), masked: numberMasked, isWellFormed: formatValid, provider: providerResult },
    })),
    articles: ofType<MediaHit>(answer.hits, 'tieout.verification.v1.MediaHit').map((hit) => ({
      ...{ title: hit.title, publishedAt: hit.publishedAt ?? null, category: hit.category, mentions: hit.mentions },
      ...{ adverse: hit.adverseScore, about: hit.entityScore },
    })),
    facts: [...aboutFacts(about), ...factsOf(answer)],
  };
}

function aboutFacts(about: CheckedAbout | null): CheckDetails['facts'] {
  if (about === null) return [];
  const { names, birthDates } = about;
  return [['Checked name', names.join('\n')], ...birthDates.map((one) => ['Checked date of birth', one] as const)];
}

const idTypeOf = (type: number): string => enumNames(IdTypeSchema).names.get(type) ?? 'other';

const hitOf = (hit: ScreeningHit): ReportedHit => ({
  ...{ name: hit.name, matchedName: hit.matchedName, list: hit.list, entityId: hit.entityId, riskTag: hit.riskTag },
  ...{ score: hit.matchScore / 100, birthDates: hit.birthDates, countries: hit.countries, programs: hit.programs },
  decided:
    hit.caseId === undefined
      ? null
      : { caseId: hit.caseId, status: enumNames(CaseStatusSchema).names.get(hit.caseStatus ?? 0) ?? 'undecided' },
  features: hit.explanations.map(({ feature, score, detail }) => ({ name: feature, score, detail })),
});

function fieldsOf({ fields, fieldMatches = [], nameMatch, ids = [], checks = [] }: Answer): CheckDetails['fields'] {
  const named = (prefix: string, matches: readonly FieldMatch[]) =>
    matches.map(({ field, verdict, score, reason }) => ({
      ...{ field: prefix + field, score: score ?? null, reason: reason ?? null },
      verdict: enumNames(FieldVerdictSchema).names.get(verdict) as FieldVerdict,
    }));
  return [
    ...named('', ofType<FieldMatch>(fields, 'tieout.verification.v1.FieldMatch')),
    ...named('', fieldMatches),
    ...named('', nameMatch === undefined ? [] : [nameMatch]),
    ...ids.flatMap((one) => named(`${idTypeOf(one.type)}: `, one.fieldMatches)),
    ...checks.flatMap((one) => named(`${one.name}: `, one.fieldMatches)),
  ];
}

function factsOf(answer: Answer): CheckDetails['facts'] {
  const { decision, level, riskScore, match } = answer;
  const isRisk = answer.rulesetVersion !== undefined;
  const facts: readonly (readonly [string, string | undefined])[] = [
    ['Decision', decision === undefined ? undefined : enumNames(ScreeningDecisionSchema).names.get(decision)],
    ['Level of risk', level === undefined ? undefined : enumNames(RiskLevelSchema).names.get(level)],
    ['Points of risk', isRisk ? `${riskScore} of 100` : undefined],
    ['Lowest level by', answer.floorApplied],
    ['Enhanced due diligence', isRisk ? (answer.eddRequired ? 'required' : 'not required') : undefined],
    ['Review due', isRisk ? answer.reviewDueAt : undefined],
    ['Ruleset', answer.rulesetVersion],
    ['Match', match === undefined ? undefined : String(match)],
    ['In the register', answer.registryStatus],
    ['Registered name', answer.companyName],
    ['The provider says', answer.overallStatus ?? answer.subStatus],
    ['Articles read', answer.articlesRead === undefined ? undefined : String(answer.articlesRead)],
    [
      'About the subject',
      answer.articlesAboutTheSubject === undefined ? undefined : String(answer.articlesAboutTheSubject),
    ],
  ];
  return facts.filter((fact): fact is readonly [string, string] => fact[1] !== undefined && fact[1] !== '');
}

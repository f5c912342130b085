// A report on checks: whom it is about and for whom it was made, each result in the order of the request with what it
// rests on, and the worst as the report's own. It contains nothing but these, not even when it was made, so the same
// checks give the same report. Results that the caller brings are marked as the caller's and clear nobody.

import type { CheckState, CheckStatus, Reason } from '../records/documents/check.ts';
import type { CheckSource, FieldVerdict } from './check-outcome.ts';
import { worstOf } from './check-outcome.ts';

/** A listed entity, and what of the subject agrees with it. Scores are 0 to 1; a negative one speaks against it. */
export interface ReportedHit {
  readonly name: string;
  readonly matchedName: string;
  readonly list: string;
  readonly entityId: string;
  readonly riskTag: string;
  /** The case of the hit and what was decided of it when the check was made; null: it had none. */
  readonly decided: { readonly caseId: string; readonly status: string } | null;
  readonly score: number;
  readonly features: readonly { readonly name: string; readonly score: number; readonly detail: string }[];
  readonly birthDates: readonly string[];
  readonly countries: readonly string[];
  readonly programs: readonly string[];
}

interface ReportedList {
  readonly name: string;
  readonly version: string;
  readonly entities: number;
  readonly publishedAt: string;
  readonly isStale: boolean;
}

interface ReportedFactor {
  readonly factor: string;
  readonly value: string;
  readonly modifier: number;
  readonly reason: string;
  readonly source: string;
  readonly isUnknown: boolean;
}

interface ReportedField {
  readonly field: string;
  readonly verdict: FieldVerdict;
  readonly score: number | null;
  readonly reason: string | null;
}

interface ReportedPicture {
  readonly image: string;
  readonly size: string;
  /** 0 to 1, all. */
  readonly sharpness: number;
  readonly brightness: number;
  readonly contrast: number;
  readonly reasons: readonly Reason[];
}

interface ReportedPart {
  readonly name: string;
  readonly status: CheckStatus;
  readonly reasons: readonly Reason[];
}

interface ReportedNumber {
  readonly type: string;
  readonly masked: string;
  readonly isWellFormed: boolean;
  /** The provider's answer; not_asked where nobody was asked. */
  readonly provider: string;
}

interface ReportedArticle {
  readonly title: string;
  readonly publishedAt: string | null;
  readonly category: string;
  /** 0 to 1, both: how adverse it is, and how surely it is about the subject. */
  readonly adverse: number;
  readonly about: number;
  readonly mentions: readonly string[];
}

/** What a check rests on; empty where its route has no such thing. */
export interface CheckDetails {
  readonly lists: readonly ReportedList[];
  readonly hits: readonly ReportedHit[];
  readonly suppressed: readonly ReportedHit[];
  readonly factors: readonly ReportedFactor[];
  readonly fields: readonly ReportedField[];
  readonly pictures: readonly ReportedPicture[];
  readonly parts: readonly ReportedPart[];
  readonly numbers: readonly ReportedNumber[];
  readonly articles: readonly ReportedArticle[];
  /** Single facts: the level of risk, the decision. */
  readonly facts: readonly (readonly [label: string, value: string])[];
}

export const NO_DETAILS: CheckDetails = {
  ...{ lists: [], hits: [], suppressed: [], factors: [], fields: [], pictures: [], parts: [], facts: [] },
  ...{ numbers: [], articles: [] },
};

export interface ReportedCheck {
  readonly checkId: string;
  /** Whether the check is kept here, or the caller says so. */
  readonly origin: 'kept' | 'caller';
  readonly route: string | null;
  readonly status: CheckStatus;
  readonly state: CheckState;
  readonly score: number | null;
  readonly reasons: readonly Reason[];
  readonly warnings: readonly string[];
  readonly source: CheckSource | null;
  readonly createdAt: string | null;
  /** The id of the caller who had it made; null where nobody is known. */
  readonly actor: string | null;
  readonly details: CheckDetails;
}

export interface ReportParties {
  /** On whose file it goes, in the caller's words. */
  readonly customer: { readonly name: string | null; readonly reference: string | null } | null;
  readonly subject: ReportSubject | null;
  readonly tenant: string | null;
  readonly partner: string | null;
  readonly operator: {
    /** The id and name of the caller, proven by its credential; null where nobody is known. */
    readonly caller: string | null;
    /** In the caller's words. */
    readonly stated: string | null;
  };
}

export interface ReportSubject {
  readonly reference: string;
  /** Our own id; null where the subject is not kept, as all below. */
  readonly subjectId: string | null;
  readonly kind: 'person' | 'company' | null;
  readonly names: readonly string[];
  readonly birthDates: readonly string[];
  readonly countries: readonly string[];
  /** Type and masked number. */
  readonly identifiers: readonly string[];
}

export interface CheckReport {
  readonly title: string;
  readonly status: CheckStatus;
  /** Latest time among the checks. */
  readonly asOf: string | null;
  readonly parties: ReportParties;
  readonly checks: readonly ReportedCheck[];
}

interface Reported {
  readonly title: string;
  readonly parties: ReportParties;
  readonly checks: readonly ReportedCheck[];
}

export function reportOn({ title, parties, checks }: Reported): CheckReport {
  const times = checks.flatMap(({ createdAt }) => (createdAt === null ? [] : [createdAt]));
  // Times are ordered by instant: 10:00+02:00 is before 09:00Z. Of equal instants the first text is taken.
  const latest = times.toSorted((a, b) => momentOf(b) - momentOf(a) || (a < b ? -1 : a > b ? 1 : 0));
  return { title, status: worstOf(checks.map(reportedStatus)), asOf: latest[0] ?? null, parties, checks };
}

/** The contract has days, which mean their beginning in UTC, and times with an offset. */
const momentOf = (time: string): number => Date.parse(time.toUpperCase()) || 0;

/** The status in the report: an incomplete check has verified nobody yet, and what a caller says is not checked. */
function reportedStatus({ status, state, origin }: ReportedCheck): CheckStatus {
  if (status !== 'verified') return status;
  return state === 'complete' ? (origin === 'caller' ? 'partial' : status) : 'review';
}

/** The report for programs, with the contract's names. */
export const reportJson = ({ title, status, asOf, parties, checks }: CheckReport): string =>
  JSON.stringify(
    {
      ...{ title, status, as_of: asOf, customer: parties.customer, subject: subjectJson(parties.subject) },
      ...{ tenant_id: parties.tenant, partner_id: parties.partner, operator: parties.operator },
      checks: checks.map((one) => ({
        ...{ check_id: one.checkId, origin: one.origin, route: one.route, status: one.status, state: one.state },
        ...{ score: one.score, reasons: one.reasons, warnings: one.warnings, source: one.source },
        ...{ created_at: one.createdAt, actor: one.actor, ...detailsJson(one.details) },
      })),
    },
    null,
    2,
  );

const subjectJson = (subject: ReportSubject | null) =>
  subject && {
    ...{ subject_ref: subject.reference, subject_id: subject.subjectId, kind: subject.kind, names: subject.names },
    ...{ birth_dates: subject.birthDates, countries: subject.countries, identifiers: subject.identifiers },
  };

function detailsJson({ lists, hits, suppressed, factors, facts, numbers, articles, ...details }: CheckDetails) {
  const hit = ({ matchedName, entityId, riskTag, birthDates, decided, ...more }: ReportedHit) => ({
    ...{ case_id: decided?.caseId ?? null, case_status: decided?.status ?? null },
    ...{ ...more, matched_name: matchedName, entity_id: entityId, risk_tag: riskTag, birth_dates: birthDates },
  });
  return {
    lists: lists.map(({ publishedAt, isStale, ...list }) => ({ ...list, published_at: publishedAt, stale: isStale })),
    ...{ hits: hits.map(hit), suppressed: suppressed.map(hit), ...details },
    numbers: numbers.map(({ isWellFormed, masked, provider, type }) => ({
      ...{ type, number_masked: masked, format_valid: isWellFormed, provider_result: provider },
    })),
    articles: articles.map(({ publishedAt, adverse, about, ...article }) => ({
      ...{ ...article, published_at: publishedAt, adverse_score: adverse, entity_score: about },
    })),
    factors: factors.map(({ isUnknown, ...factor }) => ({ ...factor, unknown: isUnknown })),
    facts: Object.fromEntries(facts),
  };
}

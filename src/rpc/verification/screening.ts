// Screening: persons and companies against the loaded lists, and finding people by partial data.

import { CaseStatusSchema } from '../../../gen/tieout/verification/v1/cases_pb.ts';
import { VerificationService } from '../../../gen/tieout/verification/v1/verification_service_pb.ts';
import { ScreeningDecisionSchema } from '../../../gen/tieout/verification/v1/vocabulary_pb.ts';
import { type CheckOutcome, OWN_SOURCE } from '../../core/identity/check-outcome.ts';
import { dayAt } from '../../core/money/calendar.ts';
import type { Reason, Scope } from '../../core/records/documents/check.ts';
import { endedBy, statusNow } from '../../core/screening/cases/case-differences.ts';
import { entityKey, type ScreeningCase } from '../../core/screening/cases/screening-case.ts';
import type { ListedEntity, ScreeningSubject } from '../../core/screening/entities/listed-entity.ts';
import { hitKey } from '../../core/screening/hits-event.ts';
import { riskScore, riskTag } from '../../core/screening/risk-tag.ts';
import type { ScreeningHit } from '../../core/screening/screen.ts';
import type { ListState, Watchlists } from '../../ports/verification/watchlists.ts';
import { findOwnSubjects, OWN_SUBJECTS } from '../../workflows/verification/own-subjects.ts';
import { screenSubject, unknownLists } from '../../workflows/verification/screen-subject.ts';
import { enumNumber } from '../enum-names.ts';
import { rounded } from '../plain-values.ts';
import { InvalidRequest } from '../validation/problems.ts';
import { changeMessage } from './case-changes.ts';
import type { Checking, CheckingOptions } from './checking.ts';
import { type About, doubtsOf, subjectOf } from './person-of.ts';

const caseStatuses = enumNumber(CaseStatusSchema);
const decisions = enumNumber(ScreeningDecisionSchema);

export function screeningRoutes(check: Checking, { watchlists, store }: Pick<CheckingOptions, 'watchlists' | 'store'>) {
  return {
    screenPepAndSanction: check(VerificationService.method.screenPepAndSanction, async (request, { now, scope }) => {
      requireKnown(watchlists, request.lists);
      const { lists, threshold, subjectRef } = request;
      const asked = { lists, threshold: threshold!, now, scope, subjectRef };
      return { ...(await screenAbout({ watchlists, store }, request, asked)), replaces: true };
    }),

    findPerson: check(VerificationService.method.findPerson, async (request, { now, scope }) => {
      const names = request.lists;
      const [threshold, limit] = [request.threshold!, request.limit!];
      const about = { person: request.person! };
      const today = dayAt(now);
      const subject = subjectOf(about, today);
      const doubts = doubtsOf(about, today);
      requireKnown(watchlists, names, [OWN_SUBJECTS]);
      const asksNoList = names.length > 0 && names.every((name) => name === OWN_SUBJECTS);
      const wish = { names: names.filter((name) => name !== OWN_SUBJECTS), threshold, limit, doubts };
      const listed = asksNoList ? null : await screenSubject(watchlists, subject, wish);
      const isOfOwn = names.length === 0 || names.includes(OWN_SUBJECTS);
      const own =
        scope === null || !isOfOwn ? [] : await findOwnSubjects(store.subjects, subject, { scope, threshold });
      const outcome = foundOutcome(listed?.outcome ?? null, { own: own[0]?.score ?? null, doubts });
      const hits = [...own, ...(listed?.hits ?? [])].toSorted((a, b) => b.score - a.score).slice(0, limit);
      const candidates = hits.map(candidateMessage);
      const suppressed = (listed?.suppressed ?? []).map(candidateMessage);
      // The stored check has only our own id of own subjects: deleting one must remove it everywhere.
      const ids = new Map(own.map(({ entity, subjectId }) => [entity.id, subjectId]));
      const ofOthers = candidates.map((one) =>
        one.list === OWN_SUBJECTS ? { ...one, id: ids.get(one.id)!, name: '', properties: [] } : one,
      );
      const lists = (listed?.asked ?? []).map((one) => listMessage(one, now));
      return { outcome, details: { candidates, suppressed, lists }, kept: { candidates: ofOthers }, isSearch: true };
    }),
  };
}

interface AskedLists {
  /** Names of lists; none: all. */
  readonly lists: readonly string[];
  readonly threshold: number;
  readonly now: number;
  readonly scope: Scope | null;
  readonly subjectRef?: string | null | undefined;
}

/** What the lists have of a person or company, and what is decided of it. Throws list_not_loaded, store_unavailable. */
export async function screenAbout(
  { watchlists, store }: Pick<CheckingOptions, 'watchlists' | 'store'>,
  about: About,
  { lists: names, threshold, now, scope, subjectRef }: AskedLists,
) {
  const today = dayAt(now);
  const subject = subjectOf(about, today);
  const casesNow = async () => (scope && subjectRef ? store.cases.ofSubject(scope, subjectRef) : []);
  const cases = await casesNow();
  const wish = { names, threshold, doubts: doubtsOf(about, today), decided: { cases, today } };
  const { hits, suppressed, decision, outcome, asked } = await screenSubject(watchlists, subject, wish);
  const lists = asked.map((one) => listMessage(one, now));
  const found = (known: readonly ScreeningCase[]) => {
    const message = (hit: ScreeningHit) => hitMessage(hit, { cases: known, subject, today });
    return { hits: hits.map(message), suppressed: suppressed.map(message) };
  };
  // Keeping the subject opens the cases of new hits.
  const afterKept = async () => found(await casesNow());
  return { outcome, subject, afterKept, details: { ...found(cases), decision: decisions(decision), lists } };
}

/** A similar own subject must be looked at, and proves nothing. `listed` is null if no list was asked. */
function foundOutcome(
  listed: CheckOutcome | null,
  { own, doubts }: { own: number | null; doubts: readonly Reason[] },
): CheckOutcome {
  const alike = { code: 'own_subject', detail: 'A subject of your own is alike.' };
  const reasons = own === null ? [] : [alike];
  if (listed === null) {
    const unasked = { code: 'lists_not_asked', detail: 'No list was asked, only your own subjects.' };
    const status = own === null && doubts.length === 0 ? 'partial' : 'review';
    return { status, score: own ?? 0, reasons: [unasked, ...doubts, ...reasons], source: OWN_SOURCE };
  }
  const status =
    own !== null && (listed.status === 'verified' || listed.status === 'partial') ? 'review' : listed.status;
  return { ...listed, status, reasons: [...listed.reasons, ...reasons] };
}

export function requireKnown(watchlists: Watchlists, names: readonly string[], others: readonly string[] = []): void {
  const unknown = unknownLists(watchlists, names).filter((at) => !others.includes(names[at]));
  if (unknown.length === 0) return;
  const msg = 'is no list that is loaded or configured';
  throw new InvalidRequest(unknown.map((at) => ({ type: 'list_unknown', path: ['lists', at], msg })));
}

const HOUR_MS = 3_600_000;

const listMessage = ({ name, version, entities, isStale, warnings, ...times }: ListState, now: number) => ({
  ...{ name, version, entities, stale: isStale, warnings: [...warnings] },
  loadedAt: new Date(times.loadedAt).toISOString(),
  publishedAt: new Date(times.publishedAt).toISOString(),
  ageHours: Math.max(0, Math.floor((now - times.publishedAt) / HOUR_MS)),
});

const candidateMessage = ({ entity, list, matchedName, score, features }: ScreeningHit) => ({
  ...{ id: entity.id, list, name: matchedName, score: rounded(score), features: featureScores(features) },
  properties: propertiesOf(entity),
});

const featureScores = (features: ScreeningHit['features']): Record<string, number> =>
  Object.fromEntries(features.map(({ name, score }) => [name, rounded(score)]));

interface KnownCases {
  /** Those of the subject. */
  readonly cases: readonly ScreeningCase[];
  readonly subject: ScreeningSubject;
  /** YYYY-MM-DD. */
  readonly today: string;
}

export const hitMessage = (hit: ScreeningHit, known: KnownCases) => ({
  ...caseOf(hit, known),
  entityId: hit.entity.id,
  list: hit.list,
  schema: hit.entity.schema,
  name: hit.entity.names[0] ?? '',
  matchedName: hit.matchedName,
  matchScore: rounded(hit.score * 100),
  riskScore: rounded(riskScore(hit)),
  riskTag: riskTag(hit.entity.topics).tag,
  features: featureScores(hit.features),
  explanations: hit.features.map(({ name, score, weight, detail }) => ({
    feature: name,
    score: rounded(score),
    weight,
    detail,
  })),
  countries: [...hit.entity.countries],
  birthDates: [...hit.entity.birthDates],
  programs: [...hit.entity.programs],
});

function caseOf(hit: ScreeningHit, { cases, ...known }: KnownCases) {
  const found = cases.find((one) => entityKey(one) === hitKey(hit));
  if (found === undefined) return {};
  const as = { ...known, entity: hit.entity };
  return {
    ...{ caseId: found.caseId, caseStatus: caseStatuses(statusNow(found, as)) },
    caseChanges: endedBy(found, as).map(changeMessage),
  };
}

function propertiesOf({ schema, names, birthDates, countries, topics, programs, datasets }: ListedEntity) {
  const all = { schema: [schema], names, birth_dates: birthDates, countries, topics, programs, datasets };
  return Object.entries(all)
    .filter(([, values]) => values.length > 0)
    .map(([name, values]) => ({ name, values: [...values] }));
}

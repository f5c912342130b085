// Screens a subject against the requested lists, and judges the result. It fails closed: without a list, with only the
// sample or with a stale list nobody is cleared, and without a configured list nobody is answered. A hit from the usual
// threshold on also clears nobody, even if a request asks for a higher threshold. Hits that an officer decided to be
// somebody else count no more, as long as the decision holds for this subject and entity.

import { TieoutError } from '../../core/errors.ts';
import type { CheckOutcome } from '../../core/identity/check-outcome.ts';
import { dayAt } from '../../core/money/calendar.ts';
import type { Reason } from '../../core/records/documents/check.ts';
import { SAMPLE_LIST } from '../../core/records/documents/watchlist.ts';
import { statusNow } from '../../core/screening/cases/case-differences.ts';
import { type CaseStatus, entityKey, type ScreeningCase } from '../../core/screening/cases/screening-case.ts';
import { notCompared } from '../../core/screening/comparable.ts';
import type { ScreeningSubject } from '../../core/screening/entities/listed-entity.ts';
import { hitKey } from '../../core/screening/hits-event.ts';
import { REVIEW_FROM } from '../../core/screening/match-entity.ts';
import type { Screening, ScreeningHit } from '../../core/screening/screen.ts';
import { namesakes, setAsideBy } from '../../core/screening/set-aside.ts';
import type { ListState, Watchlists } from '../../ports/verification/watchlists.ts';

type ScreeningDecision = 'no_hit' | 'in_review' | 'confirmed_hit';

interface Screened {
  readonly hits: readonly ScreeningHit[];
  /** Set aside because something contradicts. */
  readonly suppressed: readonly ScreeningHit[];
  readonly decision: ScreeningDecision;
  readonly outcome: CheckOutcome;
  readonly asked: readonly ListState[];
  /** Entities that share words and were not compared. */
  readonly uncompared: number;
}

interface ScreenWish {
  /** Names of lists; empty: all. */
  readonly names: readonly string[];
  /** 0 to 1. */
  readonly threshold: number;
  readonly limit?: number;
  /** Reasons, beside the lists, not to clear the subject. */
  readonly doubts?: readonly Reason[];
  /** The cases of the subject, and the day on which decisions have to hold, YYYY-MM-DD. */
  readonly decided?: { readonly cases: readonly ScreeningCase[]; readonly today: string };
}

const MOST_HITS = 50;

/** The places in `names` of lists that are neither loaded nor configured. */
export const unknownLists = (watchlists: Watchlists, names: readonly string[]): number[] => {
  const known = new Set([...watchlists.states().map(({ name }) => name), ...watchlists.missing()]);
  return names.flatMap((name, at) => (known.has(name) ? [] : [at]));
};

/** Throws list_not_loaded if a requested list is not loaded. `names`: of lists; empty: all. */
export function requireLoaded(watchlists: Watchlists, names: readonly string[]): void {
  const gone = names[unknownLists(watchlists, names)[0] ?? -1];
  if (gone !== undefined) {
    throw new TieoutError('list_not_loaded', `The list ${gone} is neither loaded nor configured: nobody is screened.`);
  }
  const [missing] = watchlists.missing().filter((name) => names.length === 0 || names.includes(name));
  if (missing === undefined) return;
  throw new TieoutError('list_not_loaded', `The list ${missing} is configured and not loaded: nobody is screened.`);
}

export const isReal = ({ name }: ListState): boolean => name !== SAMPLE_LIST;

/** Throws list_not_loaded, store_unavailable. */
export async function screenSubject(
  watchlists: Watchlists,
  subject: ScreeningSubject,
  { names, threshold: wanted, limit = MOST_HITS, doubts = [], decided }: ScreenWish,
): Promise<Screened> {
  requireLoaded(watchlists, names);
  const asked = watchlists.states().filter(({ name }) => names.length === 0 || names.includes(name));
  // Hits that were decided to be somebody else must not take the places of others.
  const most = limit + (decided?.cases.length ?? 0);
  const wish = { names, threshold: Math.min(wanted, REVIEW_FROM), limit: most };
  const [screening] = await watchlists.screen([subject], wish);
  if (screening === undefined) throw new TieoutError('internal', 'A screening was not answered.');
  const { suppressed } = screening;
  const aside = namesakes(suppressed);
  const cases = new Map((decided?.cases ?? []).map((one) => [entityKey(one), one]));
  const statusOf = (hit: ScreeningHit): CaseStatus => {
    const one = cases.get(hitKey(hit));
    if (one === undefined || decided === undefined) return 'undecided';
    return statusNow(one, { subject, entity: hit.entity, today: decided.today });
  };
  const isOpen = (hit: ScreeningHit) => statusOf(hit) !== 'false_match';
  const counted = screening.hits.filter(isOpen);
  const countedAside = aside.filter(isOpen);
  const isTrue = [...counted, ...countedAside].some((hit) => statusOf(hit) === 'true_match');
  const above = ({ score }: ScreeningHit) => score >= wanted;
  const of = { screening: { ...screening, hits: counted }, hits: counted.filter(above), asked, isTrue };
  const judgement = judged({ ...of, aside: countedAside, doubts: [...doubts, ...notCompared(subject)] });
  return {
    hits: screening.hits.filter(above).slice(0, limit),
    suppressed,
    asked,
    uncompared: screening.uncompared,
    ...withDecided(judgement, screening.hits.length + aside.length - counted.length - countedAside.length),
  };
}

/** Says of hits that count no more why they do not. `away`: how many they are. */
function withDecided(
  { decision, outcome }: Pick<Screened, 'decision' | 'outcome'>,
  away: number,
): Pick<Screened, 'decision' | 'outcome'> {
  if (away === 0) return { decision, outcome };
  const detail = `${away === 1 ? 'A hit was' : `${away} hits were`} decided to be somebody else (GET /v1/cases).`;
  return { decision, outcome: { ...outcome, reasons: [...outcome.reasons, { code: 'decided_false_match', detail }] } };
}

/** Why a screening clears nobody, of which nothing was decided. `threshold`: the least score of a hit. */
export function doubtsOf(
  screening: Screening,
  { subject, asked, threshold }: { subject: ScreeningSubject; asked: readonly ListState[]; threshold: number },
): readonly Reason[] {
  const hits = screening.hits.filter(({ score }) => score >= threshold);
  const of = { screening, hits, aside: namesakes(screening.suppressed), asked, isTrue: false };
  return judged({ ...of, doubts: notCompared(subject) }).outcome.reasons;
}

interface Found {
  readonly screening: Screening;
  /** Hits from the requested threshold on. */
  readonly hits: readonly ScreeningHit[];
  /** Set aside, and nobody decided that they are somebody else. */
  readonly aside: readonly ScreeningHit[];
  readonly asked: readonly ListState[];
  /** Whether an officer decided that a hit is the subject. */
  readonly isTrue: boolean;
  readonly doubts: readonly Reason[];
}

function judged({
  screening: { hits: all, uncompared },
  hits,
  aside,
  asked,
  isTrue,
  doubts,
}: Found): Pick<Screened, 'decision' | 'outcome'> {
  const best = all[0];
  const [first] = asked;
  const source = {
    list: asked.map(({ name }) => name).join(', ') || 'none',
    version: asked.map(({ version }) => version).join(', ') || '-',
  };
  const reasons: Reason[] = [];
  const hasReal = asked.some(isReal);
  if (!hasReal) {
    const detail = first === undefined ? 'No list is loaded.' : 'Only the made-up sample list is loaded.';
    reasons.push({ code: 'no_list', detail });
  }
  const stale = asked.filter(({ isStale }) => isStale);
  for (const { name, publishedAt } of stale) {
    const day = dayAt(publishedAt);
    reasons.push({
      code: 'stale_list',
      detail: `The list ${name} was published on ${day}, longer ago than it may be.`,
    });
  }
  reasons.push(...doubts);
  if (uncompared > 0) {
    const detail = `So many listed names are alike that ${uncompared} of them were not compared: give a fuller name.`;
    reasons.push({ code: 'not_all_compared', detail });
  }
  const exact = all.find(({ isExactIdentifier }) => isExactIdentifier);
  if (isTrue) reasons.push({ code: 'decided_true_match', detail: 'A hit was decided to be the subject.' });
  if (exact !== undefined)
    reasons.push({ code: 'identifier_hit', detail: `An identifier is on the list ${exact.list}.` });
  else if (best !== undefined && best.score >= REVIEW_FROM) {
    const detail = isByNumber(best)
      ? `A number on the list ${best.list} is the same but for its kind, its country or what stands before it.`
      : `A name on the list ${best.list} is alike.`;
    reasons.push({ code: 'name_hit', detail });
    if (hits.length === 0) {
      reasons.push({ code: 'hit_below_threshold', detail: 'There is a hit below the threshold that was asked for.' });
    }
  } else if (hits.length > 0) reasons.push({ code: 'weak_hit', detail: 'There is a hit below the usual threshold.' });
  const isReviewed = reasons.length > 0;
  for (const namesake of aside) reasons.push(suppressedReason(namesake));
  const score = best?.score ?? 0;
  const warnings = asked.flatMap((one) => one.warnings.map((warning) => `${one.name}: ${warning}`));
  const outcome = (status: CheckOutcome['status']): CheckOutcome => ({ status, score, reasons, warnings, source });
  if ((exact !== undefined || isTrue) && hasReal)
    return { decision: 'confirmed_hit', outcome: outcome('not_verified') };
  if (!hasReal) return { decision: 'in_review', outcome: outcome('error') };
  if (isReviewed) return { decision: 'in_review', outcome: outcome('review') };
  if (aside.length > 0) return { decision: 'in_review', outcome: outcome('partial') };
  return { decision: 'no_hit', outcome: outcome('verified') };
}

const isByNumber = ({ features, mainScore }: ScreeningHit): boolean =>
  features.some(({ name, score, weight }) => name === 'identifier_match' && weight * score === mainScore) &&
  !features.some(({ name, score, weight }) => name === 'name_match' && weight * score === mainScore);

/** A full name that is listed, and what contradicts; or a name that is near. */
function suppressedReason(hit: ScreeningHit): Reason {
  const against = setAsideBy(hit).join('; ');
  if (hit.near !== null) {
    const detail = `${hit.matchedName} on the list ${hit.list} is near, though no hit (${against}).`;
    return { code: 'near_name', detail };
  }
  return { code: 'suppressed', detail: `${hit.matchedName} on the list ${hit.list} was set aside (${against}).` };
}

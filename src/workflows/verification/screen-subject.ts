// A subject against the lists that are asked for, and what it comes to. It fails closed: without a list, with the sample
// alone or with a stale list nobody is cleared, and neither is whoever has a hit from the usual threshold on, though a
// request asks for a higher one.

import type { CheckOutcome, Reason } from '../../core/identity/check-outcome.ts';
import type { ScreeningSubject } from '../../core/screening/entities/listed-entity.ts';
import { type ScreeningHit, screen } from '../../core/screening/screen.ts';
import { type ListState, SAMPLE_LIST, type Watchlists } from './watchlists.ts';

export type ScreeningDecision = 'no_hit' | 'in_review' | 'confirmed_hit';

export interface Screened {
  readonly hits: readonly ScreeningHit[];
  readonly decision: ScreeningDecision;
  readonly outcome: CheckOutcome;
  readonly asked: readonly ListState[];
}

export interface ScreenWish {
  /** Names of lists; none: all. */
  readonly names: readonly string[];
  /** 0 to 1. */
  readonly threshold: number;
  readonly limit?: number;
}

/** From here on somebody has to look (design/verification.md, Common). */
const REVIEW_FROM = 0.7;
const MOST_HITS = 50;

/** The places in `names` of lists that are not loaded. */
export const unknownLists = (watchlists: Watchlists, names: readonly string[]): number[] => {
  const known = new Set(watchlists.lists().map(({ name }) => name));
  return names.flatMap((name, at) => (known.has(name) ? [] : [at]));
};

export function screenSubject(watchlists: Watchlists, subject: ScreeningSubject, wish: ScreenWish): Screened {
  const isAsked = ({ name }: { readonly name: string }) => wish.names.length === 0 || wish.names.includes(name);
  const lists = watchlists.lists().filter(isAsked);
  const asked = watchlists.states().filter(isAsked);
  const threshold = Math.min(wish.threshold, REVIEW_FROM);
  const all = screen(subject, { lists, threshold, limit: wish.limit ?? MOST_HITS });
  const hits = all.filter(({ score }) => score >= wish.threshold);
  return { hits, asked, ...judged(all, hits, asked) };
}

function judged(
  all: readonly ScreeningHit[],
  hits: readonly ScreeningHit[],
  asked: readonly ListState[],
): Pick<Screened, 'decision' | 'outcome'> {
  const best = all[0];
  const [first] = asked;
  const source = {
    list: asked.map(({ name }) => name).join(', ') || 'none',
    version: asked.map(({ version }) => version).join(', ') || '-',
  };
  const reasons: Reason[] = [];
  const isReal = asked.some(({ name }) => name !== SAMPLE_LIST);
  if (!isReal) {
    const detail = first === undefined ? 'No list is loaded.' : 'Only the made-up sample list is loaded.';
    reasons.push({ code: 'no_list', detail });
  }
  const stale = asked.filter(({ isStale }) => isStale);
  for (const { name } of stale)
    reasons.push({ code: 'stale_list', detail: `The list ${name} is older than it may be.` });
  const exact = all.find(({ isExactIdentifier }) => isExactIdentifier);
  if (exact !== undefined)
    reasons.push({ code: 'identifier_hit', detail: `An identifier is on the list ${exact.list}.` });
  else if (best !== undefined && best.score >= REVIEW_FROM) {
    reasons.push({ code: 'name_hit', detail: `A name on the list ${best.list} is alike.` });
    if (hits.length === 0) {
      reasons.push({ code: 'hit_below_threshold', detail: 'There is a hit below the threshold that was asked for.' });
    }
  } else if (hits.length > 0) reasons.push({ code: 'weak_hit', detail: 'There is a hit below the usual threshold.' });
  const score = best?.score ?? 0;
  const outcome = (status: CheckOutcome['status']): CheckOutcome => ({ status, score, reasons, source });
  if (exact !== undefined && isReal) return { decision: 'confirmed_hit', outcome: outcome('not_verified') };
  if (!isReal) return { decision: 'in_review', outcome: outcome('error') };
  if (reasons.length > 0) return { decision: 'in_review', outcome: outcome('review') };
  return { decision: 'no_hit', outcome: outcome('verified') };
}

// Subjects of ongoing screening: kept on request, and screened again when a list has changed. Hits become cases, and what
// changed becomes steps of them. A new hit is published once, through the outbox, before it is noted: an interruption
// between the two repeats it under the same id. A hit that was decided to be somebody else is no news.

import { dayAt } from '../../core/money/calendar.ts';
import type { KeptSubject, Scope } from '../../core/records/documents/check.ts';
import type { JsonObject } from '../../core/records/documents/json.ts';
import { followScreening } from '../../core/screening/cases/follow-screening.ts';
import { type CaseMove, entityKey, type ScreeningCase } from '../../core/screening/cases/screening-case.ts';
import { comparisonText } from '../../core/screening/comparison.ts';
import type { ListedEntity, ScreeningSubject } from '../../core/screening/entities/listed-entity.ts';
import { hitKey, screeningHits } from '../../core/screening/hits-event.ts';
import { lookUpKeys } from '../../core/screening/look-up-keys.ts';
import { REVIEW_FROM } from '../../core/screening/match-entity.ts';
import type { ScreeningHit } from '../../core/screening/screen.ts';
import { namesakes } from '../../core/screening/set-aside.ts';
import type { Store } from '../../ports/store.ts';
import type { Watchlists } from '../../ports/verification/watchlists.ts';
import { type CaseKeeping, keepMoves } from './cases/keep-moves.ts';

export interface KeptScreening extends CaseKeeping {
  readonly store: CaseKeeping['store'] & Pick<Store, 'subjects'>;
  readonly watchlists: Watchlists;
  readonly newId: () => string;
}

interface SubjectToKeep {
  readonly scope: Scope;
  readonly subjectRef: string;
  readonly of: ScreeningSubject;
  /** The id of the caller; null where nobody is known. */
  readonly actor: string | null;
}

export interface KeptNow {
  /** Our own id. */
  readonly subjectId: string;
  readonly updatedAt: number;
}

/** Keeps the subject, and screens it if there are lists; else it is screened once there is one. */
export async function keepSubject(
  screening: KeptScreening,
  { scope, subjectRef, of, actor }: SubjectToKeep,
): Promise<KeptNow> {
  const { clock, newId } = screening;
  const { subjects } = screening.store;
  const known = await subjects.get(scope, subjectRef);
  // Each keeping has a moment of its own: that is how a screening knows whether it was replaced.
  const now = Math.max(clock(), (known?.updatedAt ?? 0) + 1);
  const kept: KeptSubject = {
    ...{ subjectId: known?.subjectId ?? newId().replaceAll('-', ''), actor },
    ...{ scope, subjectRef, createdAt: known?.createdAt ?? now, updatedAt: now, subject: of as unknown as JsonObject },
    ...{ screenedAt: known?.screenedAt ?? null, hits: known?.hits ?? [], screenedBy: null, keys: lookUpKeys(of) },
  };
  const subjectId = await subjects.put(kept);
  await screenKept(screening, [{ ...kept, subjectId }]);
  return { subjectId, updatedAt: now };
}

export const subjectOfKept = ({ subject }: KeptSubject): ScreeningSubject => subject as unknown as ScreeningSubject;

/** Most hits of a subject, each of which is a case. */
const MOST_HITS = 500;
const PAGE = 200;

/** Answers how many hits are new. A subject that is replaced meanwhile is screened as it is then. */
export async function screenKept(screening: KeptScreening, kept: readonly KeptSubject[]): Promise<number> {
  const { watchlists, clock, digest, store } = screening;
  const states = watchlists.states();
  const versions = versionsOf(watchlists);
  if (versions === null || kept.length === 0) return 0;
  const wish = { names: [], threshold: REVIEW_FROM, limit: MOST_HITS };
  const answers = await watchlists.screen(kept.map(subjectOfKept), wish);
  const cases = await Promise.all(kept.map(({ scope, subjectRef }) => store.cases.ofSubject(scope, subjectRef)));
  // Read behind its cases: if it is still the same, no later screening made a step of them.
  const asKept = await Promise.all(kept.map(({ scope, subjectRef }) => store.subjects.get(scope, subjectRef)));
  const entityOf = await entitiesOf(watchlists, cases.flat());
  const versionOf = new Map(states.map(({ name, version }) => [name, version]));
  let found = 0;
  const replaced: KeptSubject[] = [];
  for (const [at, one] of kept.entries()) {
    const stored = asKept[at];
    if (stored !== null && stored.updatedAt !== one.updatedAt) {
      replaced.push(stored);
      continue;
    }
    const { hits, suppressed } = answers[at];
    const aside = namesakes(suppressed);
    const now = clock();
    const moves = followScreening({
      ...{
        scope: one.scope,
        subjectId: one.subjectId,
        subjectRef: one.subjectRef,
        subject: subjectOfKept(one),
        hits,
        aside,
        cases: cases[at],
        entityOf,
      },
      ...{ versionOf: (list) => versionOf.get(list) ?? null, now, today: dayAt(now) },
      ...{ newId: screening.newId, newSalt: screening.newSalt, digest },
    });
    const fresh = newsOf(one, { hits, cases: cases[at], moves });
    if (fresh.length > 0)
      await store.outbox.add([screeningHits(one, { hits: fresh, states, at: new Date(now).toISOString() }, digest)]);
    await keepMoves(screening, moves);
    // An earlier version may have kept it under other keys.
    const keys = lookUpKeys(subjectOfKept(one));
    const noted = { screenedAt: now, screenedBy: digest(versions), hits: hits.map(hitKey), keys };
    const outcome = await store.subjects.screened(one.scope, one.subjectRef, noted, one.updatedAt);
    if (outcome === 'noted') found += fresh.length;
    // A subject that was deleted meanwhile is not kept again, nor what its cases say of it.
    if (outcome === 'gone') await store.cases.erase(one.scope, one.subjectRef);
    if (outcome === 'replaced')
      replaced.push(...[await store.subjects.get(one.scope, one.subjectRef)].flatMap((of) => of ?? []));
  }
  return found + (await screenKept(screening, replaced));
}

interface Found {
  readonly hits: readonly ScreeningHit[];
  readonly cases: readonly ScreeningCase[];
  readonly moves: readonly CaseMove[];
}

/** Hits that nobody knows of yet, or whose decision ended; never those that a decision says are somebody else. */
function newsOf(one: KeptSubject, { hits, cases, moves }: Found): ScreeningHit[] {
  const before = new Map(cases.map((known) => [entityKey(known), known]));
  const after = new Map(moves.map((move) => [entityKey(move.after), move]));
  return hits.filter((hit) => {
    const key = hitKey(hit);
    const move = after.get(key);
    if (move?.step.kind === 'opened') return !one.hits.includes(key);
    if (move?.step.kind === 'reopened') return true;
    return !one.hits.includes(key) && before.get(key)?.status !== 'false_match';
  });
}

/** The entities of cases as their lists have them: null for one that is gone, undefined without its list. */
async function entitiesOf(
  watchlists: Watchlists,
  cases: readonly ScreeningCase[],
): Promise<(of: ScreeningCase) => ListedEntity | null | undefined> {
  if (cases.length === 0) return () => undefined;
  const loaded = new Set(watchlists.states().map(({ name }) => name));
  const asked = cases.filter(({ list }) => loaded.has(list));
  const entities = await watchlists.entities(asked.map(({ list, entityId }) => ({ list, id: entityId })));
  const byKey = new Map(asked.map((one, at) => [entityKey(one), entities[at]]));
  return (one) => byKey.get(entityKey(one));
}

/** Of the lists and of how names are compared; null without lists. */
const versionsOf = (watchlists: Watchlists): string | null => {
  const states = watchlists.states();
  return states.length === 0
    ? null
    : [...states.map(({ name, version }) => `${name}=${version}`), comparisonText()].join(' ');
};

/**
 * Screens every subject that was not yet screened with the lists in use, and as names are compared now; answers how many
 * there were, and how many hits are new. An interrupted pass continues where it was when it is repeated.
 */
export async function rescreen(screening: KeptScreening): Promise<{ asked: number; found: number }> {
  const { watchlists, digest, store } = screening;
  let asked = 0;
  let found = 0;
  for (let after: string | null = null, more = true; more; ) {
    const page = await store.subjects.page(null, after, PAGE);
    const versions = versionsOf(watchlists);
    if (versions === null) break;
    const current = digest(versions);
    const due = page.subjects.filter(({ screenedBy }) => screenedBy !== current);
    asked += due.length;
    found += await screenKept(screening, due);
    after = page.next;
    more = after !== null;
  }
  return { asked, found };
}

// Subjects of ongoing screening: kept on request, and screened again when a list has changed. A new hit is published
// once, through the outbox, before it is noted: an interruption between the two repeats it under the same id.

import type { KeptSubject, Scope } from '../../core/records/documents/check.ts';
import type { JsonObject } from '../../core/records/documents/json.ts';
import type { ScreeningSubject } from '../../core/screening/entities/listed-entity.ts';
import { lookUpKeys } from '../../core/screening/entity-index.ts';
import { hitKey, screeningHits } from '../../core/screening/hits-event.ts';
import type { Outbox } from '../../ports/outbox.ts';
import type { Subjects } from '../../ports/verification/subjects.ts';
import type { Watchlists } from '../../ports/verification/watchlists.ts';

export interface KeptScreening {
  readonly subjects: Subjects;
  readonly outbox: Pick<Outbox, 'add'>;
  readonly watchlists: Watchlists;
  readonly clock: () => number;
  readonly newId: () => string;
  readonly digest: (text: string) => string;
}

interface SubjectToKeep {
  readonly scope: Scope;
  readonly subjectRef: string;
  readonly of: ScreeningSubject;
  /** The id of the caller; null where nobody is known. */
  readonly actor: string | null;
}

/** Keeps the subject, and screens it if there are lists; else it is screened once there is one. Answers our own id. */
export async function keepSubject(
  screening: KeptScreening,
  { scope, subjectRef, of, actor }: SubjectToKeep,
): Promise<string> {
  const { subjects, clock, newId } = screening;
  const known = await subjects.get(scope, subjectRef);
  const now = clock();
  const kept: KeptSubject = {
    ...{ subjectId: known?.subjectId ?? newId().replaceAll('-', ''), actor },
    ...{ scope, subjectRef, createdAt: known?.createdAt ?? now, updatedAt: now, subject: of as unknown as JsonObject },
    ...{ screenedAt: known?.screenedAt ?? null, hits: known?.hits ?? [], screenedBy: null, keys: lookUpKeys(of) },
  };
  const subjectId = await subjects.put(kept);
  await screenKept(screening, [{ ...kept, subjectId }]);
  return subjectId;
}

export const subjectOfKept = ({ subject }: KeptSubject): ScreeningSubject => subject as unknown as ScreeningSubject;

/** The threshold of the routes by default. */
const THRESHOLD = 0.7;
const MOST_HITS = 50;
const PAGE = 200;

/** Answers how many hits are new. */
async function screenKept(
  { subjects, outbox, watchlists, clock, digest }: KeptScreening,
  kept: readonly KeptSubject[],
): Promise<number> {
  const states = watchlists.states();
  const versions = versionsOf(watchlists);
  if (versions === null || kept.length === 0) return 0;
  const wish = { names: [], threshold: THRESHOLD, limit: MOST_HITS };
  const answers = await watchlists.screen(kept.map(subjectOfKept), wish);
  let found = 0;
  for (const [at, one] of kept.entries()) {
    const { hits } = answers[at];
    const fresh = hits.filter((hit) => !one.hits.includes(hitKey(hit)));
    const now = clock();
    if (fresh.length > 0)
      await outbox.add([screeningHits(one, { hits: fresh, states, at: new Date(now).toISOString() }, digest)]);
    const noted = { screenedAt: now, screenedBy: digest(versions), hits: hits.map(hitKey) };
    // A subject that was deleted meanwhile is not kept again.
    if (await subjects.screened(one.scope, one.subjectRef, noted)) found += fresh.length;
  }
  return found;
}

const versionsOf = (watchlists: Watchlists): string | null => {
  const states = watchlists.states();
  return states.length === 0 ? null : states.map(({ name, version }) => `${name}=${version}`).join(' ');
};

/**
 * Screens every subject that was not yet screened with the lists in use; answers how many there were, and how many hits
 * are new. An interrupted pass continues where it was when it is repeated.
 */
export async function rescreen(screening: KeptScreening): Promise<{ asked: number; found: number }> {
  const { subjects, watchlists, digest } = screening;
  let asked = 0;
  let found = 0;
  for (let after: string | null = null, more = true; more; ) {
    const page = await subjects.page(null, after, PAGE);
    const versions = versionsOf(watchlists);
    if (versions === null) break;
    const due = page.subjects.filter(({ screenedBy }) => screenedBy !== digest(versions));
    asked += due.length;
    found += await screenKept(screening, due);
    after = page.next;
    more = after !== null;
  }
  return { asked, found };
}

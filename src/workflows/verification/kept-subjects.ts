// Subjects of ongoing screening: kept when somebody asks for it, and asked about again when a list has changed. What a
// list says of one that it did not say before is told once, through the outbox, before it is noted: whoever is
// interrupted between the two tells the same once more under the same id.

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
  readonly digest: (text: string) => string;
}

interface SubjectToKeep {
  readonly scope: Scope;
  readonly subjectRef: string;
  readonly of: ScreeningSubject;
}

/** Kept, and screened where there are lists; where there are none it is once there is one. */
export async function keepSubject(screening: KeptScreening, { scope, subjectRef, of }: SubjectToKeep): Promise<void> {
  const { subjects, clock } = screening;
  const known = await subjects.get(scope, subjectRef);
  const now = clock();
  const kept: KeptSubject = {
    ...{ scope, subjectRef, createdAt: known?.createdAt ?? now, updatedAt: now, subject: of as unknown as JsonObject },
    ...{ screenedAt: known?.screenedAt ?? null, hits: known?.hits ?? [], screenedBy: null, keys: lookUpKeys(of) },
  };
  await subjects.put(kept);
  await screenKept(screening, [kept]);
}

export const subjectOfKept = ({ subject }: KeptSubject): ScreeningSubject => subject as unknown as ScreeningSubject;

/** As the routes screen when nobody says otherwise. */
const THRESHOLD = 0.7;
const MOST_HITS = 50;
const PAGE = 200;

/** How many hits are new. */
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
    const hits = answers[at];
    const fresh = hits.filter((hit) => !one.hits.includes(hitKey(hit)));
    const now = clock();
    if (fresh.length > 0)
      await outbox.add([screeningHits(one, { hits: fresh, states, at: new Date(now).toISOString() }, digest)]);
    const noted = { screenedAt: now, screenedBy: digest(versions), hits: hits.map(hitKey) };
    // Whoever was deleted meanwhile is not kept again.
    if (await subjects.screened(one.scope, one.subjectRef, noted)) found += fresh.length;
  }
  return found;
}

const versionsOf = (watchlists: Watchlists): string | null => {
  const states = watchlists.states();
  return states.length === 0 ? null : states.map(({ name, version }) => `${name}=${version}`).join(' ');
};

/**
 * Every subject that was not asked about with the lists in use: how many there were, and how many hits are new. Whoever
 * is interrupted goes on where he was when it is done again.
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

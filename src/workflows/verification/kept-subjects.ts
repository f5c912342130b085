// Subjects of ongoing screening: kept when somebody asks for it, and asked about again when a list has changed. What a
// list says of one that it did not say before is counted; what was said before is not said twice.

import type { KeptSubject, Scope } from '../../core/records/documents/check.ts';
import type { JsonObject } from '../../core/records/documents/json.ts';
import type { ScreeningSubject } from '../../core/screening/entities/listed-entity.ts';
import type { ScreeningHit } from '../../core/screening/screen.ts';
import type { Subjects } from '../../ports/verification/subjects.ts';
import { screenSubject } from './screen-subject.ts';
import type { Watchlists } from './watchlists.ts';

export interface SubjectToKeep {
  readonly scope: Scope;
  readonly subjectRef: string;
  readonly now: number;
  readonly of: ScreeningSubject;
  /** What lists said of it now; null: they were not asked. */
  readonly hits: readonly string[] | null;
}

export async function keepSubject(
  subjects: Subjects,
  { scope, subjectRef, now, of, hits }: SubjectToKeep,
): Promise<void> {
  const known = hits === null ? await subjects.get(scope, subjectRef) : null;
  await subjects.put({
    ...{ scope, subjectRef, createdAt: now, updatedAt: now, subject: of as unknown as JsonObject },
    ...{ screenedAt: hits === null ? (known?.screenedAt ?? null) : now, hits: hits ?? known?.hits ?? [] },
  });
}

export const hitKey = ({ list, entity }: ScreeningHit): string => `${list} ${entity.id}`;

export const subjectOfKept = ({ subject }: KeptSubject): ScreeningSubject => subject as unknown as ScreeningSubject;

const PAGE = 200;
/** As the routes screen when nobody says otherwise. */
const THRESHOLD = 0.7;

export interface RescreenOptions {
  readonly subjects: Subjects;
  readonly watchlists: Watchlists;
  readonly clock: () => number;
}

/** Every subject against all lists: how many there were, and how many hits are new. */
export async function rescreen({
  subjects,
  watchlists,
  clock,
}: RescreenOptions): Promise<{ asked: number; found: number }> {
  let asked = 0;
  let found = 0;
  for (let after: string | null = null, more = true; more; ) {
    const page = await subjects.page(null, after, PAGE);
    for (const kept of page.subjects) {
      asked++;
      const { hits } = screenSubject(watchlists, subjectOfKept(kept), { names: [], threshold: THRESHOLD });
      const fresh = hits.filter((hit) => !kept.hits.includes(hitKey(hit)));
      found += fresh.length;
      // Whoever was deleted meanwhile is not kept again.
      if ((await subjects.get(kept.scope, kept.subjectRef)) === null) continue;
      await subjects.put({ ...kept, screenedAt: clock(), hits: hits.map(hitKey) });
    }
    after = page.next;
    more = after !== null;
  }
  return { asked, found };
}

// Subjects of a tenant's own who may be the one who is asked about: found by the sounds of their names and by
// identifiers, and then compared as an entity of a list is.

import type { Scope } from '../../core/records/documents/check.ts';
import type { ListedEntity, ScreeningSubject } from '../../core/screening/entities/listed-entity.ts';
import { mayBe } from '../../core/screening/entities/schemas.ts';
import { lookUpKeys, prepared } from '../../core/screening/entity-index.ts';
import { matchEntity } from '../../core/screening/match-entity.ts';
import type { ScreeningHit } from '../../core/screening/screen.ts';
import type { Subjects } from '../../ports/verification/subjects.ts';
import { subjectOfKept } from './kept-subjects.ts';

/** As answers call them, and as a request may name them among lists. */
export const OWN_SUBJECTS = 'own_subjects';

/** Those that share most with whom is asked about: beyond it they share hardly a sound. */
const CANDIDATES = 200;

interface OwnWish {
  readonly scope: Scope;
  /** 0 to 1. */
  readonly threshold: number;
}

/** The surest first. */
export async function findOwnSubjects(
  subjects: Subjects,
  asked: ScreeningSubject,
  { scope, threshold }: OwnWish,
): Promise<readonly ScreeningHit[]> {
  const ours = prepared(asked);
  const found = await subjects.withKeys(scope, lookUpKeys(asked), CANDIDATES);
  const hits = found.flatMap((kept): ScreeningHit[] => {
    const subject = subjectOfKept(kept);
    if (!mayBe(asked.schema, subject.schema)) return [];
    const entity: ListedEntity = {
      ...subject,
      ...{ id: kept.subjectRef, topics: [], programs: [], datasets: [], addresses: [] },
      ...{ firstSeen: null, lastSeen: null, lastChange: null },
    };
    const match = matchEntity({ ours, theirs: prepared(entity) }, threshold);
    return match === null || match.score < threshold ? [] : [{ ...match, list: OWN_SUBJECTS, entity }];
  });
  return hits.sort((a, b) => b.score - a.score || (a.entity.id < b.entity.id ? -1 : 1));
}

// A tenant's own subjects that may be the person who is asked about: found by the sounds of their names and by
// identifiers, then compared as entities of a list are.

import type { Scope } from '../../core/records/documents/check.ts';
import type { ListedEntity, ScreeningSubject } from '../../core/screening/entities/listed-entity.ts';
import { lookUpKeys } from '../../core/screening/look-up-keys.ts';
import { matchEntity } from '../../core/screening/match-entity.ts';
import { prepared } from '../../core/screening/prepared-subject.ts';
import type { ScreeningHit } from '../../core/screening/screen.ts';
import type { Subjects } from '../../ports/verification/subjects.ts';
import { subjectOfKept } from './kept-subjects.ts';

/** The list's name in answers, and in requests that name lists. */
export const OWN_SUBJECTS = 'own_subjects';

/** Most subjects that are compared, those that share most with the person first; further ones hardly share a sound. */
const CANDIDATES = 200;

interface OwnWish {
  readonly scope: Scope;
  /** 0 to 1. */
  readonly threshold: number;
}

/** A hit whose entity's id is the caller's own reference, with our own id. */
type OwnHit = ScreeningHit & { readonly subjectId: string };

/** The surest first. */
export async function findOwnSubjects(
  subjects: Subjects,
  asked: ScreeningSubject,
  { scope, threshold }: OwnWish,
): Promise<readonly OwnHit[]> {
  const ours = prepared(asked);
  const found = await subjects.withKeys(scope, lookUpKeys(asked), CANDIDATES);
  const hits = found.flatMap((kept): OwnHit[] => {
    const subject = subjectOfKept(kept);
    const entity: ListedEntity = {
      ...subject,
      ...{ id: kept.subjectRef, topics: [], programs: [], datasets: [], addresses: [] },
      ...{ firstSeen: null, lastSeen: null, lastChange: null },
    };
    const match = matchEntity({ ours, theirs: prepared(entity) }, { least: threshold });
    return match === null || match.score < threshold
      ? []
      : [{ ...match, list: OWN_SUBJECTS, entity, subjectId: kept.subjectId }];
  });
  return hits.sort((a, b) => b.score - a.score || (a.entity.id < b.entity.id ? -1 : 1));
}

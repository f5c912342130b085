// What a screening of a kept subject means for its cases: a new hit opens one, and so does whoever was set aside although
// the full name is listed; a change of the subject or the entity, or the end of a decision's time, opens a decided one
// again and says what changed; an entity that left its list closes nothing. A decision that holds stays as it is.

import type { ListedEntity, ScreeningSubject } from '../entities/listed-entity.ts';
import { riskTag } from '../risk-tag.ts';
import type { ScreeningHit } from '../screen.ts';
import { setAsideBy } from '../set-aside.ts';
import { differences, entityChanges, isLapsed, lapse, subjectChanges } from './case-differences.ts';
import {
  type CaseChange,
  type CaseMove,
  entityKey,
  moved,
  type ScreeningCase,
  type StepMaking,
} from './screening-case.ts';

interface Followed extends StepMaking, Pick<ScreeningCase, 'scope' | 'subjectId' | 'subjectRef'> {
  readonly subject: ScreeningSubject;
  readonly hits: readonly ScreeningHit[];
  /** Set aside at a full name. */
  readonly aside: readonly ScreeningHit[];
  readonly cases: readonly ScreeningCase[];
  /** The entity of a case without a hit, as its list has it: null if it does not, undefined without the list. */
  readonly entityOf: (of: ScreeningCase) => ListedEntity | null | undefined;
  /** The version of a list. */
  readonly versionOf: (list: string) => string | null;
  readonly now: number;
  /** YYYY-MM-DD. */
  readonly today: string;
  readonly newId: () => string;
}

export function followScreening(followed: Followed): CaseMove[] {
  const { hits, aside, cases } = followed;
  const known = new Map(cases.map((one) => [entityKey(one), one]));
  const moves: CaseMove[] = [];
  const seen = new Set<string>();
  for (const hit of [...hits, ...aside]) {
    const key = entityKey({ list: hit.list, entityId: hit.entity.id });
    seen.add(key);
    const one = known.get(key);
    if (one === undefined) moves.push(opened(followed, hit));
    else moves.push(...again(followed, one, { entity: hit.entity, hit }));
  }
  for (const one of cases) {
    if (seen.has(entityKey(one))) continue;
    const entity = followed.entityOf(one);
    if (entity !== undefined) moves.push(...again(followed, one, { entity, hit: null }));
  }
  return moves;
}

function opened(followed: Followed, hit: ScreeningHit): CaseMove {
  const { scope, subjectId, subjectRef, subject, now, newId, versionOf } = followed;
  const { list, entity, score, matchedName, isExactIdentifier } = hit;
  return moved(
    {
      ...{
        scope,
        caseId: newId(),
        subjectId,
        subjectRef,
        list,
        entityId: entity.id,
        status: 'undecided',
        assignee: null,
      },
      ...{ decision: null, openedAt: now, version: 0, isListed: true, score, matchedName, isExactIdentifier },
      setAside: asideOf(followed, hit),
      ...{ subject, entity },
    },
    { kind: 'opened', at: now, by: null, listVersion: versionOf(list) },
    followed,
  );
}

interface Found {
  readonly entity: ListedEntity | null;
  readonly hit: ScreeningHit | null;
}

const asideOf = ({ aside }: Followed, hit: ScreeningHit): string[] => (aside.includes(hit) ? setAsideBy(hit) : []);

/** At most one step. */
function again(followed: Followed, one: ScreeningCase, { entity, hit }: Found): CaseMove[] {
  const { subject, now, today, versionOf } = followed;
  const isListed = entity !== null;
  const listing: CaseChange = { of: 'entity', field: 'listing', added: [], removed: [] };
  const changes: CaseChange[] = [
    ...subjectChanges(one.subject, subject),
    ...(isListed === one.isListed ? [] : [{ ...listing, [isListed ? 'added' : 'removed']: [one.list] }]),
    ...(entity === null ? [] : entityChanges(one.entity, entity)),
    ...(isLapsed(one, today) ? [lapse(one)] : []),
  ];
  const setAside = hit === null ? one.setAside : asideOf(followed, hit);
  const found = hit === null ? {} : { score: hit.score, matchedName: hit.matchedName, setAside };
  const told = { of: 'hit', field: 'set_aside', ...differences(one.setAside, setAside) } as const;
  if (told.added.length + told.removed.length > 0) changes.push(told);
  if (changes.length === 0) return [];
  const isReopened = one.decision !== null && changes.some((change) => ends(one, change));
  const kind = isReopened ? 'reopened' : isListed === one.isListed ? 'changed' : isListed ? 'relisted' : 'delisted';
  return [
    moved(
      {
        ...one,
        ...found,
        ...(hit !== null && { isExactIdentifier: hit.isExactIdentifier }),
        ...{ subject, entity: entity ?? one.entity, isListed },
        ...(isReopened && { status: 'undecided', decision: null }),
      },
      { kind, at: now, by: null, listVersion: versionOf(one.list), changes },
      followed,
    ),
  ];
}

/**
 * Whether the change ends a decision. Whoever is not the entity is not it either once the list drops it; what contradicts
 * is no fact of its own.
 */
const ends = ({ status }: ScreeningCase, { of, field }: CaseChange): boolean =>
  of !== 'hit' && (field !== 'listing' || status !== 'false_match');

/** The step by which a decision ends whose time is over, whether lists changed or not. */
export const lapsed = (one: ScreeningCase, now: number, making: StepMaking): CaseMove =>
  moved(
    { ...one, status: 'undecided', decision: null },
    { kind: 'reopened', at: now, by: null, changes: [lapse(one)] },
    making,
  );

export const caseRisk = ({ entity }: ScreeningCase): string => riskTag(entity.topics).tag;

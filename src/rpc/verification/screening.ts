// Screening: persons and companies against the loaded lists, and people of whom something is known found in them.

import { VerificationService } from '../../../gen/tieout/verification/v1/verification_service_pb.ts';
import { ScreeningDecisionSchema } from '../../../gen/tieout/verification/v1/vocabulary_pb.ts';
import type { ListedEntity } from '../../core/screening/entities/listed-entity.ts';
import { riskScore, riskTag } from '../../core/screening/hit-words.ts';
import type { ScreeningHit } from '../../core/screening/screen.ts';
import { hitKey } from '../../workflows/verification/kept-subjects.ts';
import { screenSubject, unknownLists } from '../../workflows/verification/screen-subject.ts';
import type { ListState, Watchlists } from '../../workflows/verification/watchlists.ts';
import { enumNumber } from '../enum-names.ts';
import { InvalidRequest } from '../validation/problems.ts';
import { type Checking, rounded } from './checking.ts';
import { subjectOf } from './person-of.ts';

const decisions = enumNumber(ScreeningDecisionSchema);

export function screeningRoutes(check: Checking, watchlists: Watchlists) {
  return {
    screenPepAndSanction: check(VerificationService.method.screenPepAndSanction, (request, { now }) => {
      requireKnown(watchlists, request.lists);
      const wish = { names: request.lists, threshold: request.threshold! };
      const { hits, decision, outcome, asked } = screenSubject(watchlists, subjectOf(request), wish);
      const lists = asked.map((one) => listMessage(one, now));
      const subject = { of: subjectOf(request), hits: hits.map(hitKey) };
      return { outcome, subject, details: { hits: hits.map(hitMessage), decision: decisions(decision), lists } };
    }),

    findPerson: check(VerificationService.method.findPerson, (request, { now }) => {
      requireKnown(watchlists, request.lists);
      const wish = { names: request.lists, threshold: request.threshold!, limit: request.limit! };
      const { hits, outcome, asked } = screenSubject(watchlists, subjectOf({ person: request.person! }), wish);
      const candidates = hits.map(({ entity, list, matchedName, score, features }) => ({
        ...{ id: entity.id, list, name: matchedName, score: rounded(score), features: featureScores(features) },
        properties: propertiesOf(entity),
      }));
      return { outcome, details: { candidates, lists: asked.map((one) => listMessage(one, now)) } };
    }),
  };
}

function requireKnown(watchlists: Watchlists, names: readonly string[]): void {
  const unknown = unknownLists(watchlists, names);
  if (unknown.length === 0) return;
  const msg = 'is no list that is loaded';
  throw new InvalidRequest(unknown.map((at) => ({ type: 'list_unknown', path: ['lists', at], msg })));
}

const HOUR_MS = 3_600_000;

export const listMessage = ({ name, version, entities, loadedAt, isStale }: ListState, now: number) => ({
  ...{ name, version, entities, loadedAt: new Date(loadedAt).toISOString() },
  ...{ ageHours: Math.max(0, Math.floor((now - loadedAt) / HOUR_MS)), stale: isStale },
});

const featureScores = (features: ScreeningHit['features']): Record<string, number> =>
  Object.fromEntries(features.map(({ name, score }) => [name, rounded(score)]));

export const hitMessage = (hit: ScreeningHit) => ({
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

function propertiesOf({ schema, names, birthDates, countries, topics, programs, datasets }: ListedEntity) {
  const all = { schema: [schema], names, birth_dates: birthDates, countries, topics, programs, datasets };
  return Object.entries(all)
    .filter(([, values]) => values.length > 0)
    .map(([name, values]) => ({ name, values: [...values] }));
}

// The match route of yente, in its own form, over the same lists and engine. Without a list, or without one that is
// configured, it fails: an empty result would clear everybody.

import type { FindOpenSanctionRequest } from '../../../gen/tieout/verification/v1/match_pb.ts';
import { TieoutError } from '../../core/errors.ts';
import { impossibleBirth } from '../../core/screening/birth-dates.ts';
import { isPerson, type ListedEntity, type ScreeningSubject } from '../../core/screening/entities/listed-entity.ts';
import { MAIN_FEATURES, QUALIFIERS } from '../../core/screening/match-entity.ts';
import { isReal, requireLoaded } from '../../workflows/verification/screen-subject.ts';
import { subjectOfQuery } from '../entity-query.ts';
import { type CheckingOptions, dayAt, rounded } from './checking.ts';

const matcher = Object.fromEntries(
  [...MAIN_FEATURES, ...QUALIFIERS].map(({ name, description, weight }) => [
    name,
    { description, coefficient: weight, url: '' },
  ]),
);

export function matchRoutes({ watchlists, clock }: Pick<CheckingOptions, 'watchlists' | 'clock'>) {
  return {
    async findOpenSanction(request: FindOpenSanctionRequest) {
      requireLoaded(watchlists, []);
      if (!watchlists.states().some(isReal)) {
        throw new TieoutError('no_list', 'No list is loaded, or only the sample: nobody is screened.');
      }
      const { threshold = 0.7, cutoff = 0.5, limit = 5 } = request;
      const queries = Object.entries(request.queries);
      const wish = { names: [], threshold: Math.min(cutoff, threshold), limit };
      const found = await watchlists.screen(
        queries.map(([, query]) => withPossibleDates(subjectOfQuery(query), dayAt(clock()))),
        wish,
      );
      const responses = queries.map(([key, query], at) => {
        const results = found[at].map(({ entity, score, features }) => ({
          ...entityMessage(entity),
          score: rounded(score),
          features: Object.fromEntries(features.map((one) => [one.name, rounded(one.score)])),
          explanations: Object.fromEntries(
            features.map(({ name, score: own, detail }) => [name, { score: rounded(own), detail }]),
          ),
          match: score >= threshold,
        }));
        const total = { value: results.length, relation: 'eq' };
        return [key, { status: 200, results, total, query }] as const;
      });
      return { responses: Object.fromEntries(responses), matcher, limit };
    },
  };
}

/** The subject without an impossible birth date, which would contradict every list and clear anybody. */
const withPossibleDates = (subject: ScreeningSubject, today: string): ScreeningSubject => ({
  ...subject,
  birthDates: subject.birthDates.filter((one) => !isPerson(subject.schema) || impossibleBirth(one, today) === null),
});

function entityMessage(entity: ListedEntity) {
  const { id, schema, names, birthDates, countries, topics, datasets, firstSeen, lastSeen, lastChange } = entity;
  const [caption = '', ...aliases] = names;
  const properties = { name: [caption], alias: aliases, birthDate: birthDates, country: countries, topics };
  const held = Object.entries(properties).filter(([, texts]) => texts.length > 0);
  return {
    ...{ id, caption, schema, datasets: [...datasets], referents: [], target: true },
    properties: Object.fromEntries(held.map(([name, texts]) => [name, { texts: [...texts] }])),
    ...(firstSeen !== null && { firstSeen }),
    ...(lastSeen !== null && { lastSeen }),
    ...(lastChange !== null && { lastChange }),
  };
}

// The match route of yente, in its own form, over the same lists and engine. Without a list, or without one that is
// configured, it fails: an empty result would clear everybody.

import type { FindOpenSanctionRequest } from '../../../gen/tieout/verification/v1/match_pb.ts';
import { TieoutError } from '../../core/errors.ts';
import { dayAt } from '../../core/money/calendar.ts';
import { impossibleBirth } from '../../core/screening/birth-dates.ts';
import type { EntityFilter } from '../../core/screening/entities/entity-filter.ts';
import { isPerson, type ListedEntity, type ScreeningSubject } from '../../core/screening/entities/listed-entity.ts';
import { MAIN_FEATURES } from '../../core/screening/main-features.ts';
import { REVIEW_FROM } from '../../core/screening/match-entity.ts';
import { QUALIFIERS } from '../../core/screening/qualifiers.ts';
import type { ListLabels } from '../../ports/verification/watchlists.ts';
import { doubtsOf, isReal, requireLoaded } from '../../workflows/verification/screen-subject.ts';
import { queryProblem, subjectOfQuery } from '../entity-query.ts';
import { rounded } from '../plain-values.ts';
import type { CallContext } from '../services.ts';
import { InvalidRequest, type Problem } from '../validation/problems.ts';
import type { CheckingOptions } from './checking.ts';

const matcher = Object.fromEntries(
  [...MAIN_FEATURES, ...QUALIFIERS].map(({ name, description, weight }) => [
    name,
    { description, coefficient: weight, url: '' },
  ]),
);

/** Names of the one algorithm: its own, and yente's word for the best that there is. */
const ALGORITHMS = ['tieout', 'best'];

export function matchRoutes({ watchlists, clock }: Pick<CheckingOptions, 'watchlists' | 'clock'>) {
  return {
    async findOpenSanction(request: FindOpenSanctionRequest, { odd }: CallContext) {
      requireLoaded(watchlists, []);
      if (!watchlists.states().some(isReal)) {
        throw new TieoutError('no_list', 'No list is loaded, or only the sample: nobody is screened.');
      }
      const { threshold = REVIEW_FROM, cutoff = 0.5, limit = 5, algorithm = 'best' } = request;
      if (!ALGORITHMS.includes(algorithm.trim().toLowerCase())) {
        throw new TieoutError('algorithm_unknown', `There is no algorithm ${algorithm} here: only tieout, or best.`);
      }
      requireLabels(watchlists.labels(), request);
      const all = Object.entries(request.queries).map(([key, query]) => {
        return { key, query, problem: odd.get(key) ?? queryProblem(query) };
      });
      requireAnswerable(all);
      const queries = all.filter(({ problem }) => problem === null);
      const wish = { names: [], threshold: Math.min(cutoff, threshold), limit, filter: filterOf(request) };
      const subjects = queries.map(({ query }) => withPossibleDates(subjectOfQuery(query), dayAt(clock())));
      const found = await watchlists.screen(subjects, wish);
      const asked = watchlists.states();
      const refused = all.flatMap(({ key, query, problem }) => {
        if (problem === null) return [];
        const detail = `${problem.path.join('.') || 'it'} ${problem.msg}`;
        return [[key, { status: 400, results: [], total: { value: 0, relation: 'eq' }, query, detail }] as const];
      });
      const answered = queries.map(({ key, query }, at) => {
        const results = found[at].hits.map(({ entity, score, features }) => ({
          ...entityMessage(entity),
          score: rounded(score),
          features: Object.fromEntries(features.map((one) => [one.name, rounded(one.score)])),
          explanations: Object.fromEntries(
            features.map(({ name, score: own, detail }) => [name, { score: rounded(own), detail }]),
          ),
          match: score >= threshold,
        }));
        const total = { value: results.length, relation: 'eq' };
        const reasons = results.some(({ match }) => match)
          ? []
          : doubtsOf(found[at], { subject: subjects[at], asked, threshold });
        // A yente client reads results alone: what clears nobody has to stand somewhere.
        const detail = reasons.map((one) => one.detail).join(' ');
        return [key, { status: 200, results, total, query, ...(detail !== '' && { detail }) }] as const;
      });
      return { responses: Object.fromEntries([...answered, ...refused]), matcher, limit };
    },
  };
}

interface AskedQuery {
  readonly key: string;
  readonly problem: Problem | null;
}

/** Throws invalid_request if no query can be compared; one among others answers for itself. */
function requireAnswerable(all: readonly AskedQuery[]): void {
  const problems = all.flatMap(({ key, problem }) => (problem === null ? [] : [{ key, problem }]));
  if (problems.length < all.length) return;
  throw new InvalidRequest(
    problems.map(({ key, problem: { path, ...one } }) => ({ ...one, path: ['queries', key, ...path] })),
  );
}

/** Throws invalid_request for a dataset or topic that no loaded list has: asking for it alone would clear everybody. */
function requireLabels({ datasets, topics }: ListLabels, request: FindOpenSanctionRequest): void {
  const unknown = (field: string, asked: readonly string[], known: ReadonlySet<string>) =>
    asked.flatMap((one, at) => (known.has(one) ? [] : [{ type: 'label_unknown', path: [field, at], msg: NO_LABEL }]));
  const problems = [
    ...unknown('include_dataset', request.includeDataset, datasets),
    ...unknown('topics', request.topics, topics),
  ];
  if (problems.length > 0) throw new InvalidRequest(problems);
}

const NO_LABEL = 'is of no entity of the loaded lists';

const filterOf = (request: FindOpenSanctionRequest): EntityFilter => ({
  ...{ includeDatasets: request.includeDataset, excludeDatasets: request.excludeDataset, topics: request.topics },
  ...{ excludeIds: request.excludeEntityIds, excludeSchemas: request.excludeSchema },
  changedSince: request.changedSince ?? null,
});

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

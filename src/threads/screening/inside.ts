// A thread that screens against the lists of its start: it reads them from the store, indexes them, reports ready, and
// answers. When a list changes, a new thread replaces it once it is ready, so that nobody waits for an index or is
// screened against half of one.

import { parentPort, workerData } from 'node:worker_threads';
import { unpackEntities } from '../../adapters/lists/list-blocks.ts';
import { connectStore } from '../../compose/open-store.ts';
import { TieoutError, toErrorRecord } from '../../core/errors.ts';
import type { ListHead } from '../../core/records/documents/watchlist.ts';
import { isAskedFor, isAskedSchema } from '../../core/screening/entities/entity-filter.ts';
import type { ListedEntity, ScreeningSubject } from '../../core/screening/entities/listed-entity.ts';
import { indexEntities } from '../../core/screening/entity-index.ts';
import { type LoadedList, type ScreeningHit, screen } from '../../core/screening/screen.ts';
import { mostOfAside } from '../../core/screening/set-aside.ts';
import type { Lists } from '../../ports/verification/lists.ts';
import type { EntityName, ListLabels } from '../../ports/verification/watchlists.ts';
import { tellAnswers } from '../runs/answers.ts';
import type { ScreeningAnswer, ScreeningRequest, ScreeningThreadStart } from './messages.ts';

const OPERATION_MS = 60_000;

/** Entities of one version; null if the list has another version by now. */
async function entitiesOf(lists: Lists, { name, version, blocks }: ListHead): Promise<ListedEntity[] | null> {
  const entities: ListedEntity[] = [];
  for (let n = 0; n < blocks; n++) {
    const packed = await lists.block({ name, version, n });
    if (packed === null) return null;
    for (const entity of unpackEntities(packed)) entities.push(entity);
  }
  return entities;
}

/** Most attempts if versions change while they are read. */
const MOST_TRIES = 10;

async function readLists(): Promise<{ readonly heads: readonly ListHead[]; readonly lists: readonly LoadedList[] }> {
  const { store: connection } = workerData as ScreeningThreadStart;
  const store = await connectStore(connection, { operationMs: OPERATION_MS });
  const indexed = new Map<string, LoadedList>();
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const heads = await store.lists.heads();
    let isWhole = true;
    for (const head of heads) {
      const { name, version, loadedAt } = head;
      const key = JSON.stringify([name, version]);
      if (indexed.has(key)) continue;
      const entities = await entitiesOf(store.lists, head);
      if (entities === null) {
        isWhole = false;
        break;
      }
      indexed.set(key, { name, version, loadedAt, index: indexEntities(entities) });
    }
    if (!isWhole) continue;
    await store.close();
    return { heads, lists: heads.map(({ name, version }) => indexed.get(JSON.stringify([name, version]))!) };
  }
  throw new TieoutError('store_unavailable', 'The lists change faster than they can be read.');
}

function labelsOf(lists: readonly LoadedList[]): ListLabels {
  const labels = { datasets: new Set<string>(), topics: new Set<string>() };
  for (const { name, index } of lists) {
    labels.datasets.add(name);
    for (const { subject } of index.entities) {
      for (const one of subject.datasets) labels.datasets.add(one);
      for (const one of subject.topics) labels.topics.add(one);
    }
  }
  return labels;
}

const post = (answer: ScreeningAnswer): void => parentPort!.postMessage(answer);

tellAnswers();
const { heads, lists } = await readLists();
post({ ready: heads, labels: labelsOf(lists) });

/** The entities of each list by their ids, made when somebody first asks for one. */
const byId = new Map<string, ReadonlyMap<string, ListedEntity>>();

function entityOf({ list, id }: EntityName): ListedEntity | null {
  const found = lists.find(({ name }) => name === list);
  if (found === undefined) return null;
  const known = byId.get(list) ?? new Map(found.index.entities.map(({ subject }) => [subject.id, subject]));
  byId.set(list, known);
  return known.get(id) ?? null;
}

parentPort!.on('message', ({ id, ...request }: ScreeningRequest) => {
  try {
    if ('wanted' in request) {
      post({ id, entities: request.wanted.map(entityOf) });
      return;
    }
    const { subjects, wish } = request;
    const { names, threshold, limit, filter } = wish;
    const asked = names.length === 0 ? lists : lists.filter(({ name }) => names.includes(name));
    const screeningOf = (subject: ScreeningSubject) => {
      if (filter === undefined) return screen(subject, { lists: asked, threshold, limit });
      const { hits, suppressed, uncompared } = screen(subject, {
        ...{ lists: asked, threshold, limit: Number.MAX_SAFE_INTEGER },
      });
      const wanted = (found: readonly ScreeningHit[]) =>
        found.filter(({ entity, list }) => isAskedFor(entity, list, filter) && isAskedSchema(subject, entity));
      return { hits: wanted(hits).slice(0, limit), suppressed: mostOfAside(wanted(suppressed), limit), uncompared };
    };
    post({ id, screenings: subjects.map(screeningOf) });
  } catch (error) {
    post({ id, failure: toErrorRecord(error) });
  }
});

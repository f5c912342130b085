// Lists that a command is given as files or urls, read and indexed in this process.

import { readList } from '../adapters/lists/read-list.ts';
import { TieoutError } from '../core/errors.ts';
import { indexEntities } from '../core/screening/entity-index.ts';
import { type LoadedList, screen } from '../core/screening/screen.ts';
import type { ListState, Watchlists } from '../ports/verification/watchlists.ts';

export interface ReadLocalList {
  readonly loaded: LoadedList;
  readonly entities: number;
  /** Milliseconds since 1970. */
  readonly publishedAt: number;
  readonly isStale: boolean;
  readonly warnings: readonly string[];
}

/** Throws list_unusable. */
export async function readLocalLists(
  urls: readonly string[],
  { now, staleMs }: { readonly now: number; readonly staleMs: number },
): Promise<ReadLocalList[]> {
  const lists: ReadLocalList[] = [];
  for (const url of urls) {
    const { entities, version, warnings, publishedAt: stated, modifiedAt } = await readList(url);
    const publishedAt = stated ?? modifiedAt ?? now;
    lists.push({
      loaded: { name: url, version, loadedAt: now, index: indexEntities(entities) },
      ...{ entities: entities.length, publishedAt, warnings, isStale: now - publishedAt > staleMs },
    });
  }
  return lists;
}

/** The given lists as screening asks them, in this thread. */
export function localWatchlists(lists: readonly ReadLocalList[]): Watchlists {
  const states: ListState[] = lists.map(({ loaded, entities, ...state }) => ({
    ...{ name: loaded.name, version: loaded.version, entities, loadedAt: loaded.loadedAt },
    ...{ publishedAt: state.publishedAt, isStale: state.isStale, warnings: state.warnings },
  }));
  return {
    states: () => states,
    missing: () => [],
    labels() {
      throw new TieoutError('internal', 'A file is screened by no dataset or topic');
    },
    entities() {
      throw new TieoutError('internal', 'A file is screened without cases');
    },
    screen: async (subjects, { threshold, limit }) =>
      subjects.map((subject) => screen(subject, { lists: lists.map(({ loaded }) => loaded), threshold, limit })),
  };
}

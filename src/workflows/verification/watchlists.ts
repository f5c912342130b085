// The lists that this process screens against. A list that was read is indexed beside the one in use and then takes its
// place at once; one that cannot be read, or has lost more than the set share of its entities, takes nobody's place and
// says why. Their age is known, since what a stale list does not say proves nothing.

import { TieoutError } from '../../core/errors.ts';
import type { ListedEntity } from '../../core/screening/entities/listed-entity.ts';
import { indexEntities } from '../../core/screening/entity-index.ts';
import type { LoadedList } from '../../core/screening/screen.ts';
import type { Log } from '../../ports/log.ts';

/** Made up, for trying out: what it does not name proves nothing. */
export const SAMPLE_LIST = 'sample';

export interface ListSource {
  readonly name: string;
  readonly url: string;
}

export interface WatchlistOptions {
  readonly read: (url: string) => Promise<{ readonly entities: readonly ListedEntity[]; readonly version: string }>;
  readonly clock: () => number;
  readonly log: Log;
  /** Of its entities a list may lose from one version to the next. */
  readonly shrinkShare: number;
  readonly staleMs: number;
}

export interface ListState {
  readonly name: string;
  readonly version: string;
  readonly entities: number;
  readonly loadedAt: number;
  readonly isStale: boolean;
}

export interface Watchlists {
  readonly lists: () => readonly LoadedList[];
  readonly states: () => readonly ListState[];
  /** Throws list_unusable; the list in use then stays. Answers whether it is another version. */
  readonly load: (source: ListSource) => Promise<boolean>;
  /** Every source; what cannot be loaded is logged. Answers the names of the lists that changed. */
  readonly loadAll: (sources: readonly ListSource[]) => Promise<readonly string[]>;
  /** Why the health is not whole; null: it is. */
  readonly trouble: () => string | null;
}

export function createWatchlists({ read, clock, log, shrinkShare, staleMs }: WatchlistOptions): Watchlists {
  let lists: readonly LoadedList[] = [];
  const failures = new Map<string, string>();
  const isStale = ({ loadedAt }: LoadedList): boolean => clock() - loadedAt > staleMs;

  async function load({ name, url }: ListSource): Promise<boolean> {
    const { entities, version } = await read(url);
    const before = lists.find((one) => one.name === name);
    const least = (before?.index.entities.length ?? 0) * (1 - shrinkShare);
    if (before !== undefined && entities.length < least) {
      throw new TieoutError(
        'list_unusable',
        `The list ${name} shrank from ${before.index.entities.length} to ${entities.length} entities, more than the share of ${shrinkShare} that it may lose; the one in use stays.`,
      );
    }
    const isOther = before?.version !== version;
    const index = isOther ? indexEntities(entities) : before!.index;
    const loaded: LoadedList = { name, version, loadedAt: clock(), index };
    // One assignment: whoever screens has all of the old lists or all of the new ones.
    lists = [...lists.filter((one) => one.name !== name), loaded].sort((a, b) => (a.name < b.name ? -1 : 1));
    failures.delete(name);
    return isOther;
  }

  return {
    lists: () => lists,
    states: () =>
      lists.map((one) => ({
        name: one.name,
        version: one.version,
        entities: one.index.entities.length,
        loadedAt: one.loadedAt,
        isStale: isStale(one),
      })),
    load,
    async loadAll(sources) {
      const changed: string[] = [];
      for (const source of sources) {
        try {
          if (await load(source)) changed.push(source.name);
        } catch (error) {
          if (!(error instanceof TieoutError)) throw error;
          failures.set(source.name, error.sentence);
          log.error({ list: source.name }, error.sentence);
        }
      }
      return changed;
    },
    trouble() {
      const [failed] = failures.values();
      if (failed !== undefined) return failed;
      const stale = lists.find(isStale);
      if (stale !== undefined) return `The list ${stale.name} is older than ${Math.round(staleMs / 3_600_000)} hours.`;
      return lists.some(({ name }) => name !== SAMPLE_LIST) ? null : 'No list is loaded: nobody can be cleared.';
    },
  };
}

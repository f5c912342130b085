// Loads a list from its source into the store, where all processes find it. A list that cannot be read, or that lost
// more than the allowed share of its entities since it was last loaded by any process, does not replace the old one. An
// unchanged list is only noted as read again, because its age counts from then.

import { TieoutError } from '../../core/errors.ts';
import type { ListHead } from '../../core/records/documents/watchlist.ts';
import type { ListedEntity } from '../../core/screening/entities/listed-entity.ts';
import type { Leases } from '../../ports/leases.ts';
import type { Lists } from '../../ports/verification/lists.ts';

export interface ListSource {
  readonly name: string;
  readonly url: string;
}

export interface ListLoading {
  readonly lists: Lists;
  readonly leases: Leases;
  readonly read: (
    url: string,
  ) => Promise<{ readonly entities: readonly ListedEntity[]; readonly format: string; readonly version: string }>;
  readonly pack: (entities: Iterable<ListedEntity>) => Iterable<Uint8Array>;
  readonly clock: () => number;
  /** The share of its entities that a list may lose from one version to the next. */
  readonly shrinkShare: number;
}

interface LoadedNow {
  readonly head: ListHead;
  readonly isOther: boolean;
}

/** Renewed while blocks are written; the fetch before has a shorter limit. */
const LEASE_MS = 900_000;

/** Null: another process is loading it now. Throws list_unusable; then the list in use stays. */
export async function loadList(loading: ListLoading, { name, url }: ListSource): Promise<LoadedNow | null> {
  const { lists, leases, read, pack, clock, shrinkShare } = loading;
  const lease = await leases.take(`list/${name}`, LEASE_MS);
  if (lease === null) return null;
  try {
    const { entities, format, version } = await read(url);
    const before = (await lists.heads()).find((one) => one.name === name) ?? null;
    if (before !== null && entities.length < before.entities * (1 - shrinkShare)) {
      throw new TieoutError(
        'list_unusable',
        `The list ${name} shrank from ${before.entities} to ${entities.length} entities, more than the share of ${shrinkShare} that it may lose; the one in use stays.`,
      );
    }
    const isOther = before?.version !== version;
    let blocks = before?.blocks ?? 0;
    if (isOther) {
      blocks = 0;
      for (const packed of pack(entities)) {
        await lists.putBlock({ name, version, n: blocks++ }, packed);
        if (!(await leases.renew(lease, LEASE_MS))) throw interrupted(name);
      }
    }
    const head = { name, version, format, entities: entities.length, blocks, loadedAt: clock() };
    if (!(await lists.swap(head, before?.version ?? null))) throw interrupted(name);
    return { head, isOther };
  } finally {
    await leases.release(lease).catch(() => false);
  }
}

const interrupted = (name: string): TieoutError =>
  new TieoutError('list_unusable', `The list ${name} was changed by another process meanwhile: load it again.`);

export interface LoadedAll {
  readonly failures: readonly { readonly name: string; readonly sentence: string }[];
}

/** Each source by itself: a failing one does not hold up another. */
export async function loadLists(loading: ListLoading, sources: readonly ListSource[]): Promise<LoadedAll> {
  const failures: { readonly name: string; readonly sentence: string }[] = [];
  for (const source of sources) {
    try {
      await loadList(loading, source);
    } catch (error) {
      if (!(error instanceof TieoutError) || error.code === 'internal') throw error;
      failures.push({ name: source.name, sentence: error.sentence });
    }
  }
  return { failures };
}

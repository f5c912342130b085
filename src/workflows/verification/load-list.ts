// Loads a list from its source into the store, where all processes find it. A list that cannot be read, or that lost
// more than the allowed share of its entities or names since it was last loaded by any process, does not replace the
// old one. An unchanged list is noted as read again; its age still counts from its publication. What changed is told on
// the bus, before the new version counts: an interruption between the two repeats it under the same id. A stored version
// that is damaged is replaced all the same, with an alarm.

import { TieoutError } from '../../core/errors.ts';
import { dayAt } from '../../core/money/calendar.ts';
import type { ListHead } from '../../core/records/documents/watchlist.ts';
import type { ListedEntity } from '../../core/screening/entities/listed-entity.ts';
import { type ListChanges, ListComparison, listMessages } from '../../core/screening/list-changes.ts';
import type { Leases } from '../../ports/leases.ts';
import type { Outbox } from '../../ports/outbox.ts';
import type { Lists } from '../../ports/verification/lists.ts';

export interface ListSource {
  readonly name: string;
  readonly url: string;
}

export interface ListLoading {
  readonly lists: Lists;
  readonly leases: Leases;
  readonly read: (url: string) => Promise<ReadList>;
  readonly pack: (entities: Iterable<ListedEntity>) => Iterable<Uint8Array>;
  readonly unpack: (block: Uint8Array) => readonly ListedEntity[];
  readonly outbox: Pick<Outbox, 'add'>;
  readonly digest: (text: string) => string;
  readonly clock: () => number;
  /** The share of its entities that a list may lose from one version to the next. */
  readonly shrinkShare: number;
}

interface ReadList {
  readonly entities: readonly ListedEntity[];
  readonly format: string;
  readonly version: string;
  /** As the list says, and when its source last changed it; null if that is not known. Milliseconds since 1970. */
  readonly publishedAt: number | null;
  readonly modifiedAt: number | null;
  readonly warnings: readonly string[];
}

interface LoadedNow {
  readonly head: ListHead;
  readonly isOther: boolean;
  /** That the version before was damaged; null: it was not. */
  readonly alarm: string | null;
}

/** Renewed while blocks are written; the fetch before has a shorter limit. */
const LEASE_MS = 900_000;

/** Null: another process is loading it now. Throws list_unusable; then the list in use stays. */
export async function loadList(loading: ListLoading, { name, url }: ListSource): Promise<LoadedNow | null> {
  const { lists, leases, read, pack, clock, shrinkShare } = loading;
  const lease = await leases.take(`list/${name}`, LEASE_MS);
  if (lease === null) return null;
  try {
    const list = await read(url);
    const { entities, format, version } = list;
    const names = entities.reduce((sum, one) => sum + one.names.length, 0);
    const before = (await lists.heads()).find((one) => one.name === name) ?? null;
    if (before !== null) {
      const counts = { entities: entities.length, names };
      for (const what of ['entities', 'names'] as const) {
        if (counts[what] >= before[what] * (1 - shrinkShare)) continue;
        throw new TieoutError(
          'list_unusable',
          `The list ${name} shrank from ${before[what]} to ${counts[what]} ${what}, more than the share of ${shrinkShare} that it may lose; the one in use stays.`,
        );
      }
    }
    const isOther = before?.version !== version;
    const comparison = isOther ? new ListComparison(entities) : null;
    const isDamaged = before !== null && !(await readStored(loading, before, (entity) => comparison?.before(entity)));
    let blocks = before?.blocks ?? 0;
    if (isOther || isDamaged) {
      blocks = 0;
      for (const packed of pack(entities)) {
        await lists.putBlock({ name, version, n: blocks++ }, packed);
        if (!(await leases.renew(lease, LEASE_MS))) throw interrupted(name);
      }
    }
    const loadedAt = clock();
    if (comparison !== null) {
      // Entities of a first version are counted alone, and so are those that nothing can be compared with.
      const asNew = { counts: { new: entities.length, changed: 0, removed: 0 }, changes: [] };
      const changes = before === null || isDamaged ? asNew : comparison.end();
      await tellChanges(loading, { name, version, changes, before, now: loadedAt });
    }
    const publication = publicationOf(list, { before, now: loadedAt });
    const head = { name, version, format, entities: entities.length, names, blocks, loadedAt, ...publication };
    if (!(await lists.swap(head, before?.version ?? null))) throw interrupted(name);
    return { head, isOther, alarm: isDamaged ? damaged(name, isOther) : null };
  } finally {
    await leases.release(lease).catch(() => false);
  }
}

interface OtherVersion {
  readonly name: string;
  readonly version: string;
  readonly changes: ListChanges;
  readonly before: ListHead | null;
  readonly now: number;
}

/** Every entity of the version in use, block by block; false if a block is damaged or gone. */
async function readStored(
  { lists, unpack }: ListLoading,
  { name, version, blocks }: ListHead,
  take: (entity: ListedEntity) => void,
): Promise<boolean> {
  for (let n = 0; n < blocks; n++) {
    const block = await lists.block({ name, version, n });
    if (block === null) return false;
    try {
      for (const entity of unpack(block)) take(entity);
    } catch (error) {
      if (error instanceof TieoutError && error.code === 'store_damaged') return false;
      throw error;
    }
  }
  return true;
}

const damaged = (name: string, isOther: boolean): string =>
  `The stored list ${name} was damaged and is loaded anew${isOther ? '; what changed since is not known, and every entity is told as new' : ''}. Look after the disk.`;

async function tellChanges(
  { outbox, digest }: ListLoading,
  { name, version, changes, before, now }: OtherVersion,
): Promise<void> {
  const previous = before?.version ?? null;
  const id = digest(JSON.stringify([name, previous, before?.loadedAt ?? null, version])).slice(0, 32);
  const of = { list: name, version, previous, at: new Date(now).toISOString(), id };
  for (const message of listMessages(changes, of)) await outbox.add([message]);
}

/** Clocks of publishers may be ahead by a time zone. */
const AHEAD_MS = 24 * 3_600_000;

function publicationOf(
  { version, publishedAt, modifiedAt, warnings }: ReadList,
  { before, now }: { readonly before: ListHead | null; readonly now: number },
): Pick<ListHead, 'publishedAt' | 'warnings'> {
  const isAhead = publishedAt !== null && publishedAt > now + AHEAD_MS;
  if (publishedAt !== null && !isAhead) return { publishedAt: Math.min(publishedAt, now), warnings };
  const known = before?.version === version ? before.publishedAt : Math.min(modifiedAt ?? now, now);
  const day = isAhead ? dayAt(publishedAt) : '';
  return {
    publishedAt: known,
    warnings: isAhead
      ? [...warnings, `It says that it is of ${day}, which lies ahead: its age is not known.`]
      : warnings,
  };
}

const interrupted = (name: string): TieoutError =>
  new TieoutError('list_unusable', `The list ${name} was changed by another process meanwhile: load it again.`);

export interface LoadedAll {
  /** Of lists that were loaded nevertheless. */
  readonly warnings: readonly { readonly name: string; readonly sentence: string }[];
  readonly failures: readonly { readonly name: string; readonly sentence: string }[];
  /** Of lists that were damaged and were loaded anew. */
  readonly alarms: readonly { readonly name: string; readonly sentence: string }[];
}

/** Each source by itself: a failing one does not hold up another. */
export async function loadLists(loading: ListLoading, sources: readonly ListSource[]): Promise<LoadedAll> {
  const failures: { readonly name: string; readonly sentence: string }[] = [];
  const warnings: { readonly name: string; readonly sentence: string }[] = [];
  const alarms: { readonly name: string; readonly sentence: string }[] = [];
  for (const source of sources) {
    try {
      const loaded = await loadList(loading, source);
      if (loaded?.alarm) alarms.push({ name: source.name, sentence: loaded.alarm });
      if (loaded?.isOther) {
        warnings.push(...loaded.head.warnings.map((sentence) => ({ name: source.name, sentence })));
      }
    } catch (error) {
      if (!(error instanceof TieoutError) || error.code === 'internal') throw error;
      failures.push({ name: source.name, sentence: error.sentence });
    }
  }
  return { failures, warnings, alarms };
}

// Which entities of a list are new, changed or removed from one version to the next, and the messages that say so.

import type { OutboxMessage } from '../records/documents/outbox.ts';
import { entityChanges } from './cases/case-differences.ts';
import type { ListedEntity } from './entities/listed-entity.ts';

interface ListedChange {
  readonly entityId: string;
  readonly change: 'new' | 'changed' | 'removed';
  readonly name: string;
  /** Those that changed. */
  readonly fields: readonly string[];
}

export interface ListChanges {
  readonly counts: Readonly<Record<ListedChange['change'], number>>;
  /** At most MOST_LISTED. */
  readonly changes: readonly ListedChange[];
}

/** Most changes that are listed: some sixty messages. More are counted. */
const MOST_LISTED = 20_000;
const LONGEST_NAME = 300;

/** Takes the entities of the version before one by one. */
export class ListComparison {
  readonly #after: ReadonlyMap<string, ListedEntity>;
  readonly #kept = new Set<string>();
  readonly #counts = { new: 0, changed: 0, removed: 0 };
  readonly #changes: ListedChange[] = [];

  constructor(after: readonly ListedEntity[]) {
    this.#after = new Map(after.map((entity) => [entity.id, entity]));
  }

  before(entity: ListedEntity): void {
    const now = this.#after.get(entity.id);
    if (now === undefined) {
      this.#note(entity, 'removed', []);
      return;
    }
    this.#kept.add(entity.id);
    const changed = entityChanges(entity, now);
    if (changed.length > 0)
      this.#note(
        now,
        'changed',
        changed.map(({ field }) => field),
      );
  }

  /** Once every entity of the version before was taken. */
  end(): ListChanges {
    for (const entity of this.#after.values()) if (!this.#kept.has(entity.id)) this.#note(entity, 'new', []);
    return { counts: this.#counts, changes: this.#changes };
  }

  #note({ id: entityId, names }: ListedEntity, change: ListedChange['change'], fields: readonly string[]): void {
    this.#counts[change]++;
    if (this.#changes.length >= MOST_LISTED) return;
    this.#changes.push({ entityId, change, name: (names[0] ?? '').slice(0, LONGEST_NAME), fields });
  }
}

interface LoadedVersion {
  readonly list: string;
  readonly version: string;
  /** Null: there was none. */
  readonly previous: string | null;
  /** RFC 3339, UTC. */
  readonly at: string;
  /** Equal for the same loading, done again after an interruption. */
  readonly id: string;
}

/** Changes of one message, of some kilobyte each at most. */
const PER_MESSAGE = 300;

/** The messages of proto/tieout/events/v1/list_changes.proto; none if nothing that counts changed. */
export function listMessages(
  { counts, changes }: ListChanges,
  { list, version, previous, at, id }: LoadedVersion,
): OutboxMessage[] {
  const all = counts.new + counts.changed + counts.removed;
  if (all === 0) return [];
  const parts = Math.max(1, Math.ceil(changes.length / PER_MESSAGE));
  return Array.from({ length: parts }, (_, n) => {
    const told = {
      ...{ schema_version: 1, list, list_version: version, ...(previous !== null && { previous_version: previous }) },
      ...{ new_count: counts.new, changed_count: counts.changed, removed_count: counts.removed },
      changes: changes
        .slice(n * PER_MESSAGE, (n + 1) * PER_MESSAGE)
        .map(({ entityId, ...one }) => ({ entity_id: entityId, ...one })),
      ...{ left_out: all - changes.length, part: n + 1, parts, occurred_at: at },
    };
    const payload = new TextEncoder().encode(JSON.stringify(told));
    return { operationId: `list-changes:${id}`, part: n + 1, topic: 'list_changes', orderKey: `list:${id}`, payload };
  });
}

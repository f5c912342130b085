// Which open items a match across months may take. An item must be alone in its cluster, because a cluster of several
// rows already explains them. A row in two sessions is taken where it was open first. It is not taken if a late group
// holds a copy, or if a session's run has matched a copy: its money moved only once.

import { pickItems } from '../records/documents/item-rows.ts';
import { NO_ID, type OpenItemColumns } from '../records/documents/open-items.ts';
import { digestIdAt } from '../records/rows/digest-ids.ts';

interface Eligible {
  /** The session of an ingestion; null if its open items take no part. */
  readonly sessionOf: (ingestionId: string) => string | null;
  /** Sessions, oldest first. */
  readonly order: readonly string[];
  /** Those with more than one row of their session's own months. */
  readonly shared: ReadonlySet<string>;
  /** Uids of rows that late groups hold. */
  readonly held: ReadonlySet<string>;
  /** Record ids of rows with a copy that a session's run has matched. */
  readonly spent: ReadonlySet<string>;
  /** Clusters whose rows may take part. */
  readonly known: ReadonlySet<string>;
}

/**
 * Items of these sessions that late groups hold. They are matched too, because the free items alone give little
 * evidence.
 */
export function heldBeside(items: OpenItemColumns, { sessionOf }: Pick<Eligible, 'sessionOf'>): OpenItemColumns {
  const { rows, ingestion, ingestions } = items;
  const all = Array.from({ length: rows.count }, (_, item) => item);
  return pickItems(
    items,
    all.filter((item) => rows.flags[item] === 0 && sessionOf(ingestions[ingestion[item]]) !== null),
  );
}

export function candidates(items: OpenItemColumns, of: Eligible): OpenItemColumns {
  const { rows, ingestion, ingestions, clusterId } = items;
  const ages = new Map(of.order.map((session, age) => [session, age]));
  const ageOf = (item: number): number | null => {
    const session = of.sessionOf(ingestions[ingestion[item]]);
    return session === null ? null : (ages.get(session) ?? null);
  };
  const isAlone = (item: number): boolean => {
    const cluster = digestIdAt(clusterId, item);
    return cluster === NO_ID || (of.known.has(cluster) && !of.shared.has(cluster));
  };
  const isHeld = (item: number): boolean =>
    of.held.has(digestIdAt(items.uid, item)) || of.spent.has(digestIdAt(items.recordId, item));
  const oldest = new Map<string, number>();
  const contentOf = (item: number): string => `${rows.fingerprint[2 * item]}/${rows.fingerprint[2 * item + 1]}`;
  const all = Array.from({ length: rows.count }, (_, item) => item);
  for (const item of all) {
    const age = ageOf(item);
    if (age === null) continue;
    oldest.set(contentOf(item), Math.min(age, oldest.get(contentOf(item)) ?? age));
  }
  return pickItems(
    items,
    all.filter(
      (item) => rows.flags[item] === 0 && isAlone(item) && !isHeld(item) && ageOf(item) === oldest.get(contentOf(item)),
    ),
  );
}

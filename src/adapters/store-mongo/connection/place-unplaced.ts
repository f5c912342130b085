// Gives a place to documents of another program when the partner's documents are listed. They keep it, so that a page
// token survives later inserts. No other field is added; a time by which documents are listed becomes a date.

import type { Collection, Filter } from 'mongodb';
import { instantOf } from '../contract-names.ts';

/** Documents of one bulk write. */
const MOST = 1_000;

interface Placed {
  readonly _id: Uint8Array;
  readonly tenant_id: string;
  readonly partner_id: string;
  readonly seq: number;
}

/**
 * `take` answers the first of so many new places. `hint`: the index of a partner's documents by place. `dated`: the field
 * of the time by which documents are listed; a text becomes a date of the same instant.
 */
export async function placeUnplaced<Kind extends Placed>(
  collection: Collection<Kind>,
  of: Filter<Kind>,
  {
    take,
    hint,
    dated = null,
  }: {
    readonly take: (count: number) => Promise<number>;
    readonly hint: string;
    readonly dated?: string | null;
  },
): Promise<void> {
  const unplaced = { ...of, seq: null } as Filter<Kind>;
  const projection = { tenant_id: 1, partner_id: 1 } as const;
  for (;;) {
    const asked = dated === null ? projection : { ...projection, [dated]: 1 };
    const found = await collection.find(unplaced, { projection: asked, limit: MOST, hint }).toArray();
    if (found.length === 0) return;
    // An ObjectId begins with its creation time.
    found.sort((a, b) => (String(a._id) < String(b._id) ? -1 : 1));
    const first = await take(found.length);
    const documents = found as unknown as readonly (Placed & Readonly<Record<string, unknown>>)[];
    const writes = documents.map(({ _id, tenant_id, partner_id, ...told }, i) => ({
      updateOne: {
        filter: { _id, tenant_id, partner_id, seq: null } as unknown as Filter<Kind>,
        update: { $set: { seq: first + i, ...(dated !== null && { [dated]: timeOf(told[dated]) }) } as never },
      },
    }));
    await collection.bulkWrite(writes, { ordered: false });
  }
}

/** A listed document needs a time: 1970 if it has none. */
const timeOf = (told: unknown): Date => new Date(instantOf(told) ?? 0);

// Changes or removes many documents in portions, so that no request takes too long, and a repetition continues where an
// interrupted call stopped.

import type { Collection, Document, Filter } from 'mongodb';

/** Documents of one portion: some hundred milliseconds of the server's work. */
const PORTION = 5_000;

/**
 * Calls `change` with a filter for the next portion, in the order of the field `by`. A changed document must not match
 * the filter any more. Answers the sum of the answers of `change`.
 */
export async function inPortions<Kind extends Document>(
  collection: Collection<Kind>,
  { filter, by }: { readonly filter: Filter<Kind>; readonly by: keyof Kind & string },
  change: (portion: Filter<Kind>) => Promise<number>,
): Promise<number> {
  let sum = 0;
  for (;;) {
    const last = await collection.findOne(filter, { sort: { [by]: 1 }, skip: PORTION - 1, projection: { [by]: 1 } });
    if (last === null) return sum + (await change(filter));
    const upTo = { [by]: { $lte: last[by] } } as Filter<Kind>;
    sum += await change({ $and: [filter, upTo] } as Filter<Kind>);
  }
}

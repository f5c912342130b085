// Changing or removing many documents in portions, so that no single request takes longer than a client waits for one,
// and what is interrupted is taken up where it stopped.

import type { Collection, Document, Filter } from 'mongodb';

/** Some hundred milliseconds of a server's work. */
const PORTION = 5_000;

/**
 * Calls `change` with the filter and, of the documents that match it, the next ones in the order of a field. What is
 * changed must match no more. Answers the sum of what `change` answered.
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

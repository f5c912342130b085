// Counters by name, which only grow. A caller takes some numbers at a time; unused ones leave a gap.

import type { Collections } from '../documents.ts';
import type { Scope } from '../row-documents.ts';
import { gathered } from './gathered.ts';

interface Taken {
  /** The first of the numbers. */
  readonly first: number;
  /** When they were taken, by the server's clock. */
  readonly at: Date;
}

export interface Counters {
  /** The place of a run or a session among all of them. */
  place(): Promise<Taken>;
  /** Places among a partner's open items and clusters. */
  ofPartner(scope: Scope, count: number): Promise<Taken>;
  inOutbox(count: number): Promise<Taken>;
}

interface Wanted {
  /** The name of the counter. */
  readonly _id: string;
  readonly count: number;
}

export function counterOperations({ counters }: Pick<Collections, 'counters'>): Counters {
  const takeAll = gathered<Wanted, Taken>(
    ({ _id }) => _id,
    async (wanted) => {
      const { _id } = wanted[0];
      const count = wanted.reduce((sum, one) => sum + one.count, 0);
      const after = await counters.findOneAndUpdate(
        { _id },
        [{ $set: { last: { $add: [{ $ifNull: ['$last', 0] }, count] }, at: '$$NOW' } }],
        { upsert: true, returnDocument: 'after' },
      );
      let next = after!.last - count + 1;
      return wanted.map((one) => {
        const first = next;
        next += one.count;
        return { first, at: after!.at };
      });
    },
  );
  const take = (_id: string, count: number): Promise<Taken> => takeAll({ _id, count });
  return {
    place: () => take('places', 1),
    inOutbox: (count) => take('outbox', count),
    ofPartner: ({ tenant, partner }, count) => take(JSON.stringify(['seq', tenant, partner]), count),
  };
}

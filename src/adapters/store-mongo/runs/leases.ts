// Leases in MongoDB, one document for each name that was ever taken. The write that takes a lease decides at the server,
// by the store's clock, whether the lease is free. If it is held, the write changes nothing.

import { randomUUID } from 'node:crypto';
import { rowsTaken } from '../../../ports/every-store/failures.ts';
import type { Fenced, Leases } from '../../../ports/leases.ts';
import { exists } from '../connection/exists.ts';
import type { StoreClock } from '../connection/store-clock.ts';
import type { Collections } from '../documents.ts';

const NEVER = new Date(0);

export function leaseOperations({ leases }: Collections, clock: StoreClock): Leases {
  return {
    async take(name, leaseMs) {
      const holder = randomUUID();
      const ahead = await clock.ahead();
      const isFree = { $lte: [{ $ifNull: ['$held_until', NEVER] }, { $add: ['$$NOW', ahead] }] };
      const unlessHeld = (taken: unknown, held: string) => ({ $cond: [isFree, taken, held] });
      const after = await leases.findOneAndUpdate(
        { _id: name },
        [
          {
            $set: {
              fence: unlessHeld({ $add: [{ $ifNull: ['$fence', 0] }, 1] }, '$fence'),
              holder: unlessHeld(holder, '$holder'),
              after_lapse: unlessHeld({ $gt: ['$held_until', NEVER] }, '$after_lapse'),
              held_until: unlessHeld({ $add: ['$$NOW', ahead + leaseMs] }, '$held_until'),
            },
          },
        ],
        { upsert: true, returnDocument: 'after' },
      );
      return after?.holder === holder ? { name, fence: after.fence, afterLapse: after.after_lapse } : null;
    },
    async renew({ name, fence }, leaseMs) {
      const until = [{ $set: { held_until: { $add: ['$$NOW', (await clock.ahead()) + leaseMs] } } }];
      const unreleased = { _id: name, fence, held_until: { $ne: NEVER } };
      return (await leases.updateOne(unreleased, until)).matchedCount === 1;
    },
    async release({ name, fence }) {
      return (await leases.updateOne({ _id: name, fence }, { $set: { held_until: NEVER } })).matchedCount === 1;
    },
  };
}

/** Throws session_busy if somebody took the lease later. */
export async function requireLatest({ leases }: Pick<Collections, 'leases'>, under: Fenced | undefined): Promise<void> {
  if (under !== undefined && !(await isLatest({ leases }, under))) throw rowsTaken();
}

export const isLatest = ({ leases }: Pick<Collections, 'leases'>, { name, fence }: Fenced): Promise<boolean> =>
  exists(leases, { _id: name, fence });

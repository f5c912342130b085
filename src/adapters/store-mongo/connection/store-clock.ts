// The store's clock, for leases and pauses: the server's clock with a correction. A server's clock may be set back, and
// a failover leads to another clock. So the database keeps the latest time, and adds the difference to all later times
// if the server's clock falls behind it. Every process reads the correction once a second, so a clock can go back by at
// most a second unnoticed. A command's time is that of its arrival, and it may then wait for a later one. So the kept
// time only changes if it is still the one that was read.

import type { Collection, Filter } from 'mongodb';
import type { Collections } from '../documents.ts';
import { unlessDuplicate } from './inserting.ts';

export interface StoreClock {
  /** Milliseconds to add to the server's clock. */
  ahead(): Promise<number>;
}

interface ClockDocument {
  readonly _id: string;
  readonly at: Date;
  readonly ahead: number;
}

const ID = 'clock';
const ASKED_EVERY_MS = 1_000;
const AHEAD = { $ifNull: ['$ahead', 0] };
const TIME = { $add: ['$$NOW', AHEAD] };
const REACHED = { $ifNull: ['$at', new Date(0)] };

export function storeClock({ counters }: Pick<Collections, 'counters'>): StoreClock {
  const clocks = counters as unknown as Collection<ClockDocument>;
  let asked: { readonly at: number; readonly ahead: Promise<number> } | null = null;

  const ask = async (): Promise<number> => {
    const seen = await clocks.findOne({ _id: ID });
    const asSeen = { _id: ID, at: seen?.at ?? null, ahead: seen?.ahead ?? null } as Filter<ClockDocument>;
    const moved = await unlessDuplicate(
      clocks.findOneAndUpdate(
        asSeen,
        [
          { $set: { ahead: { $add: [AHEAD, { $max: [0, { $subtract: [REACHED, TIME] }] }] } } },
          { $set: { at: { $max: [REACHED, TIME] } } },
        ],
        { upsert: seen === null, returnDocument: 'after' },
      ),
    );
    // Another process has just done the same.
    return Number((moved ?? (await clocks.findOne({ _id: ID })))!.ahead);
  };

  return {
    ahead() {
      const now = performance.now();
      if (asked === null || now - asked.at > ASKED_EVERY_MS) {
        const ahead = ask();
        const mine = { at: now, ahead };
        asked = mine;
        // The next caller asks again.
        ahead.catch(() => {
          if (asked === mine) asked = null;
        });
      }
      return asked.ahead;
    },
  };
}

// The store's clock, in which leases and pauses are counted: the server's, which may be set back, or be another server's
// after a failover. How far the time had come is kept in the database, and what the server's clock lacks to it is added
// to every time from then on. Every process asks for it once a second: that much is what a clock can go back unnoticed.
// The time of a command is when it came to the server, where a write may wait for one that came later: so a write is
// held against what was read before it was sent.

import type { Collection, Filter } from 'mongodb';
import type { Collections } from '../documents.ts';
import { unlessDuplicate } from './inserting.ts';

export interface StoreClock {
  /** Difference between the server's clock and ours, in milliseconds. */
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

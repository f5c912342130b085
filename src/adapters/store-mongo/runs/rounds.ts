// The rounds in which tenants take turns, for each kind of work (ports/work.ts). New work comes one round after its
// tenant's last open piece, and not before the kind's current round, which is the latest that was claimed.

import { roundAfter } from '../../../core/records/documents/work-turns.ts';
import type { Counters } from '../connection/counters.ts';
import { gathered } from '../connection/gathered.ts';
import { upserted } from '../connection/inserting.ts';
import type { LongTexts } from '../connection/long-texts.ts';
import type { StoreClock } from '../connection/store-clock.ts';
import type { Collections } from '../documents.ts';
import { allWork } from './run-documents.ts';

export interface Rounds {
  /** The round of new work. */
  next(of: Turn): Promise<number>;
  /** The current rounds of kinds. */
  current(kinds: readonly string[]): Promise<ReadonlyMap<string, number>>;
  claimed(kind: string, round: number): Promise<void>;
}

/** The tools that give new work its place. */
export interface PlacingTools {
  readonly counters: Counters;
  readonly texts: LongTexts;
  readonly rounds: Pick<Rounds, 'next'>;
  readonly clock: StoreClock;
}

interface Turn {
  readonly kind: string;
  readonly tenant: string;
}

/** Remembered until the work is surely stored. A tenant whose work was cancelled waits no longer than this. */
const REMEMBERED_MS = 5_000;
const MOST_REMEMBERED = 10_000;

const nameOf = (kind: string): string => JSON.stringify(['round', kind]);

export function workRounds(collections: Pick<Collections, 'counters' | 'runs'>): Rounds {
  const { counters } = collections;
  const work = allWork(collections);
  const given = new Map<string, { readonly last: number; readonly at: number }>();

  const current: Rounds['current'] = async (kinds) => {
    const found = await counters.find({ _id: { $in: kinds.map(nameOf) } }).toArray();
    const known = new Map(found.map(({ _id, last }) => [_id, last]));
    return new Map(kinds.map((kind) => [kind, known.get(nameOf(kind)) ?? 0]));
  };
  const claimed: Rounds['claimed'] = async (kind, round) => {
    const change = { $max: { last: round }, $currentDate: { at: true } } as const;
    await upserted(() => counters.updateOne({ _id: nameOf(kind) }, change, { upsert: true }));
  };
  // Work that one process puts at the same time gets successive places.
  const next = gathered<Turn, number>(
    ({ kind, tenant }) => JSON.stringify([kind, tenant]),
    async (wanted) => {
      const { kind, tenant } = wanted[0];
      const key = JSON.stringify([kind, tenant]);
      const own = { open: true, kind, of_tenant: tenant } as const;
      const [rounds, latest] = await Promise.all([
        current([kind]),
        work.findOne(own, { sort: { round: -1 }, projection: { round: 1 } }),
      ]);
      const remembered = given.get(key);
      const isFresh = remembered !== undefined && performance.now() - remembered.at < REMEMBERED_MS;
      const after = Math.max(latest?.round ?? -1, isFresh ? remembered.last : -1);
      const first = roundAfter({ ofTenant: after, ofKind: rounds.get(kind)! });
      if (given.size >= MOST_REMEMBERED) given.clear();
      given.set(key, { last: first + wanted.length - 1, at: performance.now() });
      return wanted.map((_, i) => first + i);
    },
  );
  return { next, current, claimed };
}

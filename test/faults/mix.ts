// Which faults the suite consists of, and how often each: the stated mix. The whole suite has every one of them, the
// short selection about a quarter, and any other number as many of each as its share comes to. A seed shuffles them and
// deals them into histories.

import { randomOf } from '../adapters/store-embedded/random.ts';

/** Where a history runs: on MongoDB with one member or three and JetStream, or on the embedded store and JetStream. */
export type Place = 'single' | 'three' | 'embedded';

export type FaultKind =
  | 'worker killed'
  | 'worker killed at a write'
  | 'worker stalls'
  | 'worker stalls at a write'
  | 'api killed'
  | 'service killed'
  | 'primary killed'
  | 'primary killed at a write'
  | 'secondary killed'
  | 'primary steps down'
  | 'primary steps down at a write'
  | 'store connections cut'
  | 'store connection cut at a write'
  | 'store connections half closed'
  | 'store delayed'
  | 'store held'
  | 'nats killed'
  | 'jetstream wiped'
  | 'streams deleted'
  | 'nats connections cut'
  | 'nats connection cut at a publication'
  | 'nats connections half closed'
  | 'nats delayed'
  | 'nats held'
  // What is struck is a write of a decision, of what follows from it, or of the matches that a document or a run across
  // months brought.
  | 'process killed at a decision'
  | 'process stalls at a decision'
  | 'store connection cut at a decision'
  | 'primary killed at a decision';

/** How often in the whole suite and in the short selection. */
type Mix = Readonly<Partial<Record<FaultKind, readonly [whole: number, short: number]>>>;

export const MIX: Readonly<Record<Place, Mix>> = {
  single: {
    'worker killed': [12, 3],
    'worker killed at a write': [20, 4],
    'worker stalls': [6, 1],
    'worker stalls at a write': [18, 4],
    'api killed': [6, 2],
    'primary killed': [10, 2],
    'primary killed at a write': [10, 3],
    'primary steps down': [6, 2],
    'primary steps down at a write': [4, 1],
    'store connections cut': [6, 2],
    'store connection cut at a write': [16, 3],
    'store connections half closed': [6, 2],
    'store delayed': [4, 1],
    'store held': [4, 1],
    'nats killed': [4, 1],
    'jetstream wiped': [4, 1],
    'streams deleted': [2, 1],
    'nats connections cut': [2, 0],
    'nats connection cut at a publication': [6, 2],
    'nats connections half closed': [2, 1],
    'nats delayed': [1, 0],
    'nats held': [1, 0],
    'process killed at a decision': [16, 4],
    'process stalls at a decision': [12, 3],
    'store connection cut at a decision': [12, 3],
    'primary killed at a decision': [8, 2],
  },
  three: {
    'worker killed at a write': [8, 2],
    'primary killed': [10, 3],
    'primary killed at a write': [8, 2],
    'secondary killed': [4, 1],
    'primary steps down': [8, 2],
    'primary steps down at a write': [4, 1],
    'store connection cut at a write': [4, 1],
    'jetstream wiped': [2, 0],
    'process killed at a decision': [4, 1],
    'primary killed at a decision': [4, 1],
  },
  embedded: {
    'service killed': [34, 10],
    'nats killed': [4, 1],
    'jetstream wiped': [4, 1],
    'nats connection cut at a publication': [4, 1],
  },
};

/** Faults of one history, about. */
const OF_A_HISTORY = 12;

export interface FaultPlan {
  /** Where each history's random numbers begin. */
  readonly seed: number;
  readonly faults: readonly FaultKind[];
}

/** `count`: so many faults in all, in the shares of the whole suite. */
export interface Size {
  readonly short: boolean;
  readonly count: number | null;
}

interface Share {
  readonly place: Place;
  readonly kind: FaultKind;
  readonly times: number;
}

/** How often each comes in each place. */
export function sharesOf({ short, count }: Size): readonly Share[] {
  const all = Object.entries(MIX).flatMap(([place, mix]) =>
    Object.entries(mix).map(([kind, [whole, few]]) => ({
      ...{ place: place as Place, kind: kind as FaultKind },
      times: short ? few : whole,
    })),
  );
  if (count === null) return all;
  const whole = all.reduce((sum, { times }) => sum + times, 0);
  // What each has more than its share so far is taken from the next: the sum is exact.
  let [due, given] = [0, 0];
  return all.map((share) => {
    due += (share.times * count) / whole;
    const times = Math.round(due) - given;
    given += times;
    return { ...share, times };
  });
}

export function historiesOf(place: Place, { seed, ...size }: Size & { readonly seed: number }): FaultPlan[] {
  const random = randomOf(seed);
  const faults = sharesOf(size).flatMap((share) =>
    share.place === place ? Array<FaultKind>(share.times).fill(share.kind) : [],
  );
  shuffle(faults, random);
  const count = Math.ceil(faults.length / OF_A_HISTORY);
  return Array.from({ length: count }, (_, i) => ({
    seed: Math.floor(random() * 2 ** 31),
    faults: faults.filter((_, at) => at % count === i),
  }));
}

function shuffle<T>(list: T[], random: () => number): void {
  for (let i = list.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [list[i], list[j]] = [list[j], list[i]];
  }
}

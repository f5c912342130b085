// Which faults the suite consists of, and how often each: the stated mix. The whole suite has every one of them, the
// short selection about a quarter. A seed shuffles them and deals them into histories.

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
  | 'nats held';

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

export function historiesOf(
  place: Place,
  { seed, short }: { readonly seed: number; readonly short: boolean },
): FaultPlan[] {
  const random = randomOf(seed);
  const faults = Object.entries(MIX[place]).flatMap(([kind, [whole, few]]) =>
    Array<FaultKind>(short ? few : whole).fill(kind as FaultKind),
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
    [list[i], list[j]] = [list[j]!, list[i]!];
  }
}

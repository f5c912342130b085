// Wrong tokens at the console's sign-in: ten a minute from one address, then none is looked at for a while.

import { TieoutError } from '../../core/errors.ts';

const MOST_WRONG = 10;
const MINUTE_MS = 60_000;
/** Addresses that are remembered; past it the oldest is forgotten. */
const MOST_ADDRESSES = 10_000;

interface WrongTokens {
  /** Throws asked_too_often. */
  require(address: string): void;
  count(address: string): void;
}

/** `clock`: milliseconds that only grow. */
export function createWrongTokens(clock: () => number): WrongTokens {
  const wrong = new Map<string, readonly number[]>();
  const recent = (address: string): readonly number[] =>
    (wrong.get(address) ?? []).filter((at) => clock() - at < MINUTE_MS);
  return {
    require(address) {
      if (recent(address).length >= MOST_WRONG) {
        throw new TieoutError('asked_too_often', 'Too many wrong tokens: wait a minute, then try again');
      }
    },
    count(address) {
      const times = [...recent(address), clock()];
      wrong.delete(address);
      wrong.set(address, times);
      const [oldest] = wrong.keys();
      if (wrong.size > MOST_ADDRESSES && oldest !== undefined) wrong.delete(oldest);
    },
  };
}

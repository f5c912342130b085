// The keys by which two rows of cards or cash machines are compared, for explanations of a pair.

import type { KeyedRows, PairOfRows } from '../../matching/keyed-rows.ts';
import { difference, isSame, type KindKeys } from '../kind-keys.ts';
import { cardKeys, isWithinMinutes } from './card-keys.ts';
import { shortDispense } from './dispense.ts';

/** Card transactions are compared by a reference alone, or by a trace number or card at one terminal. */
export function comparedCardKeys(rows: KeyedRows): KindKeys {
  const keys = cardKeys(rows);
  const [rrn, stan] = [{ name: 'rrn', of: keys.rrn } as const, { name: 'stan', of: keys.stan } as const];
  const [terminal, card] = [{ name: 'terminal', of: keys.terminal } as const, { name: 'card', of: keys.card } as const];
  const isAtOneTerminal = (pair: PairOfRows) => isSame(terminal, pair);
  return {
    shown: [rrn, stan, terminal, card],
    isOne: (pair) => isSame(rrn, pair) || (isAtOneTerminal(pair) && (isSame(stan, pair) || isSame(card, pair))),
    against: (pair) => {
      // Trace numbers begin again and cards are used again, so better identifiers decide first.
      const better = isSame(rrn, pair) ? [] : [rrn, ...(isSame(stan, pair) ? [] : [stan])];
      const short = shortDispense(rows, keys, pair);
      return [
        ...[...better, terminal].flatMap((key) => difference(key, pair)),
        ...(better.length > 1 && isSame(card, pair) && isAtOneTerminal(pair) && !isWithinMinutes(rows, keys, pair)
          ? [{ kind: 'minutes_apart' } as const]
          : []),
        ...(short > 0 ? [{ kind: 'short_dispense', minor: short } as const] : []),
      ];
    },
  };
}

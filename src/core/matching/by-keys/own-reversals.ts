// Nets an open row with the open row of its own side that takes it back: one key, one magnitude, the other sign, within
// the reversal windows and the days that the key is good for, unless something else shows that they are two
// transactions. The row with a reversal marker is the reversal, else the later one.

import type { Side } from '../../records/rows/columns.ts';
import type { MatchParameters } from '../parameters.ts';
import { daysToReversal, OUTSIDE } from '../window.ts';
import { NO_KEY, type TellingKey } from './key-arrays.ts';
import type { KeyedRows, Taken } from './keyed-rows.ts';

export interface NettedRows {
  readonly original: number;
  readonly reversal: number;
}

interface NettingTerms extends TellingKey {
  readonly side: Side;
  readonly saysReversal: (side: Side, row: number) => boolean;
  readonly parameters: MatchParameters;
}

/** Nets by one key after the other; nothing if reversals are not netted. */
export function nettedByKeys(
  rows: KeyedRows,
  taken: Taken,
  { telling, ...terms }: { readonly telling: readonly TellingKey[] } & Omit<NettingTerms, 'side' | keyof TellingKey>,
): Record<Side, NettedRows[]> {
  const of = (side: Side) => telling.flatMap((key) => netReversals(rows, taken, { ...terms, ...key, side }));
  return terms.parameters.netReversals ? { gl: of('gl'), bank: of('bank') } : { gl: [], bank: [] };
}

function netReversals(rows: KeyedRows, taken: Taken, terms: NettingTerms): NettedRows[] {
  const { side, keys, parameters, areTwo } = terms;
  const farthest = terms.days ?? Number.POSITIVE_INFINITY;
  const { amount, bookingDay } = rows.columns[side];
  const lists = new Map<string, { readonly plus: number[]; readonly minus: number[] }>();
  for (const row of rows.inTime[side]) {
    const key = keys.of[side][row];
    if (key === NO_KEY || amount[row] === 0 || !taken.isOpen(side, row)) continue;
    const full = `${key} ${rows.currency(side, row)} ${Math.abs(amount[row])}`;
    const list = lists.get(full) ?? { plus: [], minus: [] };
    lists.set(full, list);
    (amount[row] > 0 ? list.plus : list.minus).push(row);
  }
  const netted: NettedRows[] = [];
  for (const { plus, minus } of lists.values()) {
    const free = new Set(minus);
    for (const one of plus) {
      for (const other of free) {
        const pair = originalFirst(rows, [one, other], terms);
        const days = daysToReversal(bookingDay[pair.original], bookingDay[pair.reversal], parameters);
        if (days === OUTSIDE || Math.abs(days) > farthest || areTwo?.(side, [one, other])) continue;
        free.delete(other);
        netted.push(pair);
        break;
      }
    }
  }
  for (const pair of netted) for (const row of [pair.original, pair.reversal]) taken.take(side, row);
  return netted;
}

function originalFirst(
  { place }: KeyedRows,
  [a, b]: readonly [number, number],
  { side, saysReversal }: NettingTerms,
): NettedRows {
  const x = saysReversal(side, a);
  const y = saysReversal(side, b);
  if (x !== y) return x ? { original: b, reversal: a } : { original: a, reversal: b };
  return place[side][a] < place[side][b] ? { original: a, reversal: b } : { original: b, reversal: a };
}

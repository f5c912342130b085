// Nets an open row with the open row of its own side that takes it back: one key, one magnitude, the other sign, within
// the reversal windows and the days that the key is good for, unless something else tells the two apart. Of two the one
// that says so is the reversal, else the later one.

import type { Side } from '../../records/rows/columns.ts';
import type { MatchParameters } from '../parameters.ts';
import type { KeyedRows, Taken } from './keyed-rows.ts';

export interface NettedRows {
  readonly original: number;
  readonly reversal: number;
}

interface NettingKey {
  readonly keyOf: (side: Side, row: number) => string | null;
  /** How many days apart two rows may carry it and be one transaction; the reversal windows alone where it is not given. */
  readonly days?: number;
  /** Whether two rows of a side that carry it are two transactions all the same. */
  readonly areTwo?: (side: Side, rows: readonly [number, number]) => boolean;
}

interface NettingTerms extends NettingKey {
  readonly side: Side;
  readonly saysReversal: (side: Side, row: number) => boolean;
  readonly parameters: MatchParameters;
}

/** Nets by one key after the other; nothing if reversals are not netted. */
export function nettedByKeys(
  rows: KeyedRows,
  taken: Taken,
  { keys, ...terms }: { readonly keys: readonly NettingKey[] } & Omit<NettingTerms, 'side' | keyof NettingKey>,
): Record<Side, NettedRows[]> {
  const of = (side: Side) => keys.flatMap((key) => netReversals(rows, taken, { ...terms, ...key, side }));
  return terms.parameters.netReversals ? { gl: of('gl'), bank: of('bank') } : { gl: [], bank: [] };
}

function netReversals(rows: KeyedRows, taken: Taken, terms: NettingTerms): NettedRows[] {
  const { side, keyOf, parameters, areTwo } = terms;
  const farthest = terms.days ?? Number.POSITIVE_INFINITY;
  const { amount, bookingDay } = rows.columns[side];
  const lists = new Map<string, { readonly plus: number[]; readonly minus: number[] }>();
  for (const row of rows.inTime[side]) {
    const key = taken.isOpen(side, row) ? keyOf(side, row) : null;
    if (key === null || amount[row] === 0) continue;
    const full = `${key} ${rows.currency(side, row)} ${Math.abs(amount[row]!)}`;
    const list = lists.get(full) ?? { plus: [], minus: [] };
    lists.set(full, list);
    (amount[row]! > 0 ? list.plus : list.minus).push(row);
  }
  const netted: NettedRows[] = [];
  for (const { plus, minus } of lists.values()) {
    const free = new Set(minus);
    for (const one of plus) {
      for (const other of free) {
        const pair = originalFirst(rows, [one, other], terms);
        const days = bookingDay[pair.reversal]! - bookingDay[pair.original]!;
        if (days < -parameters.reversalDaysBack || days > parameters.reversalDaysForward) continue;
        if (Math.abs(days) > farthest || areTwo?.(side, [one, other])) continue;
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
  const [x, y] = [saysReversal(side, a), saysReversal(side, b)];
  if (x !== y) return x ? { original: b, reversal: a } : { original: a, reversal: b };
  return place[side][a]! < place[side][b]! ? { original: a, reversal: b } : { original: b, reversal: a };
}

// Lump sum methods for holdings: compare the total value of each account and currency on both sides. lump_sum takes all
// positions, line_by_line_and_lump_sum those that do not agree by themselves. If the totals agree within the tolerance,
// the positions are one group; otherwise each position keeps its own break. line_by_line and bulk are equal here,
// because a position is the sum of its lots.

import { exponentOf } from '../../money/money.ts';
import { scaledFromMinor } from '../../records/holdings/scaled.ts';
import { SIDES, type Side } from '../../records/rows/columns.ts';
import { isByLine } from '../method.ts';
import type { MatchParameters } from '../parameters.ts';
import { allowedAmount, type HoldingTolerance } from './breaks.ts';
import type { ComparedHolding } from './link-positions.ts';
import type { Position } from './positions.ts';

export type HoldingParameters = HoldingTolerance & Pick<MatchParameters, 'method'>;

/** Rows of both sides that form one group. */
export type TotalHoldings = Readonly<Record<Side, { readonly rows: number[] }>> & {
  /** Total of the books less total of the custodian, minor units. */
  readonly difference: number;
};

/** Totals and remaining holdings keep the order of `holdings`. */
export function totalHoldings(
  holdings: readonly ComparedHolding[],
  parameters: HoldingParameters,
): { readonly totals: readonly TotalHoldings[]; readonly left: readonly ComparedHolding[] } {
  const { method } = parameters;
  if (method === 'line_by_line' || method === 'bulk') return { totals: [], left: holdings };
  const byPlace = new Map<string, ComparedHolding[]>();
  for (const holding of holdings) {
    if (isByLine(method) && holding.found === null) continue;
    for (const place of placesOf(holding)) {
      const known = byPlace.get(place);
      if (known === undefined) byPlace.set(place, [holding]);
      else known.push(holding);
    }
  }
  const totals: TotalHoldings[] = [];
  const taken = new Set<ComparedHolding>();
  for (const some of byPlace.values()) {
    const total = totalOf(some, parameters);
    if (total === null) continue;
    totals.push(total);
    for (const holding of some) taken.add(holding);
  }
  return { totals, left: holdings.filter((holding) => !taken.has(holding)) };
}

const placeOf = ({ account, currency }: Position): string => `${account}|${currency}`;

const placesOf = ({ gl, bank }: ComparedHolding): ReadonlySet<string> =>
  new Set([gl, bank].flatMap((position) => (position === null ? [] : [placeOf(position)])));

/** Null where the totals differ, a side has nothing, or a position is of another currency on the other side. */
function totalOf(holdings: readonly ComparedHolding[], parameters: HoldingParameters): TotalHoldings | null {
  if (holdings.some((holding) => placesOf(holding).size > 1)) return null;
  const of = (side: Side) => holdings.flatMap((holding) => holding[side] ?? []);
  const [books, custodian] = SIDES.map(of) as [Position[], Position[]];
  const { currency } = books[0] ?? custodian[0];
  if (books.length === 0 || custodian.length === 0) return null;
  const worth = amountOf(books);
  const difference = worth - amountOf(custodian);
  const figure = (minor: bigint): bigint => scaledFromMinor(minor, exponentOf(currency));
  const allowed = allowedAmount(parameters, { currency, worth: figure(worth) });
  if (figure(difference < 0n ? -difference : difference) > allowed) return null;
  const rowsOf = (positions: readonly Position[]) => ({ rows: positions.flatMap(({ rows }) => rows) });
  return { gl: rowsOf(books), bank: rowsOf(custodian), difference: Number(difference) };
}

const amountOf = (positions: readonly Position[]): bigint =>
  positions.reduce((sum, { amount }) => sum + BigInt(amount), 0n);

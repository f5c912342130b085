// What a minus says of an amount whose column or mark already says which way it goes. The rule, one for a pair of debit
// and credit columns and for marks beside one amount: each of the two ways has a usual sign, and an amount of the usual
// sign goes the way it is marked, one of the other sign goes against it, as a reversal. Which sign is usual is read
// from the whole column, both ways together:
//   - no minus at all, or a minus now and then on either way: plus is usual, mark times sign (-50.00 DR is money in);
//   - a minus on one way and none on the other: the sign repeats the mark, and says no more than it;
//   - a minus on every amount of both ways: it says nothing.
// A running balance that follows from another reading of the same signs decides instead.

import type { Side } from '../../records/rows/columns.ts';
import { AMOUNT_OK, AmountReader } from '../cells/amount-text.ts';
import type { ColumnProfile } from '../cells/cell-profile.ts';
import { cashSign, directionOf } from '../cells/directions.ts';
import { chainOf } from '../evidence/balance-chain.ts';
import type { FieldColumns } from '../titles/target-fields.ts';

/** The usual sign of amounts that are marked as money in, and as money out. */
export interface UsualSigns {
  readonly in: 1 | -1;
  readonly out: 1 | -1;
}

/** Amounts by the way they are marked and their sign, zeros left out. */
export interface SignCounts {
  inNegative: number;
  inPositive: number;
  outNegative: number;
  outPositive: number;
}

export const noSigns = (): SignCounts => ({ inNegative: 0, inPositive: 0, outNegative: 0, outPositive: 0 });

/** A minus on everything means nothing if each direction has at least this many and no plus. */
const EVERY_MINUS = 3;

/** The usual signs of a column, by the reading under which the fewest amounts are reversals. */
export function usualSigns({ inNegative, inPositive, outNegative, outPositive }: SignCounts): UsualSigns {
  if (inPositive + outPositive === 0 && inNegative >= EVERY_MINUS && outNegative >= EVERY_MINUS)
    return { in: -1, out: -1 };
  // The first reading that no other beats: plain marks, then signs that are the cash effect, then signs against it.
  const readings = [
    { usual: { in: 1, out: 1 }, agree: inPositive + outPositive },
    { usual: { in: 1, out: -1 }, agree: inPositive + outNegative },
    { usual: { in: -1, out: 1 }, agree: inNegative + outPositive },
  ] as const;
  return readings.reduce((best, reading) => (reading.agree > best.agree ? reading : best)).usual;
}

/** Fewest balances that must follow to decide what a minus means, and the share of all. */
const PROOFS = 2;
const PROOF_SHARE = 0.8;

/** The usual signs that the sample's running balance proves against those of its column; null when it proves none. */
export function usualSignsByBalance(sample: {
  readonly rows: readonly (readonly string[])[];
  readonly profiles: readonly ColumnProfile[];
  readonly columns: FieldColumns;
  readonly balanceMarks: number;
  readonly side: Side;
}): UsualSigns | null {
  const { profiles, columns } = sample;
  if (columns.balance < 0) return null;
  const money = columns.amount >= 0 ? [columns.amount] : [columns.debit, columns.credit].filter((i) => i >= 0);
  if (money.every((i) => profiles[i].negative === 0)) return null;
  const entries = markedEntries(sample);
  const counts = noSigns();
  for (const { way, minor } of entries) countSign(counts, way, minor);
  if (counts.inNegative + counts.outNegative === 0) return null;
  const byColumn = usualSigns(counts);
  const balances = entries.map((e) => e.balance);
  // A balance may count the other way round; that is no reason to read the signs so.
  const proofOf = (usual: UsualSigns) => {
    const effects = entries.map(({ way, minor }) => effectOf(usual, way, minor));
    const { hits, checks } = chainOf(effects, balances);
    const turned = effects.map((effect) => 0 - effect);
    return { hits: Math.max(hits, chainOf(turned, balances).hits), checks };
  };
  const others: UsualSigns[] = [];
  if (counts.outNegative > 0) others.push({ ...byColumn, out: -byColumn.out as 1 | -1 });
  if (counts.inNegative > 0) others.push({ ...byColumn, in: -byColumn.in as 1 | -1 });
  let best: UsualSigns | null = null;
  let bestHits = proofOf(byColumn).hits;
  for (const usual of others) {
    const { hits, checks } = proofOf(usual);
    if (hits > bestHits && hits >= PROOFS && hits >= checks * PROOF_SHARE) [best, bestHits] = [usual, hits];
  }
  return best;
}

/** Amounts by their mark, and those without one by their sign; zeros left out. */
export interface MarkCounts {
  in: number;
  out: number;
  none: number;
  noneNegative: number;
}

/** Signs and marks of a sample’s entries, counted as the scanner counts those of all rows. */
export function countsIn(entries: readonly MarkedEntry[]): { readonly signs: SignCounts; readonly marks: MarkCounts } {
  const signs = noSigns();
  const marks = { in: 0, out: 0, none: 0, noneNegative: 0 };
  for (const { way, minor } of entries) {
    countSign(signs, way, minor);
    if (minor === 0) continue;
    if (way !== 0) marks[way > 0 ? 'in' : 'out']++;
    else {
      marks.none++;
      if (minor < 0) marks.noneNegative++;
    }
  }
  return { signs, marks };
}

/** Counts an amount that is not zero by its direction (1 is money in) and sign. */
export function countSign(counts: SignCounts, way: number, minor: number): void {
  if (way > 0) {
    if (minor < 0) counts.inNegative++;
    else if (minor > 0) counts.inPositive++;
  } else if (way < 0) {
    if (minor < 0) counts.outNegative++;
    else if (minor > 0) counts.outPositive++;
  }
}

/** The cash effect of an amount marked as going that way (1 in, -1 out), never minus zero. */
export function effectOf(usual: UsualSigns, way: number, minor: number): number {
  if (minor === 0) return 0;
  return way === 0 ? minor : way > 0 ? usual.in * minor : -usual.out * minor;
}

interface MarkedEntry {
  readonly way: number;
  /** Minor units with the sign in the cell. */
  readonly minor: number;
  readonly balance: number | null;
}

const encoder = new TextEncoder();

/** Each row's entry in a sample: its direction by a mark, its amount, its balance. */
export function markedEntries(sample: Parameters<typeof usualSignsByBalance>[0]): MarkedEntry[] {
  const { rows, profiles, columns, side } = sample;
  const readers = new Map<number, AmountReader>();
  const read = (row: readonly string[], column: number) => {
    if (column < 0) return null;
    let reader = readers.get(column);
    if (!reader) readers.set(column, (reader = new AmountReader(profiles[column].decimal)));
    const cell = encoder.encode(row[column] ?? '');
    return reader.read(cell, 0, cell.length, 4) === AMOUNT_OK ? reader : null;
  };
  const wayOf = (row: readonly string[], column: number) =>
    column < 0 ? 0 : cashSign(directionOf(row[column] ?? '', profiles[column].markWords), side);
  const inColumn = side === 'bank' ? columns.credit : columns.debit;
  const outColumn = side === 'bank' ? columns.debit : columns.credit;
  return rows.map((row) => {
    const inCell = read(row, columns.balance);
    const balanceWay = inCell ? cashSign(inCell.direction, side) || wayOf(row, sample.balanceMarks) : 0;
    const balance = inCell === null ? null : balanceWay === 0 ? inCell.minor : balanceWay * Math.abs(inCell.minor);
    if (columns.amount >= 0) {
      const amount = read(row, columns.amount);
      const way = amount ? cashSign(amount.direction, side) || wayOf(row, columns.direction) : 0;
      return { way, minor: amount?.minor ?? 0, balance };
    }
    const paidIn = read(row, inColumn)?.minor ?? 0;
    if (paidIn !== 0) return { way: 1, minor: paidIn, balance };
    return { way: -1, minor: read(row, outColumn)?.minor ?? 0, balance };
  });
}

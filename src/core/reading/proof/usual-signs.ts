// The meaning of a minus on an amount whose column or mark already says which way it goes. The rule, one for a pair of
// debit and credit columns and for marks beside one amount: each of the two ways has a usual sign, and an amount of the
// usual sign goes the way it is marked, one of the other sign goes against it, as a reversal. Which sign is usual is
// read from the whole column, both ways together:
//   - no minus at all, or a minus now and then on either way: plus is usual, mark times sign (-50.00 DR is money in);
//   - a minus on one way and none on the other: the sign repeats the mark, and says no more than it;
//   - a minus on every amount of both ways: it says nothing.
// A running balance that follows from another reading of the same signs decides instead.

import { cashSign, DIRECTION_NONE, directionOf, givenDirection } from '../cells/directions.ts';
import { chainOf } from '../evidence/balance-chain.ts';
import { SampleMoney } from '../evidence/sample-amounts.ts';
import type { Table } from '../table/table.ts';
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
export function usualSignsByBalance(entries: readonly MarkedEntry[]): UsualSigns | null {
  const counts = countsIn(entries).signs;
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

export interface MarkedEntry {
  readonly way: number;
  /** Minor units with the sign in the cell. */
  readonly minor: number;
  readonly balance: number | null;
}

/** Each row's entry in a sample: its direction by a mark, its amount, its balance. */
export function markedEntries(
  table: Table,
  { columns, balanceMarks }: { readonly columns: FieldColumns; readonly balanceMarks: number },
): MarkedEntry[] {
  const money = new SampleMoney(table);
  const amountOf = (column: number, i: number) => (column < 0 ? null : money.of(column)[i]);
  const minorOf = (column: number, i: number) => amountOf(column, i)?.minor || 0;
  const inColumn = table.side === 'bank' ? columns.credit : columns.debit;
  const outColumn = table.side === 'bank' ? columns.debit : columns.credit;
  const balances = columns.balance < 0 ? [] : money.balances(columns.balance, balanceMarks);
  return table.rows.map((row, i) => {
    const balance = balances[i] ?? null;
    if (columns.amount >= 0) {
      const inCell = amountOf(columns.amount, i)?.direction ?? DIRECTION_NONE;
      const cell = (row[columns.direction] ?? '').trim();
      const beside =
        givenDirection(table.marks, cell) ?? directionOf(cell, table.profiles[columns.direction]?.markWords);
      const mark = inCell || beside;
      const minor = minorOf(columns.amount, i);
      return { way: cashSign(mark, table.side), minor, balance };
    }
    const paidIn = minorOf(inColumn, i);
    return paidIn !== 0 ? { way: 1, minor: paidIn, balance } : { way: -1, minor: minorOf(outColumn, i), balance };
  });
}

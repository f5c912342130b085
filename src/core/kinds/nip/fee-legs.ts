// Adds fee rows to transfers: the commission and the VAT that one side books as rows of their own. If they are those of
// the tariff, they join the group of their transfer, and its difference is the fee. A line that looks like a fee but
// has another amount stays open with the amount that it should have. If one row holds the transfer and its fees, the
// tariff explains the difference.

import { linesOfFee, saysFee, unpaidLines } from '../../fees/due-fee.ts';
import type { KeyMatch } from '../../matching/by-keys/key-pass.ts';
import type { KeyedRows, Taken } from '../../matching/by-keys/keyed-rows.ts';
import { SIDES, type Side } from '../../records/rows/columns.ts';
import { TAXES } from '../../words/fee-words.ts';
import { wholeWords } from '../../words/whole-words.ts';
import type { NipKeys } from './nip-keys.ts';
import { type ExpectedFees, expectedFees } from './tariffs.ts';

export interface Transfer extends KeyMatch {
  /** The fee rows of each side. */
  readonly legs: Readonly<Record<Side, number[]>>;
}

interface FeeLegs {
  readonly transfers: readonly Transfer[];
  /** For each side and row that looks like a fee its expected amount, minor units. */
  readonly expected: Readonly<Record<Side, ReadonlyMap<number, number>>>;
}

const VAT = wholeWords(...TAXES);

export function attachFees(
  rows: KeyedRows,
  taken: Taken,
  { matches, keys }: { readonly matches: readonly KeyMatch[]; readonly keys: NipKeys },
): FeeLegs {
  const transfers = matches.map((match): Transfer => ({ ...match, legs: { gl: [], bank: [] } }));
  const expected = { gl: new Map<number, number>(), bank: new Map<number, number>() };
  for (const side of SIDES) {
    const open = rows.inTime[side].filter((row) => taken.isOpen(side, row));
    const asked = new Set(Array.from(open).flatMap((row) => keysOf(keys, side, row)));
    const principals = principalsOf(rows, transfers, { side, keys, asked });
    for (const [transfer, legs] of legsOf(rows, taken, { principals, side, keys })) {
      takeLegs(rows, taken, { transfer, legs, side, keys, expected: expected[side] });
    }
  }
  return { transfers, expected };
}

/**
 * For each session and reference the transfer of the largest amount. Smaller rows with the same key may be its fees.
 */
function principalsOf(
  rows: KeyedRows,
  transfers: readonly Transfer[],
  { side, keys, asked }: { readonly side: Side; readonly keys: NipKeys; readonly asked: ReadonlySet<string> },
): ReadonlyMap<string, Transfer> {
  const principals = new Map<string, Transfer>();
  const size = (transfer: Transfer) => Math.abs(rows.amount('gl', transfer.gl));
  for (const transfer of transfers) {
    for (const key of keysOf(keys, side, transfer[side])) {
      if (!asked.has(key)) continue;
      const known = principals.get(key);
      if (known === undefined || size(transfer) > size(known)) principals.set(key, transfer);
    }
  }
  return principals;
}

function keysOf(keys: NipKeys, side: Side, row: number): string[] {
  const [session, reference] = [keys.session(side, row), keys.reference(side, row)];
  return [...(session === null ? [] : [`s ${session}`]), ...(reference === null ? [] : [`r ${reference}`])];
}

/** The open rows of a side that may be fees, by transfer, in the order of time. */
function legsOf(
  rows: KeyedRows,
  taken: Taken,
  { principals, side, keys }: { principals: ReadonlyMap<string, Transfer>; side: Side; keys: NipKeys },
): ReadonlyMap<Transfer, number[]> {
  const legs = new Map<Transfer, number[]>();
  for (const row of rows.inTime[side]) {
    if (!taken.isOpen(side, row)) continue;
    const transfer = keysOf(keys, side, row)
      .map((key) => principals.get(key))
      .find((found) => found !== undefined);
    if (transfer === undefined) continue;
    const [own, leg] = [rows.amount(side, transfer[side]), rows.amount(side, row)];
    const isBeside = Math.sign(own) === Math.sign(leg) && Math.abs(leg) < Math.abs(own);
    if (!isBeside || rows.currency(side, transfer[side]) !== rows.currency(side, row)) continue;
    legs.set(transfer, [...(legs.get(transfer) ?? []), row]);
  }
  return legs;
}

function takeLegs(
  rows: KeyedRows,
  taken: Taken,
  {
    transfer,
    legs,
    side,
    keys,
    expected,
  }: {
    readonly transfer: Transfer;
    readonly legs: readonly number[];
    readonly side: Side;
    readonly keys: NipKeys;
    readonly expected: Map<number, number>;
  },
): void {
  const fees = feesOf(rows, side, transfer[side]);
  if (fees === null) return;
  const due = {
    ...{ fee: fees.fee + fees.vat, legs: [{ amount: fees.fee }, { amount: fees.vat }], tolerance: 0 },
    dearest: fees.dearest,
  };
  const size = (row: number) => Math.abs(rows.amount(side, row));
  const beside = { lines: legs, size, saysFee: (row: number) => saysFee(keys.narration(side, row)) };
  const paid = linesOfFee(beside, due);
  for (const row of paid) {
    transfer.legs[side].push(row);
    taken.take(side, row);
  }
  const unpaid = unpaidLines(beside, due, paid);
  for (const row of unpaid.lines) {
    const isVat = VAT.test(keys.narration(side, row)) || unpaid.due === fees.vat;
    expected.set(row, Math.min(unpaid.due, isVat ? fees.vat : fees.fee));
  }
}

const feesOf = (rows: KeyedRows, side: Side, row: number): ExpectedFees | null =>
  expectedFees({
    amount: rows.amount(side, row),
    currency: rows.currency(side, row),
    day: rows.columns[side].bookingDay[row],
  });

/** Whether the ledger's row exceeds the bank's by the tariff's fee, with or without its VAT. */
export function isFeeBetween(rows: KeyedRows, { gl, bank }: { readonly gl: number; readonly bank: number }): boolean {
  if (rows.currency('gl', gl) !== rows.currency('bank', bank)) return false;
  const [x, y] = [rows.amount('gl', gl), rows.amount('bank', bank)];
  if (Math.sign(x) !== Math.sign(y)) return false;
  const more = Math.abs(x) - Math.abs(y);
  const fees = more > 0 ? feesOf(rows, 'bank', bank) : null;
  return fees !== null && (more === fees.fee || more === fees.fee + fees.vat);
}

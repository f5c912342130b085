// The accounts of a session by currency, each of which has a proof of its own: accounts with rows, and accounts with a
// stated balance. Labels of both sides are aligned as in matching.

import { numberedAccounts } from '../../matching/plan.ts';
import { normalised } from '../../records/rows/accounts.ts';
import { type RowColumns, SIDES, type Side } from '../../records/rows/columns.ts';
import type { AccountBalance } from '../facts.ts';

interface StatedEnds {
  readonly opening: bigint | null;
  readonly closing: bigint | null;
}

export interface AccountBook {
  readonly accounts: readonly { readonly account: string | null; readonly currency: string }[];
  accountOf(side: Side, row: number): number;
  statedOf(side: Side, account: number): StatedEnds;
}

const NOTHING_STATED: StatedEnds = { opening: null, closing: null };

export function accountBook(
  columns: Readonly<Record<Side, RowColumns>>,
  balances: readonly AccountBalance[],
): AccountBook {
  const numbered = numberedAccounts(columns.gl, columns.bank);
  const nameOf = (side: Side, label: string): string => {
    const place = columns[side].accounts.indexOf(label);
    if (place >= 0) return numbered.names[numbered[side][place]] ?? label;
    // A balance may be stated for a label without rows. If all rows are one account, the balance belongs to it.
    return numbered.names.length === 1 && numbered.names[0] === '' ? '' : normalised(label);
  };
  const keys = new Map<string, { readonly account: string | null; readonly currency: string }>();
  // The label is shown as a file writes it, because aligned names have no leading zeros.
  const keyOf = (name: string, { label, currency }: { readonly label: string; readonly currency: string }): string => {
    const key = JSON.stringify([name, currency]);
    const known = keys.get(key)?.account ?? '';
    const shown = label.length > known.length || (label.length === known.length && label < known) ? label : known;
    keys.set(key, { account: shown === '' ? null : shown, currency });
    return key;
  };
  const cells = (side: Side): (string | null)[] => {
    const { accounts, currencies, account, currency, count } = columns[side];
    const met = new Array<string | null>(accounts.length * currencies.length).fill(null);
    for (let row = 0; row < count; row++) {
      const cell = account[row] * currencies.length + currency[row];
      if (met[cell] !== null) continue;
      const label = accounts[account[row]];
      const name = numbered.names[numbered[side][account[row]]];
      met[cell] = keyOf(name, { label, currency: currencies[currency[row]] });
    }
    return met;
  };
  const keyOfCell = { gl: cells('gl'), bank: cells('bank') };
  // An account without a name and without a stated balance is left out.
  const stated = balances
    .filter(({ openingMinor, closingMinor }) => openingMinor !== null || closingMinor !== null)
    .map((balance) => ({
      ...balance,
      key: keyOf(nameOf(balance.side, balance.account), { label: balance.account, currency: balance.currency }),
    }));
  const order = [...keys.keys()].sort((a, b) => (a < b ? -1 : 1));
  const placeOf = new Map(order.map((key, place) => [key, place]));
  const places = (side: Side): Int32Array =>
    Int32Array.from(keyOfCell[side], (key) => (key === null ? -1 : placeOf.get(key)!));
  const placeOfCell = { gl: places('gl'), bank: places('bank') };
  const ends = Object.fromEntries(
    SIDES.map((side) => [
      side,
      order.map((key) => endsOf(stated.filter((one) => one.side === side && one.key === key))),
    ]),
  ) as Record<Side, StatedEnds[]>;
  return {
    accounts: order.map((key) => keys.get(key)!),
    accountOf(side, row) {
      const { account, currency, currencies } = columns[side];
      return placeOfCell[side][account[row] * currencies.length + currency[row]];
    },
    statedOf: (side, account) => ends[side][account],
  };
}

/** Files of one account that do not follow one another state several balances: then the side has none. */
function endsOf(stated: readonly AccountBalance[]): StatedEnds {
  if (stated.length !== 1) return NOTHING_STATED;
  const { openingMinor, closingMinor } = stated[0];
  const minor = (value: number | null): bigint | null => (value === null ? null : BigInt(value));
  return { opening: minor(openingMinor), closing: minor(closingMinor) };
}

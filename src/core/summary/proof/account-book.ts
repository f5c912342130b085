// The accounts of a session by currency, each of which has a proof of its own: accounts with rows, and accounts with a
// stated balance. The labels that the two sides give one account are brought together as in matching.

import { numberedAccounts } from '../../matching/plan.ts';
import { normalised } from '../../records/rows/accounts.ts';
import { type RowColumns, SIDES, type Side } from '../../records/rows/columns.ts';
import type { AccountBalance } from '../facts.ts';

/** The balances that a side's files state for an account, minor units. */
interface StatedEnds {
  readonly opening: bigint | null;
  readonly closing: bigint | null;
}

interface Account {
  /** Null where no file names one. */
  readonly account: string | null;
  readonly currency: string;
}

export interface AccountBook {
  /** Sorted by name, then currency. */
  readonly accounts: readonly Account[];
  /** The place of a row's account in `accounts`. */
  accountOf(side: Side, row: number): number;
  /** The place of an account that another session names so; -1 if none of these is it. */
  placeOf(side: Side, of: { readonly label: string; readonly currency: string }): number;
  /** `account`: its place in `accounts`. */
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
  const found = new Map<string, Account>();
  // Notes the account and answers its text in `found`. Of the labels that files write for it the longest is shown,
  // because the aligned name has no leading zeros.
  const noted = (name: string, { label, currency }: { readonly label: string; readonly currency: string }): string => {
    const text = JSON.stringify([name, currency]);
    const known = found.get(text)?.account ?? '';
    const shown = label.length > known.length || (label.length === known.length && label < known) ? label : known;
    found.set(text, { account: shown === '' ? null : shown, currency });
    return text;
  };
  // By label and currency of a side (its cells) the account's text; null where no row has both.
  const accountTexts = (side: Side): (string | null)[] => {
    const { accounts, currencies, account, currency, count } = columns[side];
    const met = new Array<string | null>(accounts.length * currencies.length).fill(null);
    for (let row = 0; row < count; row++) {
      const cell = account[row] * currencies.length + currency[row];
      if (met[cell] !== null) continue;
      const label = accounts[account[row]];
      const name = numbered.names[numbered[side][account[row]]];
      met[cell] = noted(name, { label, currency: currencies[currency[row]] });
    }
    return met;
  };
  const textOfCell = { gl: accountTexts('gl'), bank: accountTexts('bank') };
  // A file that states neither end says nothing of an account.
  const stated = balances
    .filter(({ openingMinor, closingMinor }) => openingMinor !== null || closingMinor !== null)
    .map((balance) => ({
      ...balance,
      text: noted(nameOf(balance.side, balance.account), { label: balance.account, currency: balance.currency }),
    }));
  const order = [...found.keys()].sort((a, b) => (a < b ? -1 : 1));
  const placeOf = new Map(order.map((text, place) => [text, place]));
  const places = (side: Side): Int32Array =>
    Int32Array.from(textOfCell[side], (text) => (text === null ? -1 : placeOf.get(text)!));
  const placeOfCell = { gl: places('gl'), bank: places('bank') };
  const ends = Object.fromEntries(
    SIDES.map((side) => [
      side,
      order.map((text) => endsOf(stated.filter((one) => one.side === side && one.text === text))),
    ]),
  ) as Record<Side, StatedEnds[]>;
  return {
    accounts: order.map((text) => found.get(text)!),
    accountOf(side, row) {
      const { account, currency, currencies } = columns[side];
      return placeOfCell[side][account[row] * currencies.length + currency[row]];
    },
    placeOf(side, { label, currency }) {
      const place = placeOf.get(JSON.stringify([nameOf(side, label), currency]));
      if (place !== undefined || label !== '') return place ?? -1;
      // A file that named no account may be of the only one.
      const ofCurrency = order.flatMap((text, at) => (found.get(text)!.currency === currency ? [at] : []));
      return ofCurrency.length === 1 ? ofCurrency[0] : -1;
    },
    statedOf: (side, account) => ends[side][account],
  };
}

/** The sum that one balance states. Files of an account that do not follow one another give several: then none is. */
function endsOf(stated: readonly AccountBalance[]): StatedEnds {
  if (stated.length !== 1) return NOTHING_STATED;
  const { openingMinor, closingMinor } = stated[0];
  const minor = (value: number | null): bigint | null => (value === null ? null : BigInt(value));
  return { opening: minor(openingMinor), closing: minor(closingMinor) };
}

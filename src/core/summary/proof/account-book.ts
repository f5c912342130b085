// The accounts of a session by currency, each of which has a proof of its own: accounts with rows, and accounts with a
// stated balance. The labels that the two sides give one account are brought together as in matching.

import { numberedAccounts } from '../../matching/plan.ts';
import { type AlignedAccounts, longestOf, normalised } from '../../records/rows/accounts.ts';
import { type RowColumns, SIDES, type Side } from '../../records/rows/columns.ts';
import type { AccountBalance } from '../facts.ts';

/** The balances that a side's files state for an account, minor units. */
interface StatedEnds {
  readonly opening: bigint | null;
  readonly closing: bigint | null;
}

interface Account {
  /** Null where no file names one; of several bank accounts that are one reconciliation all of them. */
  readonly account: string | null;
  /** The ledger's numbers of it, if the session has several accounts or a map names this one; else absent. */
  readonly ledgerAccounts?: readonly string[];
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

/** `numbered`: left out, accounts are one by equal numbers alone. */
export function accountBook(
  columns: Readonly<Record<Side, RowColumns>>,
  balances: readonly AccountBalance[],
  numbered: AlignedAccounts = numberedAccounts(columns.gl, columns.bank),
): AccountBook {
  // A balance may be stated for a label without rows. If all rows are one account, the balance belongs to it.
  const isOne = numbered.names.length === 1 && numbered.names[0] === '';
  const nameOf = (side: Side, label: string): string =>
    numbered.nameOf[side].get(normalised(label)) ?? (isOne ? '' : normalised(label));
  const found = new Map<string, AccountLabelsMet>();
  // Notes the account and answers its text in `found`.
  const noted = (side: Side, name: string, of: { readonly label: string; readonly currency: string }): string => {
    const text = JSON.stringify([name, of.currency]);
    const known = found.get(text) ?? { name, currency: of.currency, gl: new Set(), bank: new Set() };
    found.set(text, known);
    known[side].add(of.label);
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
      met[cell] = noted(side, name, { label, currency: currencies[currency[row]] });
    }
    return met;
  };
  const textOfCell = { gl: accountTexts('gl'), bank: accountTexts('bank') };
  // A file that states neither end says nothing of an account.
  const stated = balances
    .filter(({ openingMinor, closingMinor }) => openingMinor !== null || closingMinor !== null)
    .map((balance) => ({
      ...balance,
      text: noted(balance.side, nameOf(balance.side, balance.account), {
        label: balance.account,
        currency: balance.currency,
      }),
    }));
  const order = [...found.keys()].sort((a, b) => (a < b ? -1 : 1));
  const placeOf = new Map(order.map((text, place) => [text, place]));
  const places = (side: Side): Int32Array =>
    Int32Array.from(textOfCell[side], (text) => (text === null ? -1 : placeOf.get(text)!));
  const placeOfCell = { gl: places('gl'), bank: places('bank') };
  const ends = Object.fromEntries(
    SIDES.map((side) => [
      side,
      order.map((text) => {
        const { name, [side]: labels } = found.get(text)!;
        const own = stated.filter((one) => one.side === side && one.text === text);
        return numbered.mapped.has(name) ? endsOfAll(labels, own) : endsOf(own);
      }),
    ]),
  ) as Record<Side, StatedEnds[]>;
  return {
    accounts: order.map((text) => accountOf(found.get(text)!, numbered)),
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

/** An account with the labels that rows and balances of each side write for it. */
interface AccountLabelsMet extends Readonly<Record<Side, Set<string>>> {
  readonly name: string;
  readonly currency: string;
}

function accountOf({ name, currency, gl, bank }: AccountLabelsMet, { names, mapped }: AlignedAccounts): Account {
  const numbers = { gl: asWritten([...gl]), bank: asWritten([...bank]) };
  const own = numbers.bank.filter((label) => normalised(label) === name);
  const of = own.length > 0 ? [...own, ...numbers.gl.filter((label) => normalised(label) === name)] : [...gl, ...bank];
  const shown = mapped.has(name) && numbers.bank.length > 1 ? numbers.bank.join(', ') : longestOf(of);
  const isSaid =
    (names.length > 1 || mapped.size > 0) && numbers.gl.some((label) => normalised(label) !== normalised(shown));
  return { account: shown === '' ? null : shown, currency, ...(isSaid && { ledgerAccounts: numbers.gl }) };
}

/** Each number once, in ascending order; texts without one are left out. */
function asWritten(labels: readonly string[]): string[] {
  const byNumber = Map.groupBy(labels, normalised);
  byNumber.delete('');
  return [...byNumber.values()].map(longestOf).sort();
}

/** What the balances of several accounts come to that are one reconciliation; an end that one of them lacks is unknown. */
function endsOfAll(labels: ReadonlySet<string>, stated: readonly AccountBalance[]): StatedEnds {
  const all = asWritten([...labels]).map((label) =>
    endsOf(stated.filter(({ account }) => normalised(account) === normalised(label))),
  );
  const sum = (end: keyof StatedEnds): bigint | null =>
    all.length === 0 || all.some((one) => one[end] === null) ? null : all.reduce((total, one) => total + one[end]!, 0n);
  return { opening: sum('opening'), closing: sum('closing') };
}

/** The sum that one balance states. Files of an account that do not follow one another give several: then none is. */
function endsOf(stated: readonly AccountBalance[]): StatedEnds {
  if (stated.length !== 1) return NOTHING_STATED;
  const { openingMinor, closingMinor } = stated[0];
  const minor = (value: number | null): bigint | null => (value === null ? null : BigInt(value));
  return { opening: minor(openingMinor), closing: minor(closingMinor) };
}

// The accounts of a session by currency, each of which has a proof of its own: accounts with rows, and accounts with a
// stated balance. The labels that the two sides give one account are brought together as in matching.

import { numberedAccounts } from '../../matching/plan.ts';
import { type AlignedAccounts, longestOf, normalised } from '../../records/rows/accounts.ts';
import { type RowColumns, SIDES, type Side } from '../../records/rows/columns.ts';
import type { AccountBalance } from '../facts.ts';
import type { AccountProof } from './proof.ts';
import { numbersOf, type RestingAccount } from './resting.ts';

/** The balances that a side's files state for an account, minor units. */
interface StatedEnds {
  readonly opening: bigint | null;
  readonly closing: bigint | null;
  /** Whether an earlier session closed with them, and no row or balance of this side is of the account. */
  readonly isForward?: boolean;
}

interface Account {
  /** Null where no file names one; of several bank accounts that are one reconciliation all of them. */
  readonly account: string | null;
  /** The ledger's numbers of it, if the session has several accounts or a map names this one; else absent. */
  readonly ledgerAccounts?: readonly string[];
  readonly currency: string;
  /** The session whose balances it stands with, if it rests here, on one side at least. */
  readonly balancesOf?: string;
}

export interface AccountBook {
  /** Sorted by name, then currency. */
  readonly accounts: readonly Account[];
  /** The place of a row's account in `accounts`. */
  accountOf(side: Side, row: number): number;
  /** The place of an account that another session names so; -1 if none of these is it. */
  placeOf(side: Side, of: { readonly label: string; readonly currency: string }): number;
  /** Whether no row and no balance of the side is of the account, by its place. */
  isSilent(side: Side, account: number): boolean;
  /** `account`: its place in `accounts`. */
  statedOf(side: Side, account: number): StatedEnds;
}

const NOTHING_STATED: StatedEnds = { opening: null, closing: null };

/** `numbered`: left out, accounts are one by equal numbers alone. `resting`: accounts that a side has no row or balance of. */
export function accountBook(
  columns: Readonly<Record<Side, RowColumns>>,
  balances: readonly AccountBalance[],
  numbered: AlignedAccounts = numberedAccounts(columns.gl, columns.bank),
  resting: readonly RestingAccount[] = [],
): AccountBook {
  // A balance may be stated for a label without rows. If all rows are one account, the balance belongs to it.
  const isOne = numbered.names.length === 1 && numbered.names[0] === '';
  const nameOf = (side: Side, label: string): string =>
    numbered.nameOf[side].get(normalised(label)) ?? (isOne ? '' : normalised(label));
  // Another session's label is of the only account if this side names none, or this one.
  const namesNone = (side: Side): boolean => columns[side].accounts.every((label) => normalised(label) === '');
  const nameElsewhere = (side: Side, label: string): string =>
    numbered.nameOf[side].get(normalised(label)) ?? (isOne && namesNone(side) ? '' : normalised(label));
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
  const forward = takeResting(resting, { found, nameElsewhere });
  const order = [...found.keys()].sort((a, b) => (a < b ? -1 : 1));
  const placeOf = new Map(order.map((text, place) => [text, place]));
  const places = (side: Side): Int32Array =>
    Int32Array.from(textOfCell[side], (text) => (text === null ? -1 : placeOf.get(text)!));
  const placeOfCell = { gl: places('gl'), bank: places('bank') };
  const ends = Object.fromEntries(
    SIDES.map((side) => [
      side,
      order.map((text) => {
        const rests = forward.of.get(text);
        if (rests?.sides.has(side)) return endsOfResting(rests.account[side === 'bank' ? 'bank' : 'book'].closing);
        const { name, [side]: labels } = found.get(text)!;
        const own = stated.filter((one) => one.side === side && one.text === text);
        return numbered.mapped.has(name) ? endsOfAll(labels, own) : endsOf(own);
      }),
    ]),
  ) as Record<Side, StatedEnds[]>;
  return {
    accounts: order.map((text) => {
      const rests = forward.of.get(text);
      const account = accountOf(found.get(text)!, numbered);
      if (rests === undefined) return account;
      return { ...account, ...(rests.sides.size === 2 && namesOf(rests.account)), balancesOf: rests.account.session };
    }),
    accountOf(side, row) {
      const { account, currency, currencies } = columns[side];
      return placeOfCell[side][account[row] * currencies.length + currency[row]];
    },
    placeOf(side, { label, currency }) {
      const rests = forward.textOf(side, { label, currency });
      if (rests !== undefined) return placeOf.get(rests)!;
      const place = placeOf.get(JSON.stringify([nameElsewhere(side, label), currency]));
      if (place !== undefined || label !== '') return place ?? -1;
      // A file that named no account may be of the only one.
      const ofCurrency = order.flatMap((text, at) => (found.get(text)!.currency === currency ? [at] : []));
      return ofCurrency.length === 1 ? ofCurrency[0] : -1;
    },
    isSilent: (side, account) => found.get(order[account])![side].size === 0,
    statedOf: (side, account) => ends[side][account],
  };
}

interface OnForward {
  readonly account: RestingAccount;
  /** The sides of which no row or balance is of the account. */
  readonly sides: ReadonlySet<Side>;
}

interface Forwarded {
  /** By text in `found`. */
  readonly of: ReadonlyMap<string, OnForward>;
  readonly textOf: (side: Side, of: { readonly label: string; readonly currency: string }) => string | undefined;
}

/** Adds the accounts that rest, on both sides or on one, to those found. */
function takeResting(
  resting: readonly RestingAccount[],
  {
    found,
    nameElsewhere,
  }: {
    readonly found: Map<string, AccountLabelsMet>;
    readonly nameElsewhere: (side: Side, label: string) => string;
  },
): Forwarded {
  const of = new Map<string, OnForward>();
  const texts = new Map<string, string>();
  const keyOf = (side: Side, label: string, currency: string) => JSON.stringify([side, normalised(label), currency]);
  for (const account of resting) {
    const { currency } = account;
    const labels = { gl: numbersOf(account, 'gl'), bank: numbersOf(account, 'bank') };
    const named = SIDES.flatMap((side) => labels[side].map((label) => nameElsewhere(side, label)));
    const names = named.length === 0 ? [''] : named;
    const known = names.find((name) => found.has(JSON.stringify([name, currency])));
    const name = known ?? names.at(-1)!;
    const text = JSON.stringify([name, currency]);
    const met = found.get(text) ?? { name, currency, gl: new Set(), bank: new Set() };
    const sides = new Set(SIDES.filter((side) => met[side].size === 0));
    found.set(text, met);
    of.set(text, { account, sides });
    for (const side of sides) for (const label of labels[side]) met[side].add(label);
    for (const side of SIDES) for (const label of labels[side]) texts.set(keyOf(side, label, currency), text);
  }
  return { of, textOf: (side, { label, currency }) => texts.get(keyOf(side, label, currency)) };
}

const namesOf = ({ account, ledgerAccounts }: RestingAccount): Pick<Account, 'account' | 'ledgerAccounts'> => ({
  account,
  ...(ledgerAccounts && { ledgerAccounts }),
});

const endsOfResting = (closing: bigint | null): StatedEnds => ({ opening: closing, closing, isForward: true });

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
  const sum = (end: 'opening' | 'closing'): bigint | null =>
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

/** Whether one of a proved account's numbers is of an account of the book. */
export const hasPlace = (
  book: AccountBook,
  proof: Pick<AccountProof, 'account' | 'ledgerAccounts' | 'currency'>,
): boolean =>
  SIDES.some((side) =>
    numbersOf(proof, side).some((label) => book.placeOf(side, { label, currency: proof.currency }) >= 0),
  );

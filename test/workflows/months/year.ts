// A made-up year of three accounts: payments that both sides have within days, cheques that the bank pays months later,
// credits and charges that the ledger books later, and some that the other side never has. Each has its days on both
// sides, so what is open at the end of any day is known without matching.

import { dayNumber } from '../../../src/core/money/calendar.ts';
import { otherSide, SIDES, type Side } from '../../../src/core/records/rows/columns.ts';
import { randomOf } from '../../adapters/store-embedded/random.ts';

export const ACCOUNTS = ['0123456789', '0234567891', '0345678912'] as const;
export const MONTHS = 12;
const YEAR = 2026;
/** Days after the month's end to which the bank's file runs. */
export const MARGIN = 2;

export interface Item {
  readonly n: number;
  readonly account: string;
  /** The day on which a side has it; null: never. */
  readonly day: Readonly<Record<Side, number | null>>;
  readonly kobo: number;
  readonly text: Readonly<Record<Side, string>>;
}

/** `month`: 1 to 12. */
export const startOf = (month: number): number => dayNumber(YEAR, month, 1);
export const endOf = (month: number): number => dayNumber(month === 12 ? YEAR + 1 : YEAR, (month % 12) + 1, 1) - 1;

const PAYERS = ['ADA OBI', 'MUSA GARBA', 'KEMI ADE', 'EZE LTD', 'BELLO FARMS', 'OKAFOR PRINT', 'DANJUMA', 'FALOLA TEX'];

export function itemsOfYear(seed: number): readonly Item[] {
  const random = randomOf(seed);
  const below = (count: number): number => Math.floor(random() * count);
  const items: Item[] = [];
  const add = (
    of: Omit<Item, 'n' | 'text' | 'kobo'> & { readonly sign: number; readonly words: readonly string[] },
  ) => {
    const n = items.length + 1;
    const reference = `FT26${100 + (n % 265)}Q${n}Z`;
    const payer = `${PAYERS[below(PAYERS.length)]} ${PAYERS[below(PAYERS.length)]}`;
    const [gl, bank] = of.words.map((words) => `${words} ${payer} ${reference}`);
    items.push({
      n,
      account: of.account,
      day: of.day,
      kobo: of.sign * (10_000 + below(9_000_000)),
      text: { gl, bank },
    });
  };
  for (let month = 1; month <= MONTHS; month++) {
    const [start, end] = [startOf(month), endOf(month)];
    const anyDay = (): number => start + below(end - start + 1);
    for (const account of ACCOUNTS) {
      for (let k = 5 + below(5); k > 0; k--) {
        const gl = anyDay();
        add({ account, day: { gl, bank: gl + below(MARGIN + 1) }, sign: k % 2 ? 1 : -1, words: ['SALE', 'TRF'] });
      }
      const [cheque, credit, charge] = [anyDay(), end - below(3), end - below(6)];
      const paid = below(6) === 0 ? null : cheque + 5 + below(75);
      add({ account, day: { gl: cheque, bank: paid }, sign: -1, words: ['CHEQUE ISSUED', 'CHQ PAID'] });
      add({ account, day: { gl: credit + 4 + below(9), bank: credit }, sign: 1, words: ['RECEIPT', 'NIP FROM'] });
      const booked = below(4) === 0 ? null : charge + 7 + below(14);
      add({ account, day: { gl: booked, bank: charge }, sign: -1, words: ['CHARGE', 'TRANSFER'] });
    }
  }
  return items;
}

/** The rows of a month's file: its days, the bank's with the margin, and a running balance for each account. */
export function linesOf(items: readonly Item[], side: Side, month: number): string[] {
  const last = endOf(month) + (side === 'bank' ? MARGIN : 0);
  const balance = new Map<string, number>();
  return [...items]
    .filter(({ day }) => day[side] !== null && day[side] <= last)
    .sort((a, b) => a.day[side]! - b.day[side]! || a.n - b.n)
    .flatMap(({ account, day, kobo, text }) => {
      const now = (balance.get(account) ?? 100_000_000) + kobo;
      balance.set(account, now);
      const date = new Date(day[side]! * 86_400_000).toISOString().slice(0, 10);
      return day[side]! < startOf(month) ? [] : [`${date},${account},${text[side]},${money(kobo)},${money(now)}`];
    });
}

const money = (kobo: number): string => (kobo / 100).toFixed(2);

const has = (item: Item, side: Side, end: number): boolean => item.day[side] !== null && item.day[side] <= end;

/** Side and reference of the rows that one side has at the end of a day and the other has not. */
export const openRowsAt = (items: readonly Item[], end: number): string[] =>
  items.flatMap((item) =>
    SIDES.filter((side) => has(item, side, end) && !has(item, otherSide(side), end)).map(
      (side) => `${side} ${item.text[side].split(' ').at(-1)}`,
    ),
  );

/** What one side has at the end of a day and the other has not, signed kobo, as lines of a statement. */
export function openAt(items: readonly Item[], account: string, end: number): Record<string, bigint> {
  const sums: Record<string, bigint> = {};
  for (const item of items) {
    if (item.account !== account || has(item, 'gl', end) === has(item, 'bank', end)) continue;
    const [credit, debit] = has(item, 'gl', end)
      ? ['deposits_in_transit', 'outstanding_payments']
      : ['receipts_not_booked', 'payments_not_booked'];
    const kind = item.kobo > 0 ? credit : debit;
    sums[kind] = (sums[kind] ?? 0n) + BigInt(item.kobo);
  }
  return sums;
}

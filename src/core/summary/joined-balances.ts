// The balances of a side whose files follow one another, as weekly statements do: from the first one's opening to
// the last one's closing. Which file is first and last its days say, and the rows prove it: the opening balance and
// all rows that were counted, once each, must come to the closing one. Where they do not (a week is missing, rows were
// rejected) each file's own balances stay as they are, and the proof goes by movements.

import { NO_DAY } from '../calendar.ts';
import { ROW_PENDING, type RowColumns } from '../records/columns.ts';
import type { StatedBalance } from '../records/ingestion.ts';
import { exactSums } from './exact-sums.ts';

/** What one file states of its accounts, beside all of its rows. */
export interface StatedByFile {
  readonly columns: RowColumns;
  readonly balances: readonly StatedBalance[];
}

interface Statement {
  readonly balance: StatedBalance;
  readonly firstDay: number;
  readonly lastDay: number;
}

/**
 * One balance for each account and currency whose files join, in the order of first mention; `counted` are the side's
 * rows.
 */
export function joinedBalances(files: readonly StatedByFile[], counted: RowColumns): StatedBalance[] {
  const statements = new Map<string, Statement[]>();
  for (const file of files) {
    const spans = daySpans(file.columns);
    for (const balance of file.balances) {
      const key = keyOf(balance);
      const [firstDay, lastDay] = spans.get(key) ?? [NO_DAY, NO_DAY];
      const before = statements.get(key) ?? [];
      statements.set(key, [...before, { balance, firstDay, lastDay }]);
    }
  }
  if (![...statements.values()].some(({ length }) => length > 1)) return files.flatMap(({ balances }) => balances);
  const movements = movementsOf(counted);
  return [...statements].flatMap(([key, list]) => {
    const joined = list.length > 1 ? joinedFrom(list, movements.get(key) ?? 0n) : null;
    return joined === null ? list.map(({ balance }) => balance) : [joined];
  });
}

const keyOf = ({ account, currency }: { readonly account: string; readonly currency: string }): string =>
  JSON.stringify([account, currency]);

/** Null when no opening and closing, or several, are proven by the movement between them. */
function joinedFrom(list: readonly Statement[], movement: bigint): StatedBalance | null {
  const dated = list.filter(({ firstDay }) => firstDay !== NO_DAY);
  const first = Math.min(...dated.map(({ firstDay }) => firstDay));
  const last = Math.max(...dated.map(({ lastDay }) => lastDay));
  // Files may part within a day: then several begin or end with it.
  const openings = new Set(dated.filter(({ firstDay }) => firstDay === first).map((s) => s.balance.openingMinor));
  const closings = new Set(dated.filter(({ lastDay }) => lastDay === last).map((s) => s.balance.closingMinor));
  const proven = [...openings].flatMap((openingMinor) => {
    if (openingMinor === null) return [];
    const closingMinor = Number(BigInt(openingMinor) + movement);
    return closings.has(closingMinor) ? [{ ...list[0]!.balance, openingMinor, closingMinor }] : [];
  });
  return proven.length === 1 ? proven[0]! : null;
}

/** First and last booking day by account and currency. */
function daySpans(rows: RowColumns): Map<string, [first: number, last: number]> {
  const { bookingDay, flags, account, currency } = rows;
  const pairs = rows.accounts.length * rows.currencies.length;
  const first = new Int32Array(pairs).fill(NO_DAY);
  const last = new Int32Array(pairs).fill(NO_DAY);
  for (let i = 0; i < rows.count; i++) {
    const day = bookingDay[i]!;
    if ((flags[i]! & ROW_PENDING) !== 0 || day === NO_DAY) continue;
    const at = account[i]! * rows.currencies.length + currency[i]!;
    if (first[at] === NO_DAY || day < first[at]!) first[at] = day;
    if (last[at] === NO_DAY || day > last[at]!) last[at] = day;
  }
  const spans = new Map<string, [number, number]>();
  for (let at = 0; at < pairs; at++) if (first[at] !== NO_DAY) spans.set(keyAt(rows, at), [first[at]!, last[at]!]);
  return spans;
}

/** Sum of the booked rows by account and currency, minor units. */
function movementsOf(rows: RowColumns): Map<string, bigint> {
  const sums = exactSums(rows.accounts.length * rows.currencies.length);
  for (let i = 0; i < rows.count; i++) {
    if ((rows.flags[i]! & ROW_PENDING) !== 0) continue;
    sums.add(rows.account[i]! * rows.currencies.length + rows.currency[i]!, rows.amount[i]!);
  }
  const all = new Map<string, bigint>();
  for (let at = 0; at < rows.accounts.length * rows.currencies.length; at++) all.set(keyAt(rows, at), sums.sum(at));
  return all;
}

const keyAt = ({ accounts, currencies }: RowColumns, at: number): string =>
  keyOf({
    account: accounts[Math.floor(at / currencies.length)]!,
    currency: currencies[at % currencies.length]!,
  });

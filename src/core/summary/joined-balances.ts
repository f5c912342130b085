// The balances of a side whose files follow one another, as weekly statements do: from the first one's opening to the
// last one's closing. The days say which file is first and last, and the rows prove it: the opening balance plus all
// counted rows must be the closing balance. If not (a week is missing, rows were rejected), a warning says so and the
// proof shows the difference, as for a single file that does not foot. If several files begin or end on one day and
// nothing tells which is first or last, each keeps its own balances.

import { NO_DAY } from '../money/calendar.ts';
import { exactSums } from '../money/exact-sums.ts';
import { exponentOf, formatMinor } from '../money/money.ts';
import { type BookedEntries, bookedEntries, missingBetween } from '../records/booked-entries.ts';
import type { StatedBalance } from '../records/documents/ingestion.ts';
import { ROW_PENDING, type RowColumns, type Side } from '../records/rows/columns.ts';

/** The balances that one file states, with all of its rows. */
interface StatedByFile {
  readonly name: string;
  readonly columns: RowColumns;
  readonly balances: readonly StatedBalance[];
}

interface JoinedBalances {
  /** One for each account and currency whose files follow one another, in the order of first mention. */
  readonly balances: readonly StatedBalance[];
  /** Warnings of files that do not follow one another. */
  readonly warnings: readonly string[];
}

interface Statement extends BookedEntries {
  readonly file: string;
  readonly balance: StatedBalance;
}

/** `counted` are the side's rows. */
export function joinedBalances(side: Side, files: readonly StatedByFile[], counted: RowColumns): JoinedBalances {
  const statements = new Map<string, Statement[]>();
  for (const file of files) {
    const entries = bookedEntries(file.columns);
    for (const balance of file.balances) {
      const key = keyOf(balance);
      const before = statements.get(key) ?? [];
      statements.set(key, [...before, { file: file.name, balance, ...entries(balance.account, balance.currency) }]);
    }
  }
  if (![...statements.values()].some(({ length }) => length > 1)) {
    return { balances: files.flatMap(({ balances }) => balances), warnings: [] };
  }
  const movements = movementsOf(counted);
  const warnings: string[] = [];
  const balances = [...statements].flatMap(([key, list]) => {
    if (list.length === 1) return [list[0].balance];
    const movement = movements.get(key) ?? 0n;
    const { joined, follows } = joinedFrom(list, movement);
    const missing = follows ? null : missingWords(side, list, { joined, movement });
    if (missing !== null) warnings.push(missing);
    return joined === null ? distinct(list.map(({ balance }) => balance)) : [joined];
  });
  return { balances, warnings };
}

const keyOf = ({ account, currency }: { readonly account: string; readonly currency: string }): string =>
  JSON.stringify([account, currency]);

/** The different balances of an account; equal ones, and files that state none, count once. */
function distinct(balances: readonly StatedBalance[]): StatedBalance[] {
  const seen = new Map<string, StatedBalance>();
  for (const balance of balances) {
    const stated = JSON.stringify([balance.openingMinor, balance.closingMinor]);
    if (!seen.has(stated)) seen.set(stated, balance);
  }
  return [...seen.values()];
}

interface Joined {
  /** Null if opening or closing is missing, or if there are several and none is proven. */
  readonly joined: StatedBalance | null;
  /** Whether the movement of the rows proves the balances; true also if nothing is stated that it could contradict. */
  readonly follows: boolean;
}

function joinedFrom(list: readonly Statement[], movement: bigint): Joined {
  const dated = list.filter(({ firstDay }) => firstDay !== NO_DAY);
  if (dated.length === 0) return { joined: null, follows: true };
  const first = Math.min(...dated.map(({ firstDay }) => firstDay));
  const last = Math.max(...dated.map(({ lastDay }) => lastDay));
  // Files may divide a day: then several begin or end on it.
  const openings = new Set(dated.filter(({ firstDay }) => firstDay === first).map((s) => s.balance.openingMinor));
  const closings = new Set(dated.filter(({ lastDay }) => lastDay === last).map((s) => s.balance.closingMinor));
  const balanceOf = (openingMinor: number, closingMinor: number) => ({
    ...list[0].balance,
    openingMinor,
    closingMinor,
  });
  const proven = [...openings].flatMap((openingMinor) => {
    if (openingMinor === null) return [];
    const closingMinor = Number(BigInt(openingMinor) + movement);
    return closings.has(closingMinor) ? [balanceOf(openingMinor, closingMinor)] : [];
  });
  if (proven.length > 0) return { joined: proven.length === 1 ? proven[0] : null, follows: true };
  if (openings.size !== 1 || closings.size !== 1)
    return { joined: null, follows: openings.has(null) || closings.has(null) };
  const [[opening], [closing]] = [[...openings], [...closings]];
  if (opening == null || closing == null) return { joined: null, follows: true };
  return { joined: balanceOf(opening, closing), follows: false };
}

/**
 * Words about what the entries of all files do not add up to. A gap between two files is named where their sequence is
 * looked at (core/reading/sides/statement-sequence.ts): only what the gaps leave is said here, null if that is nothing.
 */
function missingWords(
  side: Side,
  list: readonly Statement[],
  { joined, movement }: { readonly joined: StatedBalance | null; readonly movement: bigint },
): string | null {
  const { account, currency } = list[0].balance;
  const money = (minor: number | bigint): string => formatMinor(minor, exponentOf(currency));
  const name = `The ${side === 'gl' ? 'ledger' : 'bank'}’s account${account === '' ? '' : ` ${account}`}`;
  if (joined === null) return `${name}: nothing tells which of the files is the first and which the last.`;
  const [opening, closing] = [BigInt(joined.openingMinor!), BigInt(joined.closingMinor!)];
  if (opening + movement + gapsIn(list) === closing) return null;
  return `${name}: opening ${money(opening)} and the entries of all files, ${money(movement)}, do not make closing ${money(closing)}.`;
}

/** What is missing between the files, by their sequence. */
function gapsIn(list: readonly Statement[]): bigint {
  const inOrder = list
    .filter(({ firstDay }) => firstDay !== NO_DAY)
    .map(({ balance, ...days }) => ({ ...days, opening: balance.openingMinor, closing: balance.closingMinor }))
    .sort((a, b) => a.firstDay - b.firstDay || a.lastDay - b.lastDay);
  return inOrder.slice(1).reduce((sum, next, n) => sum + BigInt(missingBetween(inOrder[n], next)), 0n);
}

/** Sum of the booked rows by account and currency, minor units. */
function movementsOf(rows: RowColumns): Map<string, bigint> {
  const sums = exactSums(rows.accounts.length * rows.currencies.length);
  for (let i = 0; i < rows.count; i++) {
    if ((rows.flags[i] & ROW_PENDING) !== 0) continue;
    sums.add(rows.account[i] * rows.currencies.length + rows.currency[i], rows.amount[i]);
  }
  const all = new Map<string, bigint>();
  for (let at = 0; at < rows.accounts.length * rows.currencies.length; at++) all.set(keyAt(rows, at), sums.sum(at));
  return all;
}

const keyAt = ({ accounts, currencies }: RowColumns, at: number): string =>
  keyOf({
    account: accounts[Math.floor(at / currencies.length)],
    currency: currencies[at % currencies.length],
  });

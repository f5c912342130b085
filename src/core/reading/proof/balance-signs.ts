// Amounts without sign or mark beside a running balance: each balance is the one before it plus or minus the amount,
// which tells the entry's direction. First a sample is asked whether this holds; then the file's rows, whose amounts
// get their signs. Rows may be oldest or newest first, and of several accounts.

import type { Table } from '../table/table.ts';
import type { FieldColumns } from '../titles/target-fields.ts';
import type { MarkedEntry } from './usual-signs.ts';

/** Entries in file order, each with the balance after it (NaN for none) and the account and currency it belongs to. */
interface SignlessRows {
  readonly count: number;
  readonly amountOf: (row: number) => number;
  readonly balanceOf: (row: number) => number;
  readonly chainOf: (row: number) => number;
  /** Whether the row's direction is unknown. */
  readonly isUnsure: (row: number) => boolean;
  /** Whether the last row is older than the first by their days, if the balances do not tell. */
  readonly isNewestFirst: boolean;
}

/** Results of a file's balances for rows whose direction nothing else tells. */
export interface SignsGiven {
  /** Rows whose direction the balance tells, and rows for which it does not, with the first line of these. */
  readonly given: number;
  readonly open: number;
  readonly firstOpen: number;
  /** Of the rows given, the number that no balance tells, but that go as all others without a mark do. */
  readonly alike: number;
  readonly firstAlike: number;
}

interface Steps {
  /** Rows whose amount is the step of the balance from its older neighbour, and rows that have such a neighbour. */
  readonly hits: number;
  readonly checks: number;
  /** The step of the balance at each row, NaN if there is no older neighbour. */
  readonly steps: Float64Array;
}

/** Share of the rows whose amount must be the step of the balance, and the fewest such rows. */
const SHARE = 0.9;
const FEWEST = 2;

/** The steps of the balances under the order that explains more of them; null if they explain too little. */
export function balanceSteps(rows: SignlessRows): Float64Array | null {
  const [oldest, newest] = [stepsInOrder(rows, false), stepsInOrder(rows, true)];
  const isNewest = newest.hits > oldest.hits || (newest.hits === oldest.hits && rows.isNewestFirst);
  const { hits, checks, steps } = isNewest ? newest : oldest;
  return hits >= FEWEST && hits >= checks * SHARE ? steps : null;
}

function stepsInOrder(rows: SignlessRows, newestFirst: boolean): Steps {
  const steps = new Float64Array(rows.count).fill(Number.NaN);
  const last = new Map<number, number>();
  let [hits, checks] = [0, 0];
  for (let i = 0; i < rows.count; i++) {
    const row = newestFirst ? rows.count - 1 - i : i;
    const chain = rows.chainOf(row);
    const [before, now] = [last.get(chain), rows.balanceOf(row)];
    if (before !== undefined) {
      const step = now - before;
      const amount = rows.amountOf(row);
      checks++;
      if (rows.isUnsure(row) ? Math.abs(step) === Math.abs(amount) : step === amount) {
        hits++;
        steps[row] = step;
      }
    }
    if (!Number.isNaN(now)) last.set(chain, now);
  }
  return { hits, checks, steps };
}

/** Whether the balance of a sample gives the signs of amounts, some of which have neither sign nor mark. */
export function balanceGivesSigns(
  table: Table,
  { amount, balance, account, currency }: FieldColumns,
  entries: readonly MarkedEntry[],
): boolean {
  if (amount < 0 || balance < 0 || table.profiles[amount].negative > 0) return false;
  if (table.profiles[balance].filled < table.profiles[balance].cells) return false;
  const isUnsure = (i: number) => entries[i].way === 0 && entries[i].minor !== 0;
  const unsure = entries.filter((_, i) => isUnsure(i)).length;
  if (unsure === 0) return false;
  const accounts = table.rows.map((row) => `${row[account] ?? ''} ${row[currency] ?? ''}`);
  const steps = balanceSteps({
    count: entries.length,
    amountOf: (i) => (entries[i].way === 0 ? entries[i].minor : entries[i].way * Math.abs(entries[i].minor)),
    balanceOf: (i) => entries[i].balance ?? Number.NaN,
    chainOf: (i) => accounts.indexOf(accounts[i]),
    isUnsure,
    isNewestFirst: false,
  });
  // If all go out, the sign of the whole column may be turned; the proof of the file finds that.
  const isMarked = unsure < entries.filter(({ minor }) => minor !== 0).length;
  return steps !== null && (isMarked || steps.some((step) => step > 0));
}

// The register of open items at the end of a day: rows that were open then, and rows that had been open and were matched
// by then, which is how the two states are told.

import { NO_DAY } from '../money/calendar.ts';
import type { LateRow } from '../records/late/late-groups.ts';
import { alignAccounts, normalised } from '../records/rows/accounts.ts';
import type { Side } from '../records/rows/columns.ts';
import { dayOfCopy } from '../records/rows/row-day.ts';
import { completeOn, type OpenedRow, wasEverOpen, wasOpenOn } from './opened-row.ts';

export type ItemState = 'open' | 'cleared';

export interface RegisterItem extends OpenedRow {
  readonly state: ItemState;
  /** From its day to the day of the register, or to the day on which it was cleared; 0 without a day. */
  readonly ageDays: number;
}

/** The item of a row that was booked by the day; null if the row was open on no day. */
export function registerItem(opened: OpenedRow, day: number): RegisterItem | null {
  if (!wasEverOpen(opened)) return null;
  if (opened.clearedBy === null || wasOpenOn(opened, day)) {
    return { ...opened, state: 'open', ageDays: daysFrom(opened.row, day) };
  }
  return { ...opened, state: 'cleared', ageDays: daysFrom(opened.row, completeOn(opened.clearedBy)) };
}

function daysFrom(row: LateRow, day: number): number {
  const from = dayOfCopy(row);
  return from === NO_DAY ? 0 : day - from;
}

/** The labels of accounts that rows of a session name, by side. */
export type AccountLabels = Readonly<Record<Side, readonly string[]>>;

/** Whether a row of a session with these accounts is of the account that is asked for, by whichever name. */
export function isOfAccount(
  { gl, bank }: AccountLabels,
  { side, account }: Pick<LateRow, 'side' | 'account'>,
  asked: string,
): boolean {
  const wanted = normalised(asked);
  if (normalised(account) === wanted) return true;
  // A ledger may call an account by its own code: the session tells which account of the bank is meant.
  const aligned = alignAccounts(gl, bank);
  const labels = { gl, bank };
  const number = aligned[side][labels[side].indexOf(account)];
  const names = (['gl', 'bank'] as const).flatMap((one) => labels[one].filter((_, i) => aligned[one][i] === number));
  return names.some((label) => normalised(label) === wanted);
}

/** Whether rows of a session name the account of a row; a row that names none may be of any. */
export const hasAccount = ({ gl, bank }: AccountLabels, { account }: LateRow): boolean =>
  account === '' || [...gl, ...bank].some((label) => label === '' || normalised(label) === normalised(account));

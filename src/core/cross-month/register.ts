// The register of open items at the end of a day: rows that were open then, and rows that had been open and were matched
// by then, which is how the two states are told.

import { NO_DAY } from '../money/calendar.ts';
import type { LateRow } from '../records/late/late-groups.ts';
import { type AccountLabels, type AccountMap, alignAccounts, normalised } from '../records/rows/accounts.ts';
import { dayOfCopy } from '../records/rows/row-day.ts';
import { clearedOn, type OpenedRow, wasEverOpen, wasOpenOn } from './opened-row.ts';

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
  return { ...opened, state: 'cleared', ageDays: daysFrom(opened.row, clearedOn(opened)) };
}

function daysFrom(row: LateRow, day: number): number {
  const from = dayOfCopy(row);
  return from === NO_DAY ? 0 : day - from;
}

/**
 * Whether a row of a session, whose rows name these accounts, is of an account: by the row's own number, or by one that
 * the session or a map has for the same account. Pairs of numbers that a run found by the rows are not known here.
 */
export function accountsOf(
  { gl, bank }: AccountLabels,
  map: AccountMap,
): (row: AccountOfRow, asked: string) => boolean {
  const { nameOf } = alignAccounts(gl, bank, { map, pairsOf: () => [] });
  return ({ side, account }, asked) => {
    const [own, wanted] = [normalised(account), normalised(asked)];
    const name = nameOf[side].get(own);
    const isSame = (names: ReadonlyMap<string, string>): boolean => name !== undefined && names.get(wanted) === name;
    return own === wanted || isSame(nameOf.gl) || isSame(nameOf.bank);
  };
}

type AccountOfRow = Pick<LateRow, 'side' | 'account'>;

/** Whether rows of a session name the account of a row; a row that names none may be of any. */
export const hasAccount = ({ gl, bank }: AccountLabels, { account }: LateRow): boolean =>
  account === '' || [...gl, ...bank].some((label) => label === '' || normalised(label) === normalised(account));

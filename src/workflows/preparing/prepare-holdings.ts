// The rows of a run of holdings before matching: which day the run is for, and which positions of other days are
// history and take no part. The day is the one that the request gives, else the custodian's report's own, else the
// books'.

import { TieoutError } from '../../core/errors.ts';
import { formatDay, NO_DAY } from '../../core/money/calendar.ts';
import { sharedUint8 } from '../../core/records/rows/allocate.ts';
import { ROW_OUT_OF_PERIOD, type RowColumns, type Side, textAt } from '../../core/records/rows/columns.ts';
import type { SessionFile } from '../rows/session-files.ts';
import { type BankingTerms, type PreparedRun, prepareBy, type ToPrepare } from './prepare-run.ts';

/** Throws side_empty. */
export function prepareHoldings(files: readonly SessionFile[], terms: BankingTerms, of: ToPrepare): PreparedRun {
  const plain = { ...terms, parameters: { ...terms.parameters, netReversals: false } };
  return prepareBy((_, __, whole) => asOf(terms.periodEnd, whole), files, plain, of);
}

function asOf(
  asked: number | null,
  whole: Readonly<Record<Side, RowColumns>>,
): Pick<PreparedRun, 'columns' | 'period'> {
  const day = asked ?? lastDay(whole.bank) ?? lastDay(whole.gl);
  if (day === null) return { columns: whole, period: null };
  if (asked !== null) requireDay(whole, asked);
  const columns = { gl: onDay(whole.gl, day), bank: onDay(whole.bank, day) };
  return { columns, period: { start: day, end: day, isNamed: asked !== null } };
}

function lastDay({ count, bookingDay }: RowColumns): number | null {
  let last = NO_DAY;
  for (let row = 0; row < count; row++) last = Math.max(last, bookingDay[row]);
  return last === NO_DAY ? null : last;
}

/** Neither side has a position on the day: with a wrong date, other days must not be compared. Throws side_empty. */
function requireDay({ gl, bank }: Readonly<Record<Side, RowColumns>>, day: number): void {
  const has = ({ count, bookingDay }: RowColumns): boolean => {
    for (let row = 0; row < count; row++) if (bookingDay[row] === day || bookingDay[row] === NO_DAY) return true;
    return false;
  };
  if (has(gl) || has(bank)) return;
  const there = [...new Set([lastDay(gl), lastDay(bank)])].flatMap((last) => (last === null ? [] : [formatDay(last)!]));
  const sentence = `Neither side has a position as of ${formatDay(day)}; the latest are of ${there.sort().join(' and ')}: check the as-of date and the files.`;
  throw new TieoutError('side_empty', sentence);
}

/**
 * The columns with positions of other days set aside. If a security has positions on several days, those of other days
 * are set aside (without one on the day: all but the latest before it). A side that has each security once keeps it,
 * whatever its day: that is a difference to be shown.
 */
function onDay(columns: RowColumns, day: number): RowColumns {
  const { count, bookingDay, account, reference, narration, currency } = columns;
  const days = new Set<number>();
  for (let row = 0; row < count; row++) days.add(bookingDay[row]);
  days.delete(NO_DAY);
  if (days.size < 2) return columns;
  const securityOf = (row: number): string =>
    `${account[row]}|${currency[row]}|${textAt(reference, row) || textAt(narration, row)}`;
  const best = new Map<string, number>();
  const isHistory = { found: false };
  for (let row = 0; row < count; row++) {
    const at = bookingDay[row];
    if (at === NO_DAY) continue;
    const security = securityOf(row);
    const known = best.get(security);
    if (known !== undefined && known !== at) isHistory.found = true;
    if (known === undefined || isNearer(at, known, day)) best.set(security, at);
  }
  if (!isHistory.found) return columns;
  const flags = sharedUint8(count);
  flags.set(columns.flags);
  for (let row = 0; row < count; row++) {
    const at = bookingDay[row];
    // In a file of several days, a security without a position on the day was sold before it, or is bought after.
    if (at !== NO_DAY && at !== (days.has(day) ? day : best.get(securityOf(row)))) flags[row] |= ROW_OUT_OF_PERIOD;
  }
  return { ...columns, flags };
}

/** The day itself, else the latest before it, else the first after it. */
function isNearer(at: number, than: number, day: number): boolean {
  if (at <= day !== than <= day) return at <= day;
  return at <= day ? at > than : at < than;
}

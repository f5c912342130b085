// Which columns are the booking and the value date: titles that values bear out, then columns of days without one.

import type { ColumnProfile } from '../cells/cell-profile.ts';
import { DayReader, isDay, readDayText } from '../cells/day-text.ts';
import { PLAIN } from '../titles/title-phrases.ts';
import { type ColumnDraft, NAMED } from './column-draft.ts';

export function takeDates(draft: ColumnDraft): void {
  readSixDigits(draft);
  readInstants(draft);
  const isDate = (p: ColumnProfile, column: number) =>
    p.filled > 0 &&
    p.days >= p.filled * draft.trust(column) &&
    (p.digits === 'none' || p.digits === 'yyyymmdd' || draft.titles[column] !== '');
  const isOther = hasUnread(draft) ? (i: number) => OTHER_DAY.test(draft.titles[i]) : () => false;
  if (!draft.has('booking_date')) {
    const [best] = draft.titled('booking_date', isDate).filter((i) => !isOther(i));
    if (best !== undefined) draft.take(best, 'booking_date', `${draft.quoted(best)}, values are days`);
  }
  if (!draft.has('value_date')) {
    const [best] = draft.titled('value_date', isDate);
    if (best !== undefined) draft.take(best, 'value_date', `${draft.quoted(best)}, values are days`);
  }
  const untitled = draft.free().filter((i) => {
    const p = draft.profiles[i];
    return (
      p.filled >= p.cells * 0.3 &&
      p.filled > 0 &&
      p.days >= p.filled * 0.8 &&
      p.days > p.pendings &&
      p.digits !== 'serial' &&
      p.digits !== 'yymmdd' &&
      p.digits !== 'ddmmyy' &&
      !saysOther(draft, i) &&
      !isOther(i)
    );
  });
  if (!draft.has('booking_date')) {
    // A lone value date is the day we have.
    const lone = draft.fields.indexOf('value_date');
    const first = sortedFirst(draft, untitled)[0];
    if (first !== undefined) draft.take(first, 'booking_date', 'values are days');
    else if (lone >= 0 && draft.reasons[lone] !== NAMED)
      draft.take(lone, 'booking_date', `${draft.quoted(lone)}, the only date`);
  }
  if (!draft.has('value_date')) {
    const second = untitled.find((i) => draft.fields[i] === null && draft.meanings[i].length === 0);
    if (second !== undefined) draft.take(second, 'value_date', 'values are days, beside the booking date');
  }
}

/** Days of something else than the entry, which are its day only where the file has no other. */
const OTHER_DAY = /expir|matur|\bdue\b|birth|\bdob\b/i;

/** Whether a column that is plainly titled as the day is filled, and holds none that is understood. */
function hasUnread(draft: ColumnDraft): boolean {
  return draft.free().some((i) => {
    const { cells, filled, days, pendings } = draft.profiles[i];
    return draft.weight(i, 'booking_date') >= PLAIN && filled * 2 >= cells && days === 0 && pendings === 0;
  });
}

/**
 * Columns that a mapping or their title says to hold a day, the title with at least that weight, and their numbers,
 * which are at least half of what stands there: a total below them is none.
 */
function saidToBeDays(draft: ColumnDraft, least: number): { column: number; cells: string[] }[] {
  const isTitled = (i: number) =>
    Math.max(draft.weight(i, 'booking_date'), draft.weight(i, 'value_date')) >= least &&
    draft.weight(i, 'reference') === 0;
  const named = [...draft.named].flatMap(([i, field]) =>
    field === 'booking_date' || field === 'value_date' ? [i] : [],
  );
  return [...named, ...draft.free().filter(isTitled)]
    .map((column) => ({ column, filled: draft.rows.map((row) => (row[column] ?? '').trim()).filter((c) => c !== '') }))
    .map(({ column, filled }) => ({
      column,
      filled,
      cells: filled.filter((cell) => /^(?!0+$)\d+(\.\d+)?$/.test(cell)),
    }))
    .filter(({ filled, cells }) => cells.length > 0 && cells.length * 2 >= filled.length);
}

/** Instants as programs count them, from 1970 in UTC: ten digits, or thirteen. The first one, a 1, is 2001 to 2033. */
const INSTANTS = [
  { digits: 'seconds', form: /^1\d{9}(\.\d+)?$/ },
  { digits: 'milliseconds', form: /^1\d{12}$/ },
] as const;

/**
 * Columns of instants, which a title or a mapping says to be days: an account has ten digits too. Where a day is
 * written in another column it is the day that the bank means, an instant's only the one in UTC.
 */
function readInstants(draft: ColumnDraft): void {
  const isWritten = draft.profiles.some(({ filled, days }) => filled > 0 && days * 2 >= filled);
  for (const { column, cells } of saidToBeDays(draft, 1)) {
    if (isWritten && !draft.named.has(column)) continue;
    const found = INSTANTS.find(({ form }) => cells.every((cell) => form.test(cell)));
    if (found === undefined || CLOCKS.some((clock) => cells.every((cell) => clock.test(cell)))) continue;
    draft.profiles[column] = { ...draft.profiles[column], days: cells.length, digits: found.digits };
  }
}

/** Ten digits that are a day and a time, as switches and terminals write them: MMDDhhmmss, DDMMYYhhmm, YYMMDDhhmm. */
const [MONTH, DAY, HOUR, SIXTY] = ['(0[1-9]|1[0-2])', '(0[1-9]|[12]\\d|3[01])', '([01]\\d|2[0-3])', '[0-5]\\d'];
const CLOCKS = [
  MONTH + DAY + HOUR + SIXTY + SIXTY,
  `${DAY + MONTH}\\d\\d${HOUR + SIXTY}`,
  `\\d\\d${MONTH + DAY + HOUR + SIXTY}`,
].map((digits) => new RegExp(`^${digits}`));

/**
 * Days of six digits, 240305, under a title that says so: numbers of six digits are mostly no days. Only where one of
 * the two ways to read them fits all of them, or fits days that lie much closer together.
 */
function readSixDigits(draft: ColumnDraft): void {
  for (const { column, cells } of saidToBeDays(draft, PLAIN)) {
    if (!cells.every((cell) => /^\d{6}$/.test(cell))) continue;
    const spans = (['yymmdd', 'ddmmyy'] as const).flatMap((digits) => {
      const reader = new DayReader({ order: 'day-first', digits });
      const days = cells.map((cell) => readDayText(reader, cell));
      return days.every(isDay) ? [{ digits, span: Math.max(...days) - Math.min(...days) }] : [];
    });
    const [best, other] = spans.sort((a, b) => a.span - b.span);
    if (best === undefined || (other !== undefined && best.span * 4 >= other.span)) continue;
    draft.profiles[column] = { ...draft.profiles[column], days: cells.length, digits: best.digits };
  }
}

/** Columns of days with those before the others by which the rows are sorted: a statement is sorted by booking. */
function sortedFirst(draft: ColumnDraft, columns: readonly number[]): number[] {
  const isSorted = (column: number) => {
    const { order, digits } = draft.profiles[column];
    const reader = new DayReader({ order, digits });
    const days = draft.rows.map((row) => readDayText(reader, row[column] ?? '')).filter(isDay);
    return days.every((d, i) => i === 0 || d >= days[i - 1]) || days.every((d, i) => i === 0 || d <= days[i - 1]);
  };
  if (columns.length < 2) return [...columns];
  const sorted = columns.filter(isSorted);
  return [...sorted, ...columns.filter((c) => !sorted.includes(c))];
}

/** The title is known to mean something that is no date. */
function saysOther(draft: ColumnDraft, column: number): boolean {
  const meanings = draft.meanings[column];
  return meanings.length > 0 && !meanings.some((m) => m.field === 'booking_date' || m.field === 'value_date');
}

// Which columns may be the booking and the value date: titles that values bear out, then columns of days without one.

import type { ColumnProfile } from '../cells/cell-profile.ts';
import { DayReader, isDay, readDayText } from '../cells/day-text.ts';
import { orderAbove, orderByRows } from '../evidence/row-order.ts';
import { type Candidate, candidate } from '../table/candidate.ts';
import type { Table } from '../table/table.ts';
import { PLAIN } from '../titles/title-phrases.ts';

const unnamed = (table: Table): number[] => table.columns.filter((i) => !table.named.has(i));

/** The table with numbers read as days if titles say so: 240305, and seconds since 1970. */
export function withNumbersAsDays(table: Table): Table {
  const changed = new Map<number, ColumnProfile>();
  sixDigits(table, changed);
  instants(table, changed);
  return table.withProfiles(changed);
}

/** The table with the order of day and month by the rows and the lines above them, if no number above 12 proves it. */
export function withOrdersByRows(table: Table): Table {
  const changed = new Map<number, ColumnProfile>();
  for (const i of table.columns) {
    const profile = table.profiles[i];
    if (!profile.orderAmbiguous || profile.digits !== 'none') continue;
    const cells = table.filled(i);
    const order = orderByRows(cells) ?? orderAbove(cells, table.above);
    if (order !== null) changed.set(i, { ...profile, order, orderAmbiguous: false, orderByRows: true });
  }
  return table.withProfiles(changed);
}

/** Columns that may be the booking date, and the value date, the likeliest first. */
export function dateCandidates(table: Table): Candidate[] {
  const isDate = (p: ColumnProfile, column: number) =>
    !table.named.has(column) &&
    p.filled > 0 &&
    p.days >= p.filled * table.trust(column) &&
    (p.digits === 'none' || p.digits === 'yyyymmdd' || table.titles[column] !== '');
  const isOther = hasUnread(table) ? (i: number) => OTHER_DAY.test(table.titles[i]) : () => false;
  const named = [...table.named].flatMap(([column, field]) =>
    field === 'booking_date' || field === 'value_date' ? [candidate(field, column, 'mapping')] : [],
  );
  const booking = table.titled('booking_date', isDate).filter((i) => !isOther(i));
  const value = table.titled('value_date', isDate);
  const untitled = unnamed(table).filter((i) => {
    if (value.includes(i) || booking.includes(i)) return false;
    const p = table.profiles[i];
    return (
      p.filled >= p.cells * 0.3 &&
      p.filled > 0 &&
      p.days >= p.filled * 0.8 &&
      p.days > p.pendings &&
      p.digits !== 'serial' &&
      p.digits !== 'yymmdd' &&
      p.digits !== 'ddmmyy' &&
      !saysOther(table, i) &&
      !isOther(i)
    );
  });
  const isLone = booking.length + untitled.length === 0;
  const titled = (i: number, field: 'booking_date' | 'value_date') =>
    candidate(field, i, table.weight(i, field) >= PLAIN ? 'strong' : 'weak', `${table.quoted(i)}, values are days`);
  return [
    ...named,
    ...booking.map((i) => titled(i, 'booking_date')),
    ...sortedFirst(table, untitled).map((i) => candidate('booking_date', i, 'weak', 'values are days')),
    // A lone value date is the day we have.
    ...value.map((i) => candidate('booking_date', i, isLone ? 'strong' : 'weak', `${table.quoted(i)}, the only date`)),
    ...value.map((i) => titled(i, 'value_date')),
    ...untitled
      .filter((i) => table.meanings[i].length === 0)
      .map((i) => candidate('value_date', i, 'weak', 'values are days, beside the booking date')),
  ];
}

/** Days of other events, which count only if the file has no other day. */
const OTHER_DAY = /expir|matur|\bdue\b|birth|\bdob\b/i;

/** Whether a column with a plain title of the day is filled, but nothing in it is understood. */
function hasUnread(table: Table): boolean {
  return unnamed(table).some((i) => {
    const { cells, filled, days, pendings } = table.profiles[i];
    return table.weight(i, 'booking_date') >= PLAIN && filled * 2 >= cells && days === 0 && pendings === 0;
  });
}

/**
 * Columns that a mapping or a title of at least that weight names as a day, with their numbers, which are at least half
 * of the cells: a total below them does not count.
 */
function saidToBeDays(table: Table, least: number): { column: number; cells: string[] }[] {
  const isTitled = (i: number) =>
    Math.max(table.weight(i, 'booking_date'), table.weight(i, 'value_date')) >= least &&
    table.weight(i, 'reference') === 0;
  const named = [...table.named].flatMap(([i, field]) =>
    field === 'booking_date' || field === 'value_date' ? [i] : [],
  );
  return [...named, ...unnamed(table).filter(isTitled)]
    .map((column) => ({ column, filled: table.rows.map((row) => (row[column] ?? '').trim()).filter((c) => c !== '') }))
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
 * Columns of instants, if a title or a mapping names them as days: an account has ten digits too. If another column has
 * a written day, that is the bank's day; an instant's day is only the one in UTC.
 */
function instants(table: Table, changed: Map<number, ColumnProfile>): void {
  const isWritten = table.profiles.some(({ filled, days }, i) => !changed.has(i) && filled > 0 && days * 2 >= filled);
  for (const { column, cells } of saidToBeDays(table, 1)) {
    if (isWritten && !table.named.has(column)) continue;
    const found = INSTANTS.find(({ form }) => cells.every((cell) => form.test(cell)));
    if (found === undefined || CLOCKS.some((clock) => cells.every((cell) => clock.test(cell)))) continue;
    changed.set(column, { ...table.profiles[column], days: cells.length, digits: found.digits });
  }
}

/** Ten digits with a day and a time, as switches and terminals write them: MMDDhhmmss, DDMMYYhhmm, YYMMDDhhmm. */
const [MONTH, DAY, HOUR, SIXTY] = ['(0[1-9]|1[0-2])', '(0[1-9]|[12]\\d|3[01])', '([01]\\d|2[0-3])', '[0-5]\\d'];
const CLOCKS = [
  MONTH + DAY + HOUR + SIXTY + SIXTY,
  `${DAY + MONTH}\\d\\d${HOUR + SIXTY}`,
  `\\d\\d${MONTH + DAY + HOUR + SIXTY}`,
].map((digits) => new RegExp(`^${digits}`));

/**
 * Days of six digits, 240305, under such a title: most numbers of six digits are no days. Only if one of the two ways
 * to read them fits all of them, or gives days much closer together.
 */
function sixDigits(table: Table, changed: Map<number, ColumnProfile>): void {
  for (const { column, cells } of saidToBeDays(table, PLAIN)) {
    if (!cells.every((cell) => /^\d{6}$/.test(cell))) continue;
    const spans = (['yymmdd', 'ddmmyy'] as const).flatMap((digits) => {
      const reader = new DayReader({ order: 'day-first', digits });
      const days = cells.map((cell) => readDayText(reader, cell));
      return days.every(isDay) ? [{ digits, span: Math.max(...days) - Math.min(...days) }] : [];
    });
    const [best, other] = spans.sort((a, b) => a.span - b.span);
    if (best === undefined || (other !== undefined && best.span * 4 >= other.span)) continue;
    changed.set(column, { ...table.profiles[column], days: cells.length, digits: best.digits });
  }
}

/** Columns of days, those by which the rows are sorted first: a statement is sorted by booking. */
function sortedFirst(table: Table, columns: readonly number[]): number[] {
  if (columns.length < 2) return [...columns];
  const sorted = columns.filter((column) => isInOrder(table, column));
  return [...sorted, ...columns.filter((c) => !sorted.includes(c))];
}

/** Whether the rows are in the order of the days of that column, or in the reverse. */
export function isInOrder(table: Table, column: number): boolean {
  const { order, digits } = table.profiles[column];
  const reader = new DayReader({ order, digits });
  const days = table.rows.map((row) => readDayText(reader, row[column] ?? '')).filter(isDay);
  return days.every((d, i) => i === 0 || d >= days[i - 1]) || days.every((d, i) => i === 0 || d <= days[i - 1]);
}

/** The title is known to mean something other than a date. */
function saysOther(table: Table, column: number): boolean {
  const meanings = table.meanings[column];
  return meanings.length > 0 && !meanings.some((m) => m.field === 'booking_date' || m.field === 'value_date');
}

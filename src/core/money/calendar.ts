// Calendar days as integers: the day number counts from 1970-01-01, proleptic Gregorian, without a time zone. Text
// appears only at the edges.

/** Value of a day column for a row without this date. */
export const NO_DAY = -0x80000000;

const DAY_MS = 86_400_000;
const MONTH_DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

function isLeapYear(year: number): boolean {
  return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
}

export function daysInMonth(year: number, month: number): number {
  return month === 2 && isLeapYear(year) ? 29 : (MONTH_DAYS[month - 1] ?? 0);
}

/** Day number of a date, by Howard Hinnant's days_from_civil; month 1 to 12, day 1 to 31. */
export function dayNumber(year: number, month: number, day: number): number {
  const y = month <= 2 ? year - 1 : year;
  const era = Math.floor(y / 400);
  const yearOfEra = y - era * 400;
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * 146097 + dayOfEra - 719468;
}

/** Year, month (1 to 12) and day (1 to 31) of a day number. */
export function civil(day: number): { year: number; month: number; day: number } {
  const z = day + 719468;
  const era = Math.floor(z / 146097);
  const doe = z - era * 146097;
  const yoe = Math.floor((doe - Math.floor(doe / 1460) + Math.floor(doe / 36524) - Math.floor(doe / 146096)) / 365);
  const doy = doe - (365 * yoe + Math.floor(yoe / 4) - Math.floor(yoe / 100));
  const mp = Math.floor((5 * doy + 2) / 153);
  const month = mp < 10 ? mp + 3 : mp - 9;
  return { year: yoe + era * 400 + (month <= 2 ? 1 : 0), month, day: doy - Math.floor((153 * mp + 2) / 5) + 1 };
}

/** Texts of days used recently; the rows of a month have about thirty. */
const DAY_SLOTS = 256;
const dayInSlot = new Int32Array(DAY_SLOTS).fill(NO_DAY);
const textInSlot: string[] = [];

/** `YYYY-MM-DD`; null for NO_DAY. */
export function formatDay(day: number): string | null {
  if (day === NO_DAY) return null;
  const slot = day & (DAY_SLOTS - 1);
  if (dayInSlot[slot] !== day) {
    const { year, month, day: d } = civil(day);
    textInSlot[slot] =
      `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(d).padStart(2, '0')}`;
    dayInSlot[slot] = day;
  }
  return textInSlot[slot];
}

/** Day number of `YYYY-MM-DD`; null for any other text and for days that do not exist. */
export function parseDay(text: string): number | null {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (!parts) return null;
  const [year, month, day] = [Number(parts[1]), Number(parts[2]), Number(parts[3])];
  if (month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month)) return null;
  return dayNumber(year, month, day);
}

/** 0 for Monday to 6 for Sunday. */
export function weekday(day: number): number {
  return (((day + 3) % 7) + 7) % 7;
}

/** The day some months earlier, or the last day of that month if it is shorter: 31 March minus 1 is 28 February. */
export function monthsBefore(day: number, months: number): number {
  const { year, month, day: dayOfMonth } = civil(day);
  const all = 12 * year + (month - 1) - months;
  const [y, m] = [Math.floor(all / 12), (((all % 12) + 12) % 12) + 1];
  return dayNumber(y, m, Math.min(dayOfMonth, daysInMonth(y, m)));
}

/** `2026-04-02T09:00:00.000Z` */
export function instantAt(ms: number): string {
  const seconds = Math.floor(ms / 1_000) % 86_400;
  const time = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60];
  const parts = time.map((part) => String(part).padStart(2, '0'));
  return `${dayAt(ms)}T${parts.join(':')}.${String(ms % 1_000).padStart(3, '0')}Z`;
}

/** `2026-04-02 09:00`, in UTC. */
export const minuteAt = (ms: number): string => instantAt(ms).slice(0, 16).replace('T', ' ');

/** The day in UTC, as YYYY-MM-DD. `ms`: milliseconds since 1970. */
export const dayAt = (ms: number): string => formatDay(Math.floor(ms / DAY_MS)) ?? '';

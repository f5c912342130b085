// The words of dates: names of months, weekdays before them, digits and spaces of other scripts, and words for a
// pending or missing day. Pure functions of a cell's text; day-text.ts calls them for cells that are not plain digits,
// and judges what they find. Names of months are in month-names.ts.

import { monthOf } from './month-names.ts';

/** Spaces outside ASCII: no-break, thin and figure spaces. */
const WIDE_SPACES = /[\u00a0\u2007\u2009\u202f]/g;

export const withPlainSpaces = (cell: string): string => cell.replace(WIDE_SPACES, ' ').trim();

/** Whether the text says that the entry's day is pending. */
export const saysPending = (text: string): boolean =>
  /^(pending|pdng|en attente|ausstehend|vorgemerkt|in behandeling|pendiente|in sospeso|reserverat|reserveret|reservert|varaus)$/i.test(
    text,
  );

/** Whether the text says that there is no day: a dash, “nil”, or a date of zeros. */
export const saysNoDay = (text: string): boolean =>
  /^(-+|n\/?a|nil|null|none|\\n|0{1,2}[/.-]0{1,2}[/.-]0{2,4})$/i.test(text);

/** A text with the digits of Arabic and Persian as ASCII ones, and 2024年3月5日 as 2024-3-5. */
export const asciiDigits = (text: string): string =>
  text
    .replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 0xf))
    .replace(/^(\d{4})\s*[年년]\s*(\d{1,2})\s*[月월]\s*(\d{1,2})\s*[日일]/, '$1-$2-$3');

/** “15 de maio de 2026”, “15th of May 2026”. */
const LINKING = /(\d(?:st|nd|rd|th|er|o)?)\s+(?:(?:de|of|di)\s+|d')([a-z]{3,12})\.?(?:\s+(?:de|del|of)(?=\s+\d))?/;

/** A date's text in lower case, without accents and the words that link its parts. */
export const plainDate = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(/ı/g, 'i').replace(LINKING, '$1 $2');

/** Weekdays as they stand before a date, in the languages whose exports we have met. */
const WEEKDAY =
  /^(?:mon(?:day|tag)?|tues?(?:day)?|wed(?:nesday)?|thu(?:rs?)?(?:day)?|fri(?:day)?|sat(?:urday)?|sun(?:day)?|mo|di|mi|do|fr|sa|so|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|lun(?:di|es|edi)?|mar(?:di|tes|tedi)?|mer(?:credi|coledi)?|jeu(?:di)?|ven(?:dredi|erdi)?|sam(?:edi)?|dim(?:anche)?|mie(?:rcoles)?|jue(?:ves)?|vie(?:rnes)?|sab(?:ado|ato)?|dom(?:ingo|enica)?|gio(?:vedi)?|(?:seg(?:unda)?|ter(?:ca)?|qua(?:rta)?|qui(?:nta)?|sex(?:ta)?)(?:-feira)?|ma|wo|vr|za|zo|maandag|dinsdag|woensdag|donderdag|vrijdag|zaterdag|zondag|pon|wt|sr|czw|pt|nd|po|ut|st|ct|pa|ne)\.?,? +/;

/** The text after the weekday that a plain date begins with, or may begin with; the whole text if there is none. */
export const withoutWeekday = (plain: string): string => plain.slice(WEEKDAY.exec(plain)?.[0].length ?? 0);

/** The text that may follow a date: nothing, or a time with any text after it. Oracle puts points into times. */
const TIME = String.raw`(?:$|[ ,t].*\d{1,2}(?::\d{2}|\.\d{2}\.\d{2}).*$)`;
const DAY_FIRST = new RegExp(
  String.raw`^(?:[a-z]{2,10}\.?,? +)?(?:(\d{1,2})(?:st|nd|rd|th|er|\.)?[ ./-]*([a-z]{3,12})\.?[ ,./-]*(\d{4}|\d{2}))${TIME}`,
);
const MONTH_FIRST = new RegExp(
  String.raw`^(?:[a-z]{2,10}\.?, +)?([a-z]{3,12})\.?[ ./-]+(\d{1,2})(?:st|nd|rd|th)?,?[ ./-]+(\d{4}|\d{2})${TIME}`,
);
const YEAR_FIRST = new RegExp(String.raw`^(\d{4})[ ./-]+([a-z]{3,12})\.?[ ./-]+(\d{1,2})\.?${TIME}`);
/** “Tue Mar 05 10:11:12 WAT 2024”, as programs write an instant. */
const CTIME =
  /^[a-z]{3} +([a-z]{3}) +(\d{1,2}) +\d{1,2}:\d{2}(?::\d{2})?(?: +[a-z]{2,5}(?:[+-]\d{2}:?\d{2})?)? +(\d{4})$/;

type Parts = RegExpExecArray | string[] | null;
const swapped = (p: Parts): Parts => p && ['', p[2], p[1], p[3]];
const yearFirst = (p: Parts): Parts => p && ['', p[3], p[2], p[1]];

/** Year, month and day of a plain date with a month's name, as written; null if the text is no such date. */
export function dateWithMonthName(plain: string): { year: number; month: number; day: number } | null {
  const parts =
    DAY_FIRST.exec(plain) ?? swapped(MONTH_FIRST.exec(plain) ?? CTIME.exec(plain)) ?? yearFirst(YEAR_FIRST.exec(plain));
  const month = parts ? monthOf(parts[2]) : 0;
  if (!parts || month === 0) return null;
  const year = Number(parts[3]);
  return { year: parts[3].length === 2 ? fullYear(year) : year, month, day: Number(parts[1]) };
}

/** Two digits of a year: 70 to 99 are of the last century. */
export const fullYear = (y: number) => (y >= 100 ? y : y < 70 ? 2000 + y : 1900 + y);

/**
 * Letters with a digit, or a stroke and another letter, right after them: FT26001, NIP/OBI. No date with words begins
 * so, but most texts and references do; they need not become strings.
 */
export function isNoDate(bytes: Uint8Array, from: number, to: number): boolean {
  let p = from;
  while (p < to && isLetter(bytes[p])) p++;
  const letters = p - from;
  if (letters === 0 || p === to) return false;
  const c = bytes[p];
  // N/A has one letter before its stroke.
  return (c >= 0x30 && c <= 0x39) || (letters > 1 && c === 0x2f && p + 1 < to && isLetter(bytes[p + 1]));
}

const isLetter = (c: number) => (c | 0x20) >= 0x61 && (c | 0x20) <= 0x7a;

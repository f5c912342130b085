// What the number formats of a workbook say of its numbers: a day, a day with its time, a time, or a number that is
// shown with leading zeros.

import { formatDay } from '../../../../core/money/calendar.ts';
import { numberText } from '../../cells/number-text.ts';

/** How a number is shown: `zeros` digits at least, or as a day or time. */
export type Shown = { readonly as: 'number'; readonly zeros: number } | { readonly as: 'day' | 'instant' | 'time' };

const PLAIN: Shown = { as: 'number', zeros: 0 };

/** Formats that a workbook uses by number, without writing them (ECMA-376, 18.8.30). */
function builtIn(id: number): Shown {
  const within = (from: number, to: number) => id >= from && id <= to;
  if (id === 22) return { as: 'instant' };
  if (within(14, 17) || within(27, 31) || id === 36 || within(50, 54) || within(57, 58)) return { as: 'day' };
  if (within(18, 21) || within(32, 35) || within(45, 47) || within(55, 56)) return { as: 'time' };
  return PLAIN;
}

/** How a number is shown by the format of that number, whose code is given if the workbook writes it. */
export function shownBy(id: number, code: string | undefined): Shown {
  if (code === undefined) return builtIn(id);
  if (/^0{2,}$/.test(code)) return { as: 'number', zeros: code.length };
  const first = signsOf(code);
  if (/general/i.test(first)) return PLAIN;
  const hasDay = /[dy]/i.test(first);
  const hasTime = /[hs]/i.test(first);
  if (hasDay) return { as: hasTime ? 'instant' : 'day' };
  if (hasTime) return { as: 'time' };
  return /^m+$/i.test(first) ? { as: 'day' } : PLAIN;
}

/** What the first section of a code says, without texts, colours and conditions: `d mmm yyyy`, `[h]:mm`. */
function signsOf(code: string): string {
  let signs = '';
  for (let p = 0; p < code.length && code[p] !== ';'; p++) {
    const sign = code[p];
    if (sign === '\\' || sign === '_' || sign === '*') p++;
    else if (sign === '"' || sign === '[') {
      const end = code.indexOf(sign === '"' ? '"' : ']', p + 1);
      if (end < 0) break;
      if (/^\[[hms]{1,3}$/i.test(code.slice(p, end))) signs += code.slice(p + 1, end);
      p = end;
    } else signs += sign;
  }
  return signs.replace(/am\/pm|a\/p/gi, 'h');
}

/** The last day that a workbook knows, 9999-12-31. */
const LAST_SERIAL = 2_958_465;
/** Day 0 is 1970-01-01. Serial 60 is a 29 February 1900 that never was, so earlier ones are a day off. */
const EPOCH_1900 = 25_569;
const EPOCH_1904 = 24_107;
const SECONDS_A_DAY = 86_400;

/** The text of a number with its format. `is1904`: whether days count from 1904, as on old Macintoshes. */
export function shownText(written: string, shown: Shown, is1904: boolean): string {
  if (shown.as === 'number') return zerosBefore(numberText(written), shown.zeros);
  const serial = Number(written);
  if (!(serial >= 0 && serial <= LAST_SERIAL)) return numberText(written);
  const seconds = Math.round(serial * SECONDS_A_DAY);
  const ofDay = seconds % SECONDS_A_DAY;
  const time = [ofDay / 3600, (ofDay / 60) % 60, ofDay % 60]
    .map((n) => String(Math.floor(n)).padStart(2, '0'))
    .join(':');
  const days = Math.floor(seconds / SECONDS_A_DAY);
  if (days === 0 && shown.as === 'time') return time;
  const early = !is1904 && days < 60 ? 1 : 0;
  const day = formatDay(days + early - (is1904 ? EPOCH_1904 : EPOCH_1900)) ?? '';
  return shown.as === 'day' || ofDay === 0 ? day : `${day} ${time}`;
}

const zerosBefore = (text: string, digits: number): string => (/^\d+$/.test(text) ? text.padStart(digits, '0') : text);

// The names of a feed's files: `*` is any text, `?` any character, and a date in braces is the day whose file it is:
// {yyyy-mm-dd}, {yyyymmdd}, {ddmmyyyy}, {dd-mm-yyyy}, {yymmdd}. Compared without regard to case.

import { parseDay } from '../money/calendar.ts';

export interface NamePattern {
  readonly text: string;
  /** Literal characters, and marks for what varies. */
  readonly parts: readonly NamePart[];
}

type NamePart = string | { readonly any: 'text' | 'character' } | { readonly date: string };

const DATES: readonly string[] = ['yyyy-mm-dd', 'yyyymmdd', 'ddmmyyyy', 'dd-mm-yyyy', 'yymmdd'];
const MARKS = /\{([^{}]*)\}|[*?]/g;

/** Null for a pattern with unknown braces, two dates, a slash, or nothing. */
export function namePattern(text: string): NamePattern | null {
  const parts: NamePart[] = [];
  let at = 0;
  for (const mark of text.matchAll(MARKS)) {
    if (mark.index > at) parts.push(text.slice(at, mark.index).toLowerCase());
    at = mark.index + mark[0].length;
    const date = mark[1]?.toLowerCase();
    if (date === undefined) parts.push({ any: mark[0] === '*' ? 'text' : 'character' });
    else if (DATES.includes(date)) parts.push({ date });
    else return null;
  }
  if (at < text.length) parts.push(text.slice(at).toLowerCase());
  const dates = parts.filter((part) => typeof part === 'object' && 'date' in part).length;
  return text === '' || /[/\\]/.test(text) || dates > 1 ? null : { text, parts };
}

/** Null: the file is none of these. `day`: the day number in the name, null if the pattern has no date. */
export function matchName({ parts }: NamePattern, name: string): { readonly day: number | null } | null {
  const text = name.toLowerCase();
  let [p, t] = [0, 0];
  // Only the last star that was met is tried again, further on, as is enough for all of them; so the time is that of the
  // text's length times the pattern's.
  let star: { readonly part: number; text: number; readonly day: number | null } | null = null;
  let day: number | null = null;
  for (;;) {
    const now = parts[p];
    if (now === undefined && t === text.length) return { day };
    const step = now === undefined ? null : stepOf(now, text, t);
    if (now !== undefined && typeof now === 'object' && 'any' in now && now.any === 'text') {
      star = { part: p, text: t, day };
      p++;
    } else if (step !== null) {
      day = step.day ?? day;
      p++;
      t = step.end;
    } else {
      if (star === null || star.text >= text.length) return null;
      star.text++;
      [p, t, day] = [star.part + 1, star.text, star.day];
    }
  }
}

function stepOf(
  part: NamePart,
  text: string,
  at: number,
): { readonly end: number; readonly day: number | null } | null {
  if (typeof part === 'string') return text.startsWith(part, at) ? { end: at + part.length, day: null } : null;
  if ('any' in part) return at < text.length ? { end: at + 1, day: null } : null;
  const end = at + part.date.length;
  const day = dayOf(part.date, text.slice(at, end));
  return day === null ? null : { end, day };
}

function dayOf(form: string, written: string): number | null {
  if (written.length !== form.length) return null;
  const figures = { y: '', m: '', d: '' };
  for (let i = 0; i < form.length; i++) {
    const [wanted, given] = [form[i]!, written[i]!];
    if (wanted === '-') {
      if (given !== '-') return null;
    } else if (given >= '0' && given <= '9') figures[wanted as 'y' | 'm' | 'd'] += given;
    else return null;
  }
  return parseDay(`${figures.y.length === 2 ? `20${figures.y}` : figures.y}-${figures.m}-${figures.d}`);
}

// Corrects characters that recognition confuses, by two rules. Where only letters or only digits may stand, a
// look-alike of the other kind is replaced. Where both may stand and a check digit fails, one letter among digits, or
// one digit among letters, is replaced by its look-alike, if exactly one such reading makes the digit right. With two
// such readings the field stays as read, and its digit fails. If the number is printed elsewhere on the page, the
// correction is not a guess. The number of changed characters is always reported.

import { checkDigit, isDigitRight } from './check-digit.ts';
import { type MrzLayout, textAt } from './formats.ts';

const TO_DIGIT: Readonly<Record<string, string>> = {
  ...{ O: '0', D: '0', Q: '0', U: '0', I: '1', L: '1', Z: '2', S: '5', G: '6', B: '8', T: '7', A: '4' },
};
const TO_LETTER: Readonly<Record<string, string>> = { 0: 'O', 1: 'I', 2: 'Z', 5: 'S', 6: 'G', 8: 'B', 4: 'A', 7: 'T' };

/**
 * Look-alikes in both directions, where letters and digits may stand. Pairs that are equal modulo 10 (6 and G, 1 and L)
 * are left out: no check digit distinguishes them.
 */
const CONFUSED: readonly string[] = ['0O', '0D', '1I', '2Z', '7Z', '5S', '8B', '4A'];

export interface MendedDigit {
  readonly checks: string;
  readonly valid: boolean;
  /** Changed characters in the checked text and the digit. */
  readonly repaired: number;
  /** Characters that were changed only to make the digit right. */
  readonly guessed: number;
}

interface MendedZone {
  readonly lines: readonly string[];
  readonly digits: readonly MendedDigit[];
}

/** `printed`: words elsewhere on the page. */
export function mend(layout: MrzLayout, recognised: readonly string[], printed: readonly string[]): MendedZone {
  const lines = [...recognised];
  const changed = new Set<string>();
  const put = (line: number, at: number, char: string): void => {
    if (lines[line][at] === char) return;
    lines[line] = lines[line].slice(0, at) + char + lines[line].slice(at + 1);
    changed.add(`${line}:${at}`);
  };
  const replace = ([line, from, to]: readonly [number, number, number], by: Readonly<Record<string, string>>): void => {
    for (let at = from; at < to; at++) put(line, at, by[lines[line][at]] ?? lines[line][at]);
  };
  for (const { span, characters } of layout.fields) {
    if (characters === 'digits') replace(span, TO_DIGIT);
    if (characters === 'letters') replace(span, TO_LETTER);
  }
  for (const { at } of layout.digits) replace(at, TO_DIGIT);

  const guesses = new Map<string, number>();
  for (const { checks, at, spans } of layout.digits) {
    const place = layout.fields.find(({ field }) => field === checks);
    if (place?.characters !== 'any') continue;
    // The number continues in the optional data, with its digit (ICAO 9303-5).
    if (layout.format === 'td1' && textAt(lines, at) === '<') continue;
    const text = textAt(lines, spans[0]);
    const digit = textAt(lines, at);
    if (isDigitRight(text, digit)) continue;
    const seen = printedReading(text, digit, printed);
    const mended = seen ?? onlyReading(text, digit) ?? emptyReading(text, digit);
    if (mended === null) continue;
    const [line, from] = spans[0];
    [...mended].forEach((char, offset) => {
      if (char !== text[offset] && seen === null) guesses.set(checks, (guesses.get(checks) ?? 0) + 1);
      put(line, from + offset, char);
    });
  }
  return {
    lines,
    digits: layout.digits.map(({ checks, at, spans }) => {
      const places = [at, ...(checks === 'composite' ? [] : spans)];
      const repaired = places
        .flatMap(([line, from, to]) => Array.from({ length: to - from }, (_, offset) => `${line}:${from + offset}`))
        .filter((one) => changed.has(one)).length;
      const text = spans.map((span) => textAt(lines, span)).join('');
      const valid =
        layout.format === 'td1' && checks === 'document_number' && textAt(lines, at) === '<'
          ? longNumber(lines) !== null
          : isDigitRight(text, textAt(lines, at));
      return { checks, valid, repaired, guessed: guesses.get(checks) ?? 0 };
    }),
  };
}

/** A TD1 number of more than nine characters, which continues in the optional data up to the first filler. */
export function longNumber(lines: readonly string[]): string | null {
  const rest = textAt(lines, [0, 15, 30]).split('<')[0];
  if (rest.length < 2) return null;
  const number = textAt(lines, [0, 5, 14]) + rest.slice(0, -1);
  return checkDigit(number) === rest.at(-1) ? number : null;
}

/**
 * The only reading that makes the digit right; null if there is none, or more than one. Changing two characters, or one
 * to another of its own kind, is not tried: by chance that would satisfy most digits.
 */
function onlyReading(text: string, digit: string): string | null {
  const holding = [...text].flatMap((char, at) => {
    if (!standsOut(text, at)) return [];
    const likes = CONFUSED.filter((pair) => pair.includes(char)).map((pair) => pair.replace(char, ''));
    return likes.map((like) => text.slice(0, at) + like + text.slice(at + 1)).filter((one) => isDigitRight(one, digit));
  });
  return holding.length === 1 ? holding[0] : null;
}

/** An empty field, whose fillers recognition misreads as these letters. */
const emptyReading = (text: string, digit: string): string | null => {
  const fillers = text.replaceAll(/[^<]/g, '').length;
  const empty = '<'.repeat(text.length);
  return /^[<KLC]+$/.test(text) && 3 * fillers >= text.length && isDigitRight(empty, digit) ? empty : null;
};

const kindOf = (char: string | undefined): string =>
  /\d/.test(char ?? '<') ? 'digit' : /[A-Z]/.test(char ?? '<') ? 'letter' : '';

/** Whether the character differs in kind from its neighbours; at the end of a number, from the two before. */
function standsOut(text: string, at: number): boolean {
  const [before, own] = [kindOf(text[at - 1]), kindOf(text[at])];
  const after = kindOf(text[at + 1]) || kindOf(text[at - 2]);
  // Also a zero right after the letters that begin a number.
  return before !== '' && after !== '' && own !== after && (own !== before || own === 'letter');
}

function printedReading(text: string, digit: string, printed: readonly string[]): string | null {
  const looksLike = (word: string) =>
    [...word].every((char, at) => char === text[at] || CONFUSED.some((p) => p.includes(char) && p.includes(text[at])));
  const words = printed.map((word) => word.padEnd(text.length, '<'));
  return words.find((word) => word.length === text.length && looksLike(word) && isDigitRight(word, digit)) ?? null;
}

// Finds the figures that a text states: digits in any form (1,250.00, 97.4%, 2026-03-31, 31 March 2026, 30 days, tier
// 2), numbers in words, and vague figures such as "1.2 million" or "half", which no summary has. It prefers to find too
// much: a text with a figure that is not in the facts is refused, and the built-in narrative is used.

export type FigureKind = 'date' | 'percent' | 'days' | 'tier' | 'number' | 'vague';

export interface Figure {
  readonly kind: FigureKind;
  /** date: YYYY-MM-DD; vague: the words; else a plain decimal without separators or trailing zeros, signed as read. */
  readonly value: string;
}

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
const MONTH = `(${MONTHS.join('|')})[a-z]{0,9}\\.?`;
/** A sign counts only where it does not join two words or numbers: 31-60 is no -60. */
const NUMBER = '(?:(?<![\\p{L}\\p{N}])[+\\-−])?\\.?\\p{N}[\\p{N},]{0,40}(?:\\.\\p{N}{1,40})?';
const SCALE = 'k|m|mn|bn|b|thousand|million|billion|trillion|hundred|dozen|lakh|crore';
const VAGUE = 'half|halves|dozens?|twice|thrice|hundreds?|thousands?|millions?|billions?';
const WORDS = [
  ...'zero one two three four five six seven eight nine ten eleven twelve'.split(' '),
  ...'thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty'.split(' '),
];
const TENS = 'thirty forty fifty sixty seventy eighty ninety'.split(' ');

/**
 * One alternative for each kind; the first that fits at a place wins. "one" is left out, because it is mostly a
 * pronoun.
 */
const PATTERN = new RegExp(
  [
    '(?<iso>\\d{4}-\\d{2}-\\d{2})',
    `(?<day1>\\d{1,2})(?:st|nd|rd|th)?\\s+(?:of\\s+)?(?<month1>${MONTH}),?\\s+(?<year1>\\d{4})`,
    `(?<month2>\\b${MONTH})\\s+(?<day2>\\d{1,2})(?:st|nd|rd|th)?,?\\s+(?<year2>\\d{4})`,
    `(?<scaled>${NUMBER}\\s?(?:${SCALE})\\b)`,
    `(?<percent>${NUMBER})\\s?(?:%|per\\s?cent\\b)`,
    `(?<days>${NUMBER}(?:\\s?(?:to|and|[-–])\\s?\\d+)?)(?=\\s+days?\\b)`,
    `\\btiers?\\s+(?<tier>\\d+)`,
    `(?<number>${NUMBER})`,
    `\\b(?<vague>${VAGUE})\\b`,
    `\\b(?<word>(?:${[...WORDS.slice(2), WORDS[0], ...TENS].join('|')})(?:-[a-z]+)?)\\b`,
  ].join('|'),
  'giu',
);

/** All figures of a text, in the order in which they stand. */
export function figuresOf(text: string): Figure[] {
  return [...text.matchAll(PATTERN)].flatMap(({ groups }) =>
    figures(groups as Readonly<Record<string, string | undefined>>),
  );
}

function figures(found: Readonly<Record<string, string | undefined>>): Figure[] {
  const { iso, scaled, percent, days, tier, number, vague, word } = found;
  if (iso !== undefined) return [{ kind: 'date', value: iso }];
  for (const n of [1, 2]) {
    const [day, month, year] = [found[`day${n}`], found[`month${n}`], found[`year${n}`]];
    if (day !== undefined && month !== undefined) {
      const m = MONTHS.indexOf(month.slice(0, 3).toLowerCase()) + 1;
      return [{ kind: 'date', value: `${year}-${String(m).padStart(2, '0')}-${day.padStart(2, '0')}` }];
    }
  }
  if (scaled !== undefined) return [{ kind: 'vague', value: scaled }];
  if (percent !== undefined) return [{ kind: 'percent', value: plainDecimal(percent) }];
  if (days !== undefined)
    return days.match(/\p{N}[\p{N},.]*/gu)!.map((value) => ({ kind: 'days', value: plainDecimal(value) }));
  if (tier !== undefined) return [{ kind: 'tier', value: tier }];
  if (number !== undefined) return [{ kind: 'number', value: plainDecimal(number) }];
  if (vague !== undefined) return [{ kind: 'vague', value: vague.toLowerCase() }];
  const value = WORDS.indexOf(word!.toLowerCase());
  return [value === -1 ? { kind: 'vague', value: word!.toLowerCase() } : { kind: 'number', value: String(value) }];
}

/** `1,250.50` is `1250.5`, `−10.00` is `-10`. A leading zero stays, because it belongs to an account's name. */
export function plainDecimal(text: string): string {
  const plain = text.replaceAll(',', '').replace('−', '-').replace('+', '');
  return plain.includes('.') ? plain.replace(/(?<!0)0+$/, '').replace(/\.$/, '') : plain;
}

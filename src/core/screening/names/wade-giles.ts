// A Chinese name in Hanyu Pinyin, written as Wade-Giles writes it: Xu Zhigang as Hsu Chih Kang. Passports and lists of
// Taiwan and older ones have that spelling, mostly without its apostrophes, so they are left out here too.

import table from './tables/letters.json' with { type: 'json' };

const SYLLABLES = new Set(table.syllables.split(' ').map((entry) => /^[a-z]+/.exec(entry)![0]));
const LONGEST = 6;

/** Rules of a pattern and what stands instead; the first that fits counts. */
type Rules = readonly (readonly [RegExp, string])[];

const WHOLE: Rules = [
  [/^zhi$|^chi$/, 'chih'],
  [/^shi$/, 'shih'],
  [/^ri$/, 'jih'],
  [/^zi$|^ci$/, 'tzu'],
  [/^si$/, 'szu'],
];
const INITIALS: Rules = [
  [/^zh|^q|^j/, 'ch'],
  [/^x/, 'hs'],
  [/^z|^c(?!h)/, 'ts'],
  [/^b/, 'p'],
  [/^d/, 't'],
  [/^g/, 'k'],
  [/^r/, 'j'],
];
const FINALS: Rules = [
  [/ian$/, 'ien'],
  [/^yan$/, 'yen'],
  [/ie$/, 'ieh'],
  [/^ye$/, 'yeh'],
  [/(?<=[jqxy]u)e$/, 'eh'],
  [/ong$/, 'ung'],
  [/^you$/, 'yu'],
  [/^yi$/, 'i'],
  [/(?<=[gk])ui$/, 'uei'],
  [/^er$/, 'erh'],
  [/(?<=[dtnlrzcs]|zh|ch)uo$/, 'o'],
  [/(?<=^[gkh])e$/, 'o'],
];

function rewritten(syllable: string): string {
  const whole = WHOLE.find(([pattern]) => pattern.test(syllable));
  if (whole !== undefined) return whole[1];
  const final = FINALS.find(([pattern]) => pattern.test(syllable));
  const made = final === undefined ? syllable : syllable.replace(final[0], final[1]);
  const initial = INITIALS.find(([pattern]) => pattern.test(made));
  return initial === undefined ? made : made.replace(initial[0], initial[1]);
}

/** The syllables of a word, as few as possible; null if it is no Pinyin. */
function syllablesOf(word: string): string[] | null {
  if (word === '') return [];
  for (let length = Math.min(LONGEST, word.length); length > 0; length--) {
    const first = word.slice(0, length);
    if (!SYLLABLES.has(first)) continue;
    const rest = syllablesOf(word.slice(length));
    if (rest !== null) return [first, ...rest];
  }
  return null;
}

/** Family and given names have a syllable or two each. */
const MOST_SYLLABLES = 4;
const LONGEST_NAME = 24;

/** Null where the words are no such name, or the same in both. */
export function wadeGiles(words: readonly string[]): string[] | null {
  if (words.length < 2 || words.length > MOST_SYLLABLES || words.join('').length > LONGEST_NAME) return null;
  const made: string[] = [];
  for (const word of words) {
    const syllables = syllablesOf(word);
    if (syllables === null || syllables.length > 2) return null;
    made.push(...syllables.map(rewritten));
  }
  return made.length > MOST_SYLLABLES || made.join('') === words.join('') ? null : made;
}

// A Thai word in the order and with the finals in which it is spoken, as the Royal Thai General System has them: vowels
// that stand before their consonants go behind them, what ends a syllable has one of few sounds, and a vowel that is not
// written is a, or o between two consonants. What is left in Thai letters is read one by one (transliterate.ts).

const CONSONANT = '[\\u0e01-\\u0e2e]';
/** Written behind or around a consonant, or Latin from here. */
const VOWEL = '[\\u0e30-\\u0e3a\\u0e40-\\u0e45aeiou]';
const SIGN = '[\\u0e30-\\u0e3aaeiou]';

/** In capitals, so that none is taken for a vowel. */
const FINALS: readonly (readonly [letters: string, sound: string])[] = [
  ['กขคฆ', 'K'],
  ['จชซฌฎฏฐฑฒดตถทธศษส', 'T'],
  ['บปพฟภผฝ', 'P'],
  ['ญณนรลฬ', 'N'],
  ['ง', 'NG'],
  ['ม', 'M'],
  ['ย', 'I'],
  ['ว', 'O'],
];
const final = (letter: string): string => FINALS.find(([letters]) => letters.includes(letter))?.[1] ?? letter;

const CLUSTER = '[กขคตปผพ][รลว]';

const rule = (pattern: string): RegExp => new RegExp(pattern, 'gu');
const C = CONSONANT;

/** In this order. */
const VOWELS: readonly (readonly [RegExp, string])[] = [
  // Tones, and what silences a consonant with its vowel.
  [rule('[\\u0e47-\\u0e4b]'), ''],
  [rule(`${C}[\\u0e34\\u0e38]?\\u0e4c`), ''],
  [rule(`เ(${C}{1,2})ียะ?`), '$1ia'],
  [rule(`เ(${C}{1,2})ือะ?`), '$1uea'],
  [rule(`เ(${C}{1,2})ิ`), '$1oe'],
  [rule(`เ(${C}[รลว]?)าะ?`), '$1ao'],
  [rule(`เ(${C}[รลว]?)อะ?`), '$1oe'],
  [rule(`([ไใ])(${C}[รลว](?!${SIGN}))`), '$2$1'],
  [rule(`([เแโ])(${C}[รลว])(?=${C})`), '$2$1'],
  [rule(`([เแโไใ])(${C})`), '$2$1'],
  [rule('ัว'), 'ua'],
  [rule('\u0e33|\u0e4d\u0e32'), 'aM'],
  [rule(`[สศซ]ร(?=${VOWEL})`), 'ส'],
  [rule(`รร(?=${C})`), 'a'],
  [rule('รร'), 'an'],
  // It carries a vowel, or is one.
  [rule(`อ(?=${VOWEL}|ย${VOWEL})`), ''],
  [rule(`(?<=${C})อ`), 'o'],
  [rule('อ'), 'a'],
];
/** What Sanskrit words end in is written, not spoken: Wut(thi). */
const UNSPOKEN = rule(`(?<=${VOWEL})([ตฒธ])[ิุ](?![\\p{L}\\p{M}])`);
/** Behind a long vowel two consonants are a syllable; behind a short one that is closed the second is not heard. */
const LONG_PAIR = rule(`(?<=[าีู])(${C})(${C})(?!${VOWEL})`);
const AFTER_CLOSED = rule(`(?<=ั)(${C})${C}(?![\\p{L}\\p{M}])`);
const AFTER_VOWEL = rule(`(?<=${VOWEL})(${C})(?!${VOWEL})`);
const BARE_PAIR = rule(`(?<!${VOWEL})(${C})(${C})(?!${VOWEL})`);
/** But for two that begin a syllable together. */
const BARE = rule(`(?!${CLUSTER}${VOWEL})(${C})(?=${C})`);

const IS_THAI = /\p{Script=Thai}/u;

export function spokenThai(text: string): string {
  if (!IS_THAI.test(text)) return text;
  return VOWELS.reduce((made, [pattern, as]) => made.replaceAll(pattern, as), text)
    .replaceAll(UNSPOKEN, '$1')
    .replaceAll(AFTER_CLOSED, '$1')
    .replaceAll(LONG_PAIR, (_, first: string, last: string) => `${first}o${final(last)}`)
    .replaceAll(AFTER_VOWEL, (_, letter: string) => final(letter))
    .replaceAll(BARE_PAIR, (_, first: string, last: string) => `${first}o${final(last)}`)
    .replaceAll(BARE, '$1a')
    .toLowerCase();
}

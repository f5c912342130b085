// Writes other scripts in Latin letters, so that names can be compared across scripts. Accents are removed; Cyrillic,
// Greek, Hebrew and Arabic letters become those that names usually have, letters of other alphabets those of a published
// table. Arabic and Hebrew have few vowels, so those names are compared letter by letter (scripts/few-vowels.ts).
// Chinese and Korean signs stay, since each is a word or syllable, those of China, Taiwan and Japan in one form; how they
// are read is another reading of the name.

import { spokenThai } from './scripts/thai.ts';
import table from './tables/letters.json' with { type: 'json' };

const LATIN: Readonly<Record<string, string>> = {
  ...{ ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ß: 'ss', æ: 'ae', œ: 'oe', ı: 'i', ŋ: 'n', ħ: 'h', ə: 'a', ɓ: 'b' },
  ...{ ɗ: 'd', ƙ: 'k', ƴ: 'y', ɛ: 'e', ɔ: 'o', ɣ: 'g' },
};

const CYRILLIC: Readonly<Record<string, string>> = {
  ...{ а: 'a', б: 'b', в: 'v', г: 'g', д: 'd', е: 'e', ё: 'e', ж: 'zh', з: 'z', и: 'i', й: 'i', к: 'k', л: 'l' },
  ...{ м: 'm', н: 'n', о: 'o', п: 'p', р: 'r', с: 's', т: 't', у: 'u', ф: 'f', х: 'kh', ц: 'ts', ч: 'ch', ш: 'sh' },
  ...{ щ: 'shch', ъ: '', ы: 'y', ь: '', э: 'e', ю: 'yu', я: 'ya', і: 'i', ї: 'i', є: 'e', ґ: 'g', ў: 'u', ј: 'j' },
  ...{ љ: 'lj', њ: 'nj', ћ: 'c', џ: 'dz', ђ: 'dj', қ: 'k', ғ: 'g', ұ: 'u', ү: 'u', ө: 'o', һ: 'h', ң: 'n' },
};

const GREEK: Readonly<Record<string, string>> = {
  ...{ α: 'a', β: 'v', γ: 'g', δ: 'd', ε: 'e', ζ: 'z', η: 'i', θ: 'th', ι: 'i', κ: 'k', λ: 'l', μ: 'm', ν: 'n' },
  ...{ ξ: 'x', ο: 'o', π: 'p', ρ: 'r', σ: 's', ς: 's', τ: 't', υ: 'y', φ: 'f', χ: 'ch', ψ: 'ps', ω: 'o' },
};

const ARABIC: Readonly<Record<string, string>> = {
  ...{ ا: 'a', أ: 'a', إ: 'i', آ: 'a', ب: 'b', ت: 't', ث: 'th', ج: 'j', ح: 'h', خ: 'kh', د: 'd', ذ: 'dh', ر: 'r' },
  ...{ ز: 'z', س: 's', ش: 'sh', ص: 's', ض: 'd', ط: 't', ظ: 'z', ع: '', غ: 'gh', ف: 'f', ق: 'q', ك: 'k', ل: 'l' },
  ...{ م: 'm', ن: 'n', ه: 'h', و: 'w', ي: 'y', ى: 'a', ة: 'a', ء: '', ؤ: 'w', ئ: 'y', پ: 'p', چ: 'ch', ژ: 'zh' },
  ...{ گ: 'g', ک: 'k', ی: 'y', ـ: '' },
};

/** Letters that Persian and its neighbours have and Arabic has not; and those that are other sounds beside them. */
const IS_PERSIAN = /[پچژگکی]/;
const PERSIAN = new Map(Object.entries({ ض: 'z', ذ: 'z', ظ: 'z', ث: 's' }));

const HEBREW: Readonly<Record<string, string>> = {
  ...{ א: 'a', ב: 'b', ג: 'g', ד: 'd', ה: 'h', ו: 'v', ז: 'z', ח: 'h', ט: 't', י: 'y', כ: 'k', ך: 'k', ל: 'l' },
  ...{
    מ: 'm',
    ם: 'm',
    נ: 'n',
    ן: 'n',
    ס: 's',
    ע: '',
    פ: 'p',
    ף: 'f',
    צ: 'ts',
    ץ: 'ts',
    ק: 'k',
    ר: 'r',
    ש: 'sh',
    ת: 't',
  },
};

const LETTERS = new Map([
  ...table.letters.split(' ').map((entry): [string, string] => {
    const [letter] = entry;
    return [letter, entry.slice(letter.length)];
  }),
  ...Object.entries({ ...LATIN, ...CYRILLIC, ...GREEK, ...ARABIC, ...HEBREW }),
]);

/** Scripts that omit most vowels: Hebrew, Arabic, Syriac; not Thaana and N'Ko between them. */
const FEW_VOWELS = /[\u0590-\u077f\u0800-\u08ff]/;

export const writesFewVowels = (text: string): boolean => FEW_VOWELS.test(text);

const DIGIT = /\p{Nd}/u;

/** Digits of any script as 0 to 9. In each script they stand side by side. */
export const withPlainDigits = (text: string): string =>
  text.replaceAll(/[\p{Nd}--[0-9]]/gv, (digit) => {
    const code = digit.codePointAt(0)!;
    let zero = code;
    while (DIGIT.test(String.fromCodePoint(zero - 1))) zero--;
    return String((code - zero) % 10);
  });

const IS_GREEK = /\p{Script=Greek}/u;
/** Greek letters that are read together, as ISO 843 writes them, and sounds that a word begins with. */
const GREEK_PAIRS: readonly (readonly [RegExp, string])[] = [
  [/ο[υύ]/g, 'ou'],
  [/(?<=[αεη])[υύ](?=[θκξπσςτφχψ]|(?!\p{L}))/gu, 'f'],
  [/(?<=[αεη])[υύ]/g, 'v'],
  [/γ(?=[γξχ])/g, 'n'],
  [/(?<!\p{L})μπ/gu, 'b'],
  [/(?<!\p{L})ντ/gu, 'd'],
  [/(?<!\p{L})γκ/gu, 'g'],
];
const greekPaired = (text: string): string =>
  IS_GREEK.test(text) ? GREEK_PAIRS.reduce((made, [pair, as]) => made.replaceAll(pair, as), text) : text;

/** The text in lower case without accents. Letters without a Latin form stay. */
export function transliterate(text: string): string {
  const plain = text.toLowerCase();
  if (/^[\x00-\x7f]*$/.test(plain)) return plain;
  const isPersian = IS_PERSIAN.test(plain);
  let made = '';
  // A letter is looked up before it is decomposed: й is not и, أ is not ا.
  for (const letter of greekPaired(spokenThai(withPlainDigits(plain.normalize('NFKC'))))) {
    const said = isPersian ? PERSIAN.get(letter) : undefined;
    const known = said ?? (isOfSigns(letter) ? inOneForm(letter) : LETTERS.get(letter));
    if (known !== undefined) {
      made += known;
      continue;
    }
    for (const part of letter.normalize('NFKD')) if (!/\p{M}/u.test(part)) made += LETTERS.get(part) ?? part;
  }
  return made;
}

const SIGN = /[\p{Script=Han}\p{Script=Hangul}]/u;

/** Whether a word has signs that are each a word or syllable. */
export const isOfSigns = (text: string): boolean => text.charCodeAt(0) >= 0x1100 && SIGN.test(text);

/** The simplified form of a sign: 國 and 国 are one. */
const oneForm = new Map(
  Array.from(table.forms.matchAll(/(.)(.)/gu), ([, sign, form]): [string, string] => [sign, form]),
);
const inOneForm = (sign: string): string => oneForm.get(sign) ?? sign;

const FIRSTS = 'g kk n d tt r m b pp s ss  j jj ch k t p h'.split(' ');
const VOWELS = 'a ae ya yae eo e yeo ye o wa wae oe yo u wo we wi yu eu ui i'.split(' ');
const LASTS = ' k k k n n n t l k m l l l p l m p p t t ng t t k t p t'.split(' ');
/** The sounds of Korean syllables in the official romanisation. */
export const HANGUL_SOUNDS = { firsts: FIRSTS, vowels: VOWELS, lasts: LASTS };
const HANGUL_FROM = 0xac00;
const HANGUL_TO = 0xd7a3;

/** Signs by what stands before them in a table of words, each a reading and the signs that have it. */
const bySign = (words: string, reading: RegExp): ReadonlyMap<string, string> =>
  new Map(
    words.split(' ').flatMap((entry) => {
      const [own] = reading.exec(entry)!;
      return Array.from(entry.slice(own.length), (sign): [string, string] => [sign, own]);
    }),
  );

let mandarin: ReadonlyMap<string, string> | undefined;
let korean: ReadonlyMap<string, string> | undefined;

/** Chinese signs by their Mandarin syllables, Korean ones by the official romanisation. */
export function readSigns(word: string): string {
  mandarin ??= bySign(table.syllables, /^[a-z]+/);
  return Array.from(word, (sign) => spokenHangul(sign) ?? mandarin!.get(sign) ?? '').join('');
}

/** Chinese signs as Korean reads them; null if one of them has no such reading, or none is Chinese. */
export function readHanja(word: string): string | null {
  korean ??= bySign(table.korean, /^./u);
  const read = Array.from(word, (sign) => spokenHangul(korean!.get(sign) ?? ''));
  return read.every((one) => one !== null) ? read.join('') : null;
}

function spokenHangul(sign: string): string | null {
  const code = sign.codePointAt(0) ?? 0;
  if (code < HANGUL_FROM || code > HANGUL_TO) return null;
  const at = code - HANGUL_FROM;
  const [first, vowel, last] = [Math.floor(at / 588), Math.floor((at % 588) / 28), at % 28];
  return `${FIRSTS[first]}${VOWELS[vowel]}${LASTS[last]}`;
}

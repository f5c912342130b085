// Whether a word that is written without its short vowels, as in Arabic and Hebrew letters, is one that Latin letters
// write in full: زواوي is Zawawi and Zouaoui. Its letters are gone through one by one. Short vowels may stand anywhere
// between them; what is half a vowel (و, ي) is a consonant or a long vowel, and is never left out; alif is a vowel.

/** What a letter, as transliterate.ts writes it, may be in usual spellings. */
const LETTERS: Readonly<Record<string, string>> = {
  ...{ a: 'a e i o u', b: 'b p v', p: 'p f ph b', f: 'f ph p v', t: 't th d', th: 'th t s', d: 'd dh th t' },
  ...{
    dh: 'dh d z th',
    j: 'j dj g y c',
    ch: 'ch tch tsch c',
    tsh: 'ch tch tsh tsch c',
    h: 'h ch',
    kh: 'kh k h ch',
    z: 'z s dh d',
    zh: 'zh j z',
  },
  ...{ s: 's c z', sh: 'sh ch s sch shch', ts: 'ts tz z s c', gh: 'gh g q k', g: 'g gh gu j', q: 'q k g c ck gh' },
  ...{ k: 'k c q ck kh ch', w: 'w v ou u o ouw uw ow', v: 'v w ou u o ouw uw ow', y: 'y i e j iy ey' },
  ...{ r: 'r', l: 'l', m: 'm', n: 'n', x: 'x ks', i: 'i e', o: 'o u', u: 'u o ou', e: 'e i', c: 'c k s' },
};
const SPELLINGS = new Map(Object.entries(LETTERS).map(([letter, spelt]) => [letter, spelt.split(' ')] as const));

/** Vowels that stand between two letters at most. */
const MOST_SHORT = 2;
const SHORT = 'aeiou';
/** The article's l is heard as the letter behind it, if the tongue makes both. */
const SUN = /^al(?=[tdrzsn])/;

const once = (text: string): string => text.replaceAll(/(.)\1+/g, '$1');

function lettersOf(text: string): string[] {
  const letters: string[] = [];
  for (let at = 0; at < text.length; ) {
    const letter = [3, 2].map((length) => text.slice(at, at + length)).find((some) => SPELLINGS.has(some)) ?? text[at];
    if (letter !== letters.at(-1)) letters.push(letter);
    at += letter.length;
  }
  return letters;
}

/** A vowel that begins a word is written behind a letter that is not heard. */
const SILENT = /^[ai](?=[wvy])/;

/** The word, and as it may begin otherwise: with the sound that the article's l has, or with a long vowel alone. */
const beginnings = (text: string): string[] =>
  SUN.test(text) ? [text, text.replace(SUN, 'a')] : SILENT.test(text) ? [text, text.replace(SILENT, '')] : [text];

/** The consonants of a word. */
export const skeletonOf = (text: string): string =>
  text
    .replace(/^[aeiou]+/, 'a')
    .replaceAll(/kh|q|c(?!h)|g/g, 'k')
    .replaceAll(/sh|ch|j|z/g, 's')
    .replaceAll(/th|d/g, 't')
    .replaceAll(/[v]/g, 'w')
    .replaceAll(/ph/g, 'f')
    .replaceAll(/p/g, 'b')
    .replaceAll(/(.)\1+/g, '$1')
    .replaceAll(/[aeiouyhw]/g, (letter, at: number) => (at === 0 ? letter : ''));

/** What French writes for a sound of the s group: Hadj, Tchad, Youcef. */
const FRENCH = /dj|tch|c(?=[eiy])/g;
/** Two long or half vowels apart. */
const HALF_VOWELS = /[wvou][^wvou]+[wvou]/;

/** The consonants of a word, by each way to begin it. Where there is one alone, half vowels count: Zouaoui, Zawawi. */
export function consonantsOf(text: string, fewVowels: boolean): string[] {
  const ways = fewVowels
    ? [...beginnings(text), text.replace(/^y/, 'j'), text.replace(/^kh/, 'h')]
    : [text, text.replaceAll(FRENCH, 's')];
  const made = ways.map((way) => {
    const skeleton = skeletonOf(way);
    return skeleton.length === 1 && HALF_VOWELS.test(way) ? `${skeleton}ww` : skeleton;
  });
  return [...new Set(made)].filter(({ length }) => length > 1);
}

/** The letters of a word without short vowels, by each way to begin it. */
export type FewVowels = readonly (readonly string[])[];

export const fewVowelsOf = (text: string): FewVowels => beginnings(text).map(lettersOf);

/** `few`: without short vowels. Most end at their first letter. */
export function isWrittenOut(few: FewVowels, full: string): boolean {
  const begins = ([first]: readonly string[]) => (SPELLINGS.get(first) ?? [first]).some((one) => full.startsWith(one));
  return few.some((letters) => begins(letters) && follows(letters, once(full)));
}

function follows(letters: readonly string[], word: string): boolean {
  // The places in the word up to which the letters so far may have come, ascending.
  let places = [0];
  for (const [nth, letter] of letters.entries()) {
    const spellings = SPELLINGS.get(letter) ?? [letter];
    const next = new Set<number>();
    for (const place of places) {
      // It is often not heard, but where a word begins.
      if (letter === 'h' && nth > 0) next.add(place);
      let [at, short] = [place, 0];
      for (;;) {
        for (const spelt of spellings) if (word.startsWith(spelt, at)) next.add(at + spelt.length);
        if (nth === 0 || at >= word.length) break;
        if (word[at] === 'h') at++;
        else if (SHORT.includes(word[at]) && short++ < MOST_SHORT) at++;
        else break;
      }
    }
    if (next.size === 0) return false;
    places = [...next];
  }
  const rest = /^[aeiou]{0,2}h?$/;
  return places.some((place) => rest.test(word.slice(place)));
}

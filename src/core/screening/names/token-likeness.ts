// How alike two words of names are, 0 to 1: equal, an initial, one or two typing errors, another spelling of the same
// sound, or the same consonants if a script has no vowels. More distant words count 0, so that a long name does not
// resemble another by many small likenesses.

/** The sound of a word. Spellings that are pronounced alike become equal: Mohammed and Muhamad, Yusuf and Youssef. */
export function soundOf(text: string): string {
  const folded = text
    .replace(/^kh|^ch(?=r)/, 'k')
    .replaceAll(/ph/g, 'f')
    .replaceAll(/gh(?![aeiou])/g, '')
    .replaceAll(/[qc](?![hk])|ck|kh/g, 'k')
    .replaceAll(/sch|sh|ch/g, 's')
    .replaceAll(/zh/g, 'j')
    .replaceAll(/[ae][iy](?![aeiou])/g, 'i')
    .replaceAll(/[xz]|dh/g, 's')
    .replaceAll(/dj|j/g, 'y')
    .replaceAll(/w/g, 'v')
    .replaceAll(/th/g, 't')
    .replaceAll(/ee|ie|ey|y(?![aeiou])/g, 'i')
    .replaceAll(/oo|ou|o/g, 'u')
    .replaceAll(/e/g, 'i')
    .replaceAll(/h/g, '')
    .replaceAll(/(.)\1+/g, '$1');
  return folded;
}

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
    .replaceAll(/[aeiouyhw]/g, (letter, at: number) => (at === 0 ? letter : ''))
    .replaceAll(/(.)\1+/g, '$1');

interface Word {
  readonly text: string;
  readonly sound: string;
  readonly skeleton: string;
}

/** `bySkeleton`: compares consonants, because one name is written without vowels. */
export function likeness(a: Word, b: Word, bySkeleton: boolean): number {
  if (a.text === b.text) return 1;
  const [short, long] = a.text.length <= b.text.length ? [a.text, b.text] : [b.text, a.text];
  if (short.length === 1) return long.startsWith(short) ? 0.8 : 0;
  if (bySkeleton && a.skeleton === b.skeleton && a.skeleton.length >= 2) return 0.92;
  const isSameSound = a.sound === b.sound && a.sound.length > 1;
  const most = isOfSigns(long) ? 0 : allowedEdits(long.length);
  const distance = editDistance(short, long, most);
  const isTyped = distance <= most && (distance <= 1 || !isSyllable(short, long));
  const byLetters = isTyped ? 1 - distance / long.length : 0;
  return isSameSound ? Math.max(0.9, byLetters) : byLetters;
}

/** Whether each sign of the script is a word or syllable: another sign is then another name, not a typing error. */
const isOfSigns = (text: string): boolean => text.charCodeAt(0) >= 0x2e80;

/** Whether it may stand for a word with that first letter. A single ideographic sign is a whole word. */
export const isInitial = (text: string): boolean => text.length === 1 && !isOfSigns(text);

/** Most typing errors in a word of this length: one error turns a short word into another. */
const allowedEdits = (length: number): number => (length <= 3 ? 0 : length <= 8 ? 1 : 2);

/** Whether two words differ by a syllable, not by two errors: Santnkwo and Santnkwola, Obadubola and Obaezbola. */
function isSyllable(short: string, long: string): boolean {
  let before = 0;
  while (before < short.length && short[before] === long[before]) before++;
  let after = 0;
  while (after < short.length - before && short[short.length - 1 - after] === long[long.length - 1 - after]) after++;
  return before + after >= long.length - 2;
}

const rows = [new Uint8Array(256), new Uint8Array(256), new Uint8Array(256)];

/**
 * Number of insertions, deletions, changes and swaps of neighbours; `most + 1` for more. Words are below 256 letters.
 */
function editDistance(short: string, long: string, most: number): number {
  if (long.length - short.length > most) return most + 1;
  // Skips equal beginnings and ends.
  let from = 0;
  while (from < short.length && short.charCodeAt(from) === long.charCodeAt(from)) from++;
  let [shortEnd, longEnd] = [short.length, long.length];
  while (shortEnd > from && short.charCodeAt(shortEnd - 1) === long.charCodeAt(longEnd - 1)) {
    shortEnd--;
    longEnd--;
  }
  if (shortEnd === from) return longEnd - from;
  if (longEnd - from === 1) return 1;
  const [n, m] = [Math.min(shortEnd - from, 255), Math.min(longEnd - from, 255)];
  let [before, last, next] = rows as [Uint8Array, Uint8Array, Uint8Array];
  for (let j = 0; j <= m; j++) last[j] = j;
  for (let i = 1; i <= n; i++) {
    const letter = short.charCodeAt(from + i - 1);
    next[0] = i;
    let least = i;
    for (let j = 1; j <= m; j++) {
      const other = long.charCodeAt(from + j - 1);
      let cost = Math.min(last[j] + 1, next[j - 1] + 1, last[j - 1] + (letter === other ? 0 : 1));
      const isSwap =
        i > 1 && j > 1 && letter === long.charCodeAt(from + j - 2) && short.charCodeAt(from + i - 2) === other;
      if (isSwap) cost = Math.min(cost, before[j - 2] + 1);
      next[j] = cost;
      if (cost < least) least = cost;
    }
    if (least > most) return most + 1;
    [before, last, next] = [last, next, before];
  }
  return last[m];
}

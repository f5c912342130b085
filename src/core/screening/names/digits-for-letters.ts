// Digits and signs that stand for letters in a company's name, as a bad picture or a sly hand writes them: V0LGA,
// B1ack Anvi1, Bl@ck. Names with digits of their own (G7, 3M, A320) have fewer letters in that word.

const WORDS = /[\p{L}\p{M}\p{N}@]+/gu;
/** Letters of a word for each digit that may be one. */
const LETTERS_FOR_DIGIT = 1;
const LOOKS = { 0: 'o', 5: 's', '@': 'a' };

/** The name as written, and with letters in place of digits, 1 as i and as l. */
export function withLetters(name: string): readonly string[] {
  const read = (one: string) => name.replaceAll(WORDS, (word) => (isDisguised(word) ? lettersOf(word, one) : word));
  return [...new Set([name, read('i'), read('l')])];
}

const lettersOf = (word: string, one: string): string =>
  word.replaceAll(/[05@1]/g, (sign) => (sign === '1' ? one : LOOKS[sign as unknown as keyof typeof LOOKS]));

/** Whether letters are more than digits, and each digit may be a letter. */
function isDisguised(word: string): boolean {
  const letters = word.match(/\p{L}/gu)?.length ?? 0;
  const signs = word.match(/[015@]/g)?.length ?? 0;
  return signs > 0 && letters > LETTERS_FOR_DIGIT * signs && !/[^\p{L}\p{M}015@]/u.test(word);
}

// What differs between two texts, so that a reader's eye finds it: of references and amounts the part between a common
// beginning and a common end, of narrations the words that the other side lacks.

export interface Piece {
  readonly text: string;
  readonly isUnlike: boolean;
}

export function unlikeCharacters(one: string, other: string): readonly Piece[] {
  if (one === other || one === '' || other === '') return [{ text: one, isUnlike: false }];
  const most = Math.min(one.length, other.length);
  let begin = 0;
  while (begin < most && one[begin] === other[begin]) begin++;
  let end = 0;
  while (end < most - begin && one[one.length - 1 - end] === other[other.length - 1 - end]) end++;
  return [
    { text: one.slice(0, begin), isUnlike: false },
    { text: one.slice(begin, one.length - end), isUnlike: true },
    { text: one.slice(one.length - end), isUnlike: false },
  ].filter(({ text }) => text !== '');
}

export function unlikeWords(one: string, other: string): readonly Piece[] {
  if (other === '') return [{ text: one, isUnlike: false }];
  const known = new Set(wordsOf(other).map((word) => word.toUpperCase()));
  return one
    .split(/( +)/)
    .filter((text) => text !== '')
    .map((text) => ({
      text,
      isUnlike: text.trim() !== '' && wordsOf(text).some((word) => !known.has(word.toUpperCase())),
    }));
}

const wordsOf = (text: string): readonly string[] => text.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');

// Spellings of names that are known to be one name: Aleksandr and Alexander, Yevgeniy and Evgeny, 金 and Kim. Each group
// of a table has a number; a word has the numbers of the groups that it is in, and two words that share one are one
// name. A second table has nicknames. A table stays one text, with the places of its words by their hash: a map of
// words would be ten times as large.

import nicknames from './tables/name-nicknames.json' with { type: 'json' };
import spellings from './tables/name-variants.json' with { type: 'json' };

/** Groups end with a comma, words with a space or a comma. */
const [SPACE, COMMA] = [32, 44];
const BUCKETS = 2 ** 18;

interface Places {
  readonly text: string;
  /** The last place of each hash, and for each place the one before it; -1: none. */
  readonly last: Int32Array;
  readonly before: Int32Array;
  /** Where the word begins in the text, and its group. */
  readonly starts: Uint32Array;
  readonly groups: Uint32Array;
}

const mixed = (hash: number, code: number): number => Math.imul(hash ^ code, 0x01000193);

function read(text: string): Places {
  let words = 0;
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) <= COMMA) words++;
  const last = new Int32Array(BUCKETS).fill(-1);
  const before = new Int32Array(words);
  const [starts, groups] = [new Uint32Array(words), new Uint32Array(words)];
  for (let at = 0, start = 0, word = 0, group = 0, hash = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code > COMMA) {
      hash = mixed(hash, code);
      continue;
    }
    const bucket = (hash >>> 0) % BUCKETS;
    before[word] = last[bucket];
    last[bucket] = word;
    starts[word] = start;
    groups[word] = group;
    word++;
    start = at + 1;
    hash = 0;
    if (code === COMMA) group++;
  }
  return { text, last, before, starts, groups };
}

/** The numbers of a table's groups that a word is in, ascending. The table is read with the first word. */
function groupsOf([text]: readonly string[]): (word: string) => readonly number[] {
  let places: Places | undefined;
  return (word) => {
    const { last, before, starts, groups } = (places ??= read(text));
    let hash = 0;
    for (let at = 0; at < word.length; at++) hash = mixed(hash, word.charCodeAt(at));
    const found: number[] = [];
    for (let at = last[(hash >>> 0) % BUCKETS]; at >= 0; at = before[at]) {
      const end = text.charCodeAt(starts[at] + word.length);
      if ((end === SPACE || end === COMMA) && text.startsWith(word, starts[at])) found.push(groups[at]);
    }
    return found.reverse();
  };
}

/** The names that a person's word may be a spelling of. */
export const variantsOf = groupsOf(spellings);

/** The names that a person's word may be a nickname of, or that have nicknames: one group for both. */
export const nicknamesOf = groupsOf(nicknames);

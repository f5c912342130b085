// What a narration is about, and whom it names, without lists of words: words that recur among many texts are the shape,
// the others are names. A word with a digit is neither.

export interface NarrationParts {
  /** The words that recur, in order. */
  readonly shape: string;
  /** The first run of words that do not. */
  readonly name: string;
}

export const NO_PARTS: NarrationParts = { shape: '', name: '' };

/** Splits texts by the words that all of them have. A word recurs if it is in as many texts as their number's root. */
export function narrationParts(texts: readonly string[]): (text: string) => NarrationParts {
  const counts = new Map<string, number>();
  // Equal texts, such as those of charges, are many: each is taken apart once.
  const runs = new Map<string, readonly (readonly string[])[]>();
  const parts = new Map<string, NarrationParts>();
  for (const text of texts) {
    const known = runs.get(text) ?? runsOf(text);
    runs.set(text, known);
    for (const word of new Set(known.flat())) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  const least = Math.max(2, Math.sqrt(texts.length));
  const recurs = (word: string): boolean => (counts.get(word) ?? 0) >= least;
  return (text) => {
    const known = parts.get(text);
    if (known !== undefined) return known;
    const own = runs.get(text) ?? runsOf(text);
    const made = { shape: own.flat().filter(recurs).join(' '), name: firstNameIn(own, recurs) };
    parts.set(text, made);
    return made;
  };
}

function firstNameIn(runs: readonly (readonly string[])[], recurs: (word: string) => boolean): string {
  for (const run of runs) {
    const from = run.findIndex((word) => !recurs(word));
    if (from < 0) continue;
    const to = run.findIndex((word, i) => i > from && recurs(word));
    return run.slice(from, to < 0 ? run.length : to).join(' ');
  }
  return '';
}

/** Words between marks and numbers, in capitals: `NIP/ADA OBI 12` has the runs NIP and ADA OBI. */
function runsOf(text: string): string[][] {
  const runs: string[][] = [[]];
  for (const piece of text.toUpperCase().split(' ')) {
    let word = '';
    const end = () => {
      if (word !== '') runs.at(-1)!.push(word);
      word = '';
    };
    const hasDigit = /[0-9]/.test(piece);
    for (const letter of hasDigit ? '' : piece) {
      if (isLetter(letter)) word += letter;
      else if (letter !== "'" && letter !== '’') {
        end();
        runs.push([]);
      }
    }
    end();
    if (hasDigit) runs.push([]);
  }
  return runs.filter((run) => run.length > 0);
}

/** `letter` is of a text in capitals. */
const isLetter = (letter: string): boolean =>
  letter <= '\u007f' ? letter >= 'A' && letter <= 'Z' : letter.toLowerCase() !== letter.toUpperCase();

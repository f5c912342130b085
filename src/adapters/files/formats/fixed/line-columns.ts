// Columns of a text of fixed width: the places that are blank in all lines with a day and an amount stand between two
// columns. A title above no column is one of its own, for a month may have no credits.

/** A word with its places in the line. */
export interface Word {
  readonly text: string;
  readonly left: number;
  readonly right: number;
}

type Column = Pick<Word, 'left' | 'right'>;

/** Begins with a day, in figures or with the name of a month. */
const DAY = /^\s*(?:\d{1,4}[-./]\d{1,2}[-./]\d{1,4}|\d{1,2}[-/. ]\p{L}{3,9}[-/. ]{1,2}\d{2,4}|\d{8})(?=\s)/u;
/** Ends with an amount that shows its decimals, and perhaps with a mark. */
const AMOUNT = /\s[-+(]?\d[\d.,' ]*[.,]\d{2}(?: ?[-+)]| ?[A-Za-z]{1,2})?\s*$/;

/** An entry, or what is left of one that was cut. */
export const beginsWithDay = (line: string): boolean => DAY.test(line);

export const isEntryLine = (line: string): boolean => beginsWithDay(line) && AMOUNT.test(line);

const placed = (line: string, pattern: RegExp): Word[] =>
  [...line.matchAll(pattern)].map(({ 0: text, index }) => ({ text, left: index, right: index + text.length }));

/** The words of a line; a day with spaces is one. */
export const wordsOf = (line: string): Word[] => placed(line, /\d{1,2} \p{L}{3,9} \d{2,4}(?!\S)|\S+/gu);

/** The phrases of a line, words with one space between them: “Closing balance : 1,250.00”. */
export const phrasesOf = (line: string): Word[] => placed(line, /\S+(?: \S+)*/g);

/** `titles`: words of the line of titles. */
export function columnsOf(entries: readonly string[], titles: readonly Word[]): Column[] {
  const columns: { left: number; right: number }[] = [];
  const width = Math.max(...entries.map(({ length }) => length));
  const isFilled = Array.from({ length: width }, () => false);
  for (const line of entries) for (const { left, right } of wordsOf(line)) isFilled.fill(true, left, right);
  for (let at = 0; at < width; at++) {
    if (!isFilled[at]) continue;
    const last = columns.at(-1);
    if (last !== undefined && last.right === at) last.right = at + 1;
    else columns.push({ left: at, right: at + 1 });
  }
  const own = titles.filter((title) => columns.every((column) => overlap(column, title) <= 0));
  return [...columns, ...own.map(({ left, right }) => ({ left, right }))].toSorted((a, b) => a.left - b.left);
}

const overlap = (a: Column, b: Column): number => Math.min(a.right, b.right) - Math.max(a.left, b.left);

/** The texts of a line's columns: each word stands in the one that it covers most, else in the nearest. */
export function cellsOf(columns: readonly Column[], words: readonly Word[]): string[] {
  const cells: string[] = [];
  for (const word of words) {
    let best = 0;
    for (let i = 1; i < columns.length; i++) if (overlap(columns[i], word) > overlap(columns[best], word)) best = i;
    cells[best] = cells[best] === undefined ? word.text : `${cells[best]} ${word.text}`;
  }
  return Array.from(cells, (cell) => cell ?? '');
}

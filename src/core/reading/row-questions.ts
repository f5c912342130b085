// Questions that are left once all rows are read: the direction of rows that no balance tells; rows that only words
// keep from being entries (an opening balance on the first line, a closing one on the last, with an amount and without
// proof); and rows below a heading of pending or scheduled entries.

import type { Question } from './table/question.ts';

const entries = (lines: readonly number[]): Record<string, string> =>
  Object.fromEntries(lines.map((line) => [String(line), 'true or false']));

/** A first or last row that reads as a balance, has an amount, and is not proven to be one. */
export const balanceQuestion = ({
  line,
  text,
  isFirst,
}: {
  line: number;
  text: string;
  isFirst: boolean;
}): Question => ({
  sentence: `line ${line} is the ${isFirst ? 'first' : 'last'} row, reads “${text}” and has an amount, and nothing proves it to be a balance; say in a column mapping whether it is an entry.`,
  answer: { entries: entries([line]) },
});

/** Rows whose direction neither sign, mark nor running balance tells: the first row has no balance before it. */
export const openSignQuestion = ({ line, rows }: { line: number; rows: number }): Question => ({
  sentence: `nothing says whether ${rows === 1 ? `line ${line} is` : `${rows} rows, the first on line ${line}, are`} money in or money out, for no balance stands before ${rows === 1 ? 'it' : 'them'}; say it as the sign in a column mapping.`,
  answer: { sign: 'in or out' },
});

/** Amounts whose direction nothing tells, and that the file's balances contradict. */
export const refutedSignQuestion = (hasRunningBalance: boolean): Question => ({
  sentence:
    `no amount has a sign or a DR/CR mark, and ${hasRunningBalance ? 'the running balance does not follow' : 'opening and closing balance differ by another sum'}, ` +
    'so that money out may be taken for money in; say it as the sign in a column mapping, or name the column that holds the marks.',
  answer: { sign: 'in, out or as_is' },
});

/** Totals of money in and out that fit the amounts with all signs turned. */
export const turnedTotalsQuestion = (line: number): Question => ({
  sentence: `the totals that the file states, one on line ${line}, are those of its amounts with all signs turned; say in a column mapping what a positive amount is.`,
  answer: { sign: 'in, out or as_is' },
});

/** Totals that contradict the amounts, whose column only the shape of its values chose. */
export const refutedTotalsQuestion = (line: number): Question => ({
  sentence: `the totals that the file states, one on line ${line}, are not those of what was read, and no title says which column is the amount; name it in a column mapping.`,
  answer: { amount: 'its title or number' },
});

/** Most lines named in the mapping; of more, the mapping shows the first. */
const MOST_LINES = 200;

export const sectionQuestion = ({
  line,
  text,
  lines,
}: {
  line: number;
  text: string;
  lines: readonly number[];
}): Question => ({
  sentence: `${lines.length === 1 ? `line ${lines[0]} stands` : `lines ${lines[0]} to ${lines.at(-1)} stand`} below “${text}” on line ${line}; say in a column mapping which of them are entries.`,
  answer: { entries: entries(lines.slice(0, MOST_LINES)) },
});

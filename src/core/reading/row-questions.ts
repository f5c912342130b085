// Questions that are left once all rows are read: which way money went, where no balance tells; its currency, where
// nothing sure names it; whether the first or last row is an entry, if only its words say that it is a balance; and which
// rows below a heading of pending or scheduled entries are entries. Each comes with the part of a column mapping that
// answers it.

import { EITHER_SIGN, type Question } from './table/question.ts';

/** The choice for each line, in a mapping's `entries`. */
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
  readings: [true, false].map((is) => ({ entries: { [line]: is } })),
});

/** Neither sign, mark nor running balance tells the direction of rows, as of a first row, with no balance before it. */
export const openSignQuestion = ({ line, rows }: { line: number; rows: number }): Question => ({
  sentence: `nothing says whether ${rows === 1 ? `line ${line} is` : `${rows} rows, the first on line ${line}, are`} money in or money out, for no balance stands before ${rows === 1 ? 'it' : 'them'}; say it as the sign in a column mapping.`,
  answer: { sign: 'in or out' },
  readings: EITHER_SIGN,
});

/** Amounts whose direction nothing tells, and that the file's balances contradict. */
export const refutedSignQuestion = (hasRunningBalance: boolean): Question => ({
  sentence:
    `no amount has a sign or a DR/CR mark, and ${hasRunningBalance ? 'the running balance does not follow' : 'opening and closing balance differ by another sum'}, ` +
    'so that money out may be taken for money in; say it as the sign in a column mapping, or name the column that holds the marks.',
  answer: { sign: 'in, out or as_is' },
  readings: EITHER_SIGN,
});

/**
 * Nothing names the currency but one code beside words that are not known: it may be a branch's or a company's. Or words
 * should name it, and are no currency known.
 */
export const currencyQuestion = ({
  code,
  otherwise,
  line,
  words,
}: {
  code: string;
  otherwise: string;
  line: number;
  words: string;
}): Question =>
  words === ''
    ? {
        sentence: `line ${line} has ${code} beside words that are not known, and nothing else names a currency; say the currency in a column mapping.`,
        answer: { currency: `${code} or ${otherwise}` },
        readings: [{ currency: code }, { currency: otherwise }],
      }
    : {
        sentence: `line ${line} names the currency “${words}”, which is not known, and nothing else names one; say its code in a column mapping.`,
        answer: { currency: 'its code of three capitals' },
        readings: [{ currency: otherwise }],
      };

/** The stated totals of money in and out fit only if all signs are turned. */
export const turnedTotalsQuestion = (line: number): Question => ({
  sentence: `the totals that the file states, one on line ${line}, are those of its amounts with all signs turned; say in a column mapping what a positive amount is.`,
  answer: { sign: 'in, out or as_is' },
  readings: EITHER_SIGN,
});

/** The stated totals contradict the amounts, and only the shape of its values chose their column. */
export const refutedTotalsQuestion = (line: number): Question => ({
  sentence: `the totals that the file states, one on line ${line}, are not those of what was read, and no title says which column is the amount; name it in a column mapping.`,
  answer: { amount: 'its title or number' },
});

/** Most lines that the mapping names. If there are more, it names the first of them. */
const MOST_LINES = 200;

/** Rows below a heading of pending or scheduled entries. */
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
  readings: [true, false].map((is) => ({
    entries: Object.fromEntries(lines.slice(0, MOST_LINES).map((one) => [String(one), is])),
  })),
});

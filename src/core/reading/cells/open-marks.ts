// Marks in the cells of amounts whose meaning is open: a plus before some of them and nothing before the others, a word
// of an unknown language behind them. The running balance may tell what they mean; else a person is asked.

import { currencyOfSign } from '../../money/currency-signs.ts';
import { DIRECTION_NONE, directionOf, type GivenMarks } from './directions.ts';

/** Most words, and most characters of one. */
const MOST_WORDS = 2;
const LONGEST = 8;
/** Share of the cells that must have decimals or thousands, unless words stand behind some whole numbers only. */
const DRESSED = 0.5;

const PLUS = '+';

interface FigureCell {
  /** Letters beside the digits; '' for none. */
  readonly word: string;
  readonly isBefore: boolean;
  readonly hasPlus: boolean;
  readonly hasMinus: boolean;
  readonly isDressed: boolean;
  /** Whether the figure has as many digits as a telephone number, which may have a plus too. */
  readonly isLong: boolean;
}

/** The open marks of a column's filled cells; none if its figures are plain, or have marks that are known. */
export function openMarksOf(cells: readonly string[], given: GivenMarks): string[] {
  const found: FigureCell[] = [];
  for (const cell of cells) {
    const one = figureIn(cell);
    if (one === null) return [];
    found.push(one);
  }
  const count = (test: (one: FigureCell) => boolean) => found.reduce((n, one) => (test(one) ? n + 1 : n), 0);
  const isDressed = count((one) => one.isDressed) >= found.length * DRESSED;
  const words = new Set(found.map(({ word }) => word).filter((word) => word !== ''));
  if (words.size === 0) {
    const plus = count(({ hasPlus }) => hasPlus);
    const isOneSided = plus > 0 && plus < found.length && !found.some(({ hasMinus, isLong }) => hasMinus || isLong);
    return isOneSided && !Object.hasOwn(given, PLUS) ? [PLUS] : [];
  }
  const isOpen = [...words].every((word) => isOpenWord(word, given));
  const bare = count(({ word }) => word === '');
  // A word before whole numbers is part of an identifier; so is one behind all of them.
  if (!isDressed && (bare === 0 || found.some(({ isBefore }) => isBefore))) return [];
  const isSplit = words.size === MOST_WORDS ? bare === 0 : words.size === 1 && bare > 0;
  return isOpen && isSplit ? [...words].sort() : [];
}

/** The marks of a reader that takes open ones for marks, of whatever direction. */
export const withOpenMarks = (given: GivenMarks, open: readonly string[]): GivenMarks =>
  open.length === 0 ? given : { ...Object.fromEntries(open.map((mark) => [mark, 'in' as const])), ...given };

const isOpenWord = (word: string, given: GivenMarks): boolean =>
  word.length <= LONGEST &&
  /^[\p{L}\p{M}]+$/u.test(word) &&
  !Object.hasOwn(given, word) &&
  directionOf(word) === DIRECTION_NONE;

/** A cell of digits with something before or behind them; null for any other. */
function figureIn(text: string): FigureCell | null {
  const cell = text.trim();
  let from = 0;
  let to = cell.length;
  while (from < to && !isDigit(cell[from])) from++;
  while (to > from && !isDigit(cell[to - 1])) to--;
  if (from === to) return null;
  for (let i = from; i < to; i++) if (!isDigit(cell[i]) && !MARKS.includes(cell[i])) return null;
  const beside = `${cell.slice(0, from)} ${cell.slice(to)}`;
  const words = beside.split(/[\s+\-()'’."]+/).filter((word) => word !== '' && currencyOfSign(word) === '');
  if (words.length > 1) return null;
  const figures = cell.slice(from, to);
  return {
    word: words[0] ?? '',
    isBefore: words.length > 0 && cell.slice(0, from).includes(words[0]),
    hasPlus: beside.includes('+'),
    hasMinus: /[-(\u2212\u2013]/.test(beside),
    isLong: /^\d{10}/.test(figures),
    isDressed: /[.,]\d{1,3}$/.test(figures),
  };
}

/** Characters between the digits of an amount. */
const MARKS = ".,'’ \u00a0\u202f";

const isDigit = (c: string): boolean => c >= '0' && c <= '9';

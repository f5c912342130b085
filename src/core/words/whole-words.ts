// Lists of words, and an expression that finds one of them as a whole word.

/** Splits lines into words at blanks. */
export const words = (...lines: readonly string[]): readonly string[] => lines.flatMap((line) => line.split(' '));

/** Finds one of the words in any case, with no letter or digit next to it. Words may be expressions. */
export const wholeWords = (...of: readonly string[]): RegExp =>
  new RegExp(`(?<![A-Z0-9])(?:${of.join('|')})(?![A-Z0-9])`, 'i');

// Lists of words, and the expression that finds one of them in a text as a word of its own.

/** Splits lines into words at blanks. */
export const words = (...lines: readonly string[]): readonly string[] => lines.flatMap((line) => line.split(' '));

/** Finds one of the words in a text, in any case, with no letter or digit on either side. They may be expressions. */
export const wholeWords = (...of: readonly string[]): RegExp =>
  new RegExp(`(?<![A-Z0-9])(?:${of.join('|')})(?![A-Z0-9])`, 'i');

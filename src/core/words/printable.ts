// Texts of files on a page for people, made harmless: a control character in a narration could move a terminal's cursor
// or change its window's title.

/** The text without control characters, cut to `width` characters with an ellipsis. */
export function printable(text: string, width = Number.POSITIVE_INFINITY): string {
  const clean = text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ');
  // A text has at least as many code units as characters.
  if (clean.length <= width) return clean;
  const characters = [...clean];
  return characters.length <= width ? clean : `${characters.slice(0, width - 1).join('')}…`;
}

// A cell of a CSV file (RFC 4180). Only what needs quotes is changed, so a value that a spreadsheet would run as a formula
// stays what the bank sent (docs/configuration.md).

/** A text as one cell, quoted if necessary. */
export function quotedCell(text: string, separator = ','): string {
  const isPlain = !text.includes(separator) && !/["\r\n]/.test(text);
  return isPlain ? text : `"${text.replaceAll('"', '""')}"`;
}

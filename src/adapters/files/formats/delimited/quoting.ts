// How a file is quoted: by RFC 4180, or otherwise. Decided from its beginning; requote.ts corrects other quoting.

import { readsAsEntry } from '../../../../core/reading/cells/cell-profile.ts';
import { BACKSLASH, DELIMITERS, EQUALS, endsCell, QUOTE, SPACE } from '../../rows/delimiters.ts';

/**
 * 'whole lines': each line is one quoted field with a row inside. 'backslashes': a backslash escapes quotes in a cell.
 */
export type Quoting = 'usual' | 'whole lines' | 'backslashes';

/** The quoting of a file. `head`: its beginning in UTF-8; `complete`: `head` is the whole file. */
export function quotingOf(head: Uint8Array, complete: boolean): Quoting {
  if (!head.includes(QUOTE)) return 'usual';
  if (areLinesQuoted(new TextDecoder().decode(head), complete)) return 'whole lines';
  if (!head.includes(BACKSLASH)) return 'usual';
  return oddQuotes(head, { escapes: false, complete }) > 0 && oddQuotes(head, { escapes: true, complete }) === 0
    ? 'backslashes'
    : 'usual';
}

const holdsDelimiter = (line: string): boolean => DELIMITERS.some((delimiter) => line.includes(delimiter));
/** Lines of one quoted field needed for each line that only begins with a quote, which is a slip. */
const LEAST_TO_A_SLIP = 10;
/** Least cells of a row: a sentence with commas may have fewer. */
const LEAST_CELLS = 3;

/**
 * Whether lines are one quoted field with a row inside: all entries, or only those that a spreadsheet quoted because
 * they contain quotes, beside bare ones with as many cells. A quoted notice or balance above or below bare entries is a
 * text.
 */
function areLinesQuoted(head: string, complete: boolean): boolean {
  const lines = head
    .split(/\r\n|\n|\r/)
    // The last line of a partial beginning is cut.
    .slice(0, complete ? undefined : -1)
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const isWhole = (line: string) => /^"(?:[^"]|"")*"$/.test(line);
  const quotedLines = lines.filter((line) => isWhole(line) && holdsDelimiter(line));
  const slips = lines.filter((line) => line.startsWith('"') && !isWhole(line));
  if (quotedLines.length === 0 || slips.length * LEAST_TO_A_SLIP > quotedLines.length) return false;
  const bare = lines.filter((line) => !line.startsWith('"'));
  return DELIMITERS.some((delimiter) => {
    const cells = (line: string) =>
      line.replace(/"(?:[^"]|"")*"/g, (quoted) => quoted.slice(1, -1).replaceAll(delimiter, ' ')).split(delimiter);
    const isRow = (row: readonly string[]) => row.length > 1 && readsAsEntry(row);
    const bareRows = bare.map(cells).filter(isRow);
    const within = quotedLines.filter((line) => isRow(cells(unwrapped(line))));
    if (bareRows.length === 0) return within.length > 0;
    const width = bareRows[0].length;
    const fit = within.filter((line) => line.includes('""') && cells(unwrapped(line)).length === width);
    return width >= LEAST_CELLS && fit.length > 0 && fit.length === within.length;
  });
}

const unwrapped = (line: string): string => line.slice(1, -1).replaceAll('""', '"');

/** Quotes inside quoted cells that are neither doubled nor at the cell's end. `escapes`: a backslash escapes a byte. */
function oddQuotes(head: Uint8Array, { escapes, complete }: { escapes: boolean; complete: boolean }): number {
  let odd = 0;
  let inside = false;
  for (let i = 0; i < head.length; i++) {
    const c = head[i];
    if (inside && escapes && c === BACKSLASH) i++;
    if (c !== QUOTE) continue;
    if (!inside) inside = beginsCell(head, i);
    else if (head[i + 1] === QUOTE) i++;
    else if (endsCell(head[behindSpaces(head, i + 1)])) inside = false;
    else odd++;
  }
  return odd + (inside && complete ? 1 : 0);
}

function beginsCell(head: Uint8Array, at: number): boolean {
  let p = at - 1;
  while (p >= 0 && (head[p] === SPACE || head[p] === EQUALS)) p--;
  return endsCell(head[p]);
}

function behindSpaces(head: Uint8Array, at: number): number {
  let p = at;
  while (head[p] === SPACE) p++;
  return p;
}

// How a file is quoted: by RFC 4180, or otherwise. Decided from its beginning; requote.ts corrects other ways.

import { readsAsEntry } from '../../../core/reading/cells/cell-profile.ts';
import { BACKSLASH, DELIMITERS, EQUALS, endsCell, QUOTE, SPACE } from '../rows/delimiters.ts';

/** Each line may be one quoted field with a row inside, or quotes within quoted cells stand behind a backslash. */
export type Quoting = 'usual' | 'whole lines' | 'backslashes';

/** How the file is quoted that begins so, in UTF-8; `complete`: that is all of it. */
export function quotingOf(head: Uint8Array, complete: boolean): Quoting {
  if (!head.includes(QUOTE)) return 'usual';
  if (areLinesQuoted(new TextDecoder().decode(head), complete)) return 'whole lines';
  if (!head.includes(BACKSLASH)) return 'usual';
  return oddQuotes(head, { escapes: false, complete }) > 0 && oddQuotes(head, { escapes: true, complete }) === 0
    ? 'backslashes'
    : 'usual';
}

const holdsDelimiter = (line: string): boolean => DELIMITERS.some((delimiter) => line.includes(delimiter));
/** Lines that are one quoted field, needed for each line that only begins with a quote: the latter is a slip. */
const LEAST_TO_A_SLIP = 10;
/** Cells of a row that no text is likely to have. */
const LEAST_CELLS = 3;

/**
 * Whether lines are one quoted field with a row inside: all entries, or only those that a spreadsheet quoted because of
 * quotes in them, beside bare ones with as many cells. In a file with quoted cells, lines begin with a quote but are no
 * such field; a quoted notice or balance above or below bare entries is a text.
 */
function areLinesQuoted(head: string, complete: boolean): boolean {
  const lines = head
    .split(/\r\n|\n|\r/)
    // The last line of a beginning is cut.
    .slice(0, complete ? undefined : -1)
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const isWhole = (line: string) => /^"(?:[^"]|"")*"$/.test(line);
  const whole = lines.filter((line) => isWhole(line) && holdsDelimiter(line));
  const slips = lines.filter((line) => line.startsWith('"') && !isWhole(line));
  if (whole.length === 0 || slips.length * LEAST_TO_A_SLIP > whole.length) return false;
  const bare = lines.filter((line) => !line.startsWith('"'));
  return DELIMITERS.some((delimiter) => {
    const cells = (line: string) =>
      line.replace(/"(?:[^"]|"")*"/g, (quoted) => quoted.slice(1, -1).replaceAll(delimiter, ' ')).split(delimiter);
    const isRow = (row: readonly string[]) => row.length > 1 && readsAsEntry(row);
    const bareRows = bare.map(cells).filter(isRow);
    const within = whole.filter((line) => isRow(cells(unwrapped(line))));
    if (bareRows.length === 0) return within.length > 0;
    const width = bareRows[0].length;
    const fit = within.filter((line) => line.includes('""') && cells(unwrapped(line)).length === width);
    return width >= LEAST_CELLS && fit.length > 0 && fit.length === within.length;
  });
}

const unwrapped = (line: string): string => line.slice(1, -1).replaceAll('""', '"');

/** Quotes within quoted cells that are neither doubled nor at their end, when a backslash escapes the next byte or not. */
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

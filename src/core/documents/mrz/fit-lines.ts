// Fits recognised lines to the length of a format. Recognition drops and doubles fillers, which stand in rows, and
// seldom anything else. So only rows of fillers are lengthened or cut; a line that still does not fit is of another
// format.

import { LAYOUTS, type MrzLayout } from './formats.ts';

interface FittedZone {
  readonly layout: MrzLayout;
  readonly lines: readonly string[];
  /** Number of characters added or cut. */
  readonly apart: number;
}

/** Most characters that recognition may have lost or doubled in a line. */
const MOST_APART = 8;

/** Only capitals, digits and fillers; similar signs become fillers. */
const mrzCharacters = (text: string): string =>
  text
    .replaceAll(/[«‹≤〈]/g, '<')
    .replaceAll('≪', '<<')
    .toUpperCase()
    .replaceAll(/[^A-Z0-9<]/g, '');

/** All formats that fit the lines, the nearest in length first. */
export function fitLines(recognised: readonly string[]): FittedZone[] {
  const lines = recognised.map(mrzCharacters).filter((line) => line.length > 0);
  const fitting = LAYOUTS.flatMap((layout) => {
    if (layout.lines !== lines.length || layout.isVisa !== lines[0].startsWith('V')) return [];
    const fitted = lines.map((line, at) => fitLine(line, layout, at));
    if (fitted.includes(null)) return [];
    const apart = lines.reduce((sum, line) => sum + Math.abs(line.length - layout.length), 0);
    return [{ layout, lines: fitted as string[], apart }];
  });
  return fitting.sort((a, b) => a.apart - b.apart);
}

/** Fillers as recognition misreads them; no name ends in six of these letters. */
const MISREAD_FILLERS = '<KLC';
const FEWEST_FILLERS = 6;

/** Where the fillers at the end of a line begin; null without any. */
function fillersAt(line: string): number | null {
  let at = line.length;
  while (at > 0 && MISREAD_FILLERS.includes(line[at - 1]!)) at--;
  return line.length - at < FEWEST_FILLERS ? null : at;
}

function fitLine(read: string, { length, fields }: MrzLayout, at: number): string | null {
  // A line of names ends in fillers.
  const endsInNames = fields.some(({ field, span }) => field === 'names' && span[0] === at);
  const tail = endsInNames ? (fillersAt(read) ?? length) : length;
  const line = tail < length ? read.slice(0, tail) + '<'.repeat(length - tail) : read;
  const missing = length - line.length;
  if (Math.abs(missing) > MOST_APART) return null;
  if (missing === 0) return line;
  const runs = [...line.matchAll(/<{2,}/g)].map(({ index, 0: { length: long } }) => ({ index, long }));
  const run = endsInNames
    ? runs.findLast(({ index, long }) => index + long === line.length)
    : runs.toSorted((a, b) => b.long - a.long)[0];
  if (run === undefined) return endsInNames && missing > 0 && line.endsWith('<') ? line + '<'.repeat(missing) : null;
  if (run.long + missing < 1) return null;
  return line.slice(0, run.index) + '<'.repeat(run.long + missing) + line.slice(run.index + run.long);
}

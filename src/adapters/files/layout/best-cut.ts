// A text may be cut into rows and cells at each delimiter that occurs in it. All are tried, and the one under which the
// file reads best is taken: a comma may cut a semicolon file into even rows, but not into a date and an amount.

import { TieoutError } from '../../../core/errors.ts';
import { textFormatOf, unreadFormat } from '../bytes/unread-formats.ts';
import type { Delimiter } from '../rows/delimiters.ts';
import type { SampleRow } from './find-header.ts';

/** One way to cut a file, with the rows of its sample. */
export interface Cut {
  /** The delimiter of the lines; null for a sheet, whose cells stand apart by themselves. */
  readonly delimiter: Delimiter | null;
  /** Place of the sheet that the rows are of; absent for a text. */
  readonly sheet?: number | undefined;
  /** Rows of the file's beginning, and some from further on. */
  readonly rows: readonly SampleRow[];
  readonly further: readonly SampleRow[];
  /** The error in cutting the sample into rows, if the sample is the whole file. */
  readonly failure: TieoutError | null;
}

/** The first rows of a file, from which its layout is found. */
export interface Sample {
  readonly file: string;
  /** The likeliest one first. */
  readonly cuts: readonly Cut[];
  /** The file's beginning in UTF-8. */
  readonly head: Uint8Array;
  /** Warnings about how the file was cut. */
  readonly cutWarnings: readonly string[];
}

/** How well a sample reads with a cut, and a sentence about what is missing, '' for nothing. */
interface CutReading {
  readonly score: number;
  readonly missing: string;
}

/**
 * The best cut with its reading. The reading may lack something or end at a failure; throwing those is left to the
 * caller. Throws if no cut gives rows of several cells.
 */
export function bestCut<R extends CutReading>(
  sample: Sample,
  read: (cut: Cut) => R,
): { readonly cut: Cut; readonly found: R } {
  const { file, head } = sample;
  const cuts = sample.cuts.filter(({ rows }) => rows.some(({ cells }) => cells.length > 1));
  let best: { cut: Cut; found: R } | null = null;
  let refused: unknown = null;
  for (const cut of cuts) {
    try {
      const found = read(cut);
      if (best === null || found.score > best.found.score) best = { cut, found };
    } catch (error) {
      // At another delimiter the file may have the mapping's columns.
      refused ??= error;
    }
  }
  if (best === null && refused !== null) throw refused;
  if (best === null && sample.cuts.some(({ sheet }) => sheet !== undefined))
    throw notUnderstood('there is no table: no row has several cells.', file);
  if (best === null && head.every((c) => c <= 0x20)) throw notUnderstood('the file has only blank lines.', file);
  const format = best === null || best.found.missing !== '' ? textFormatOf(head) : null;
  if (format !== null) throw unreadFormat(format, file);
  if (best === null) {
    const uncut = sample.cuts.find(({ failure }) => failure !== null)?.failure;
    throw uncut ?? notUnderstood('no delimiter was found: the lines have a single column.', file, 1);
  }
  return best;
}

export const notUnderstood = (sentence: string, file: string, line?: number): TieoutError =>
  new TieoutError('file_not_understood', sentence, line === undefined ? { file } : { file, line });

// Finds the delimiter of a text, and with it the layout of its rows: every delimiter that could be the file's is tried
// on the whole question, and the one under which most rows are entries wins. A comma may well cut a semicolon file into
// even rows, but not into a date and an amount.

import { TieoutError } from '../../../core/errors.ts';
import { MAX_COLUMNS } from '../../../core/limits.ts';
import type { ByteSupply } from '../bytes/byte-source.ts';
import { textFormatOf, unreadFormat } from '../bytes/unread-formats.ts';
import { HEADER_ROWS, type SampleRow } from '../layout/find-header.ts';
import { type FoundLayout, type LayoutOptions, layoutOfRows, SAMPLE_ROWS } from '../layout/table-layout.ts';
import { cellText } from '../rows/cell-text.ts';
import { DELIMITERS, type Delimiter } from '../rows/delimiters.ts';
import { DelimitedRows } from './delimited-rows.ts';
import type { Quoting } from './quoting.ts';

/** The layout of a delimited text, with how its cells are quoted. */
export interface DelimitedLayout extends FoundLayout {
  readonly delimiter: Delimiter;
  readonly quoting: Quoting;
}

interface Attempt extends DelimitedLayout {
  readonly score: number;
  /** What kept the whole file, when it is small enough to be its own sample, from being cut into rows. */
  readonly failure: TieoutError | null;
}

export interface SampleBytes {
  /** The file's beginning, and pieces from further on, all UTF-8. */
  readonly head: Uint8Array;
  readonly further: readonly Uint8Array[];
  readonly complete: boolean;
  /** How the file is quoted; the bytes here are so no longer. */
  readonly quoting: Quoting;
}

/** The layout of a file; throws file_not_understood when no delimiter gives it a date and an amount column. */
export function detectLayout(sample: SampleBytes, options: LayoutOptions): DelimitedLayout {
  const found = findLayout(sample, options);
  if (found.missing !== '') throw notUnderstood(found.missing, options.file, found.headerLine || undefined);
  return found;
}

/** The same of a file that may lack a date or an amount; throws when it cannot be cut into rows and columns at all. */
export function findLayout(sample: SampleBytes, options: LayoutOptions): DelimitedLayout {
  let best: Attempt | null = null;
  let refused: unknown = null;
  /** What kept the first row from being cut, at the first delimiter that it did. */
  let uncut: TieoutError | null = null;
  for (const delimiter of DELIMITERS) {
    // The first one is tried in any case: what cannot be cut at all is found out by it.
    if (delimiter !== DELIMITERS[0] && !sample.head.includes(delimiter.charCodeAt(0))) continue;
    const { rows, failure } = cutRows(sample.head, delimiter, options.file, sample.complete);
    if (!rows.some((row) => row.cells.length > 1)) {
      uncut ??= failure;
      continue;
    }
    const further = sample.further.flatMap((bytes) => cutRows(bytes, delimiter, options.file, false).rows.slice(1));
    let attempt: Attempt;
    try {
      const { quoting } = sample;
      attempt = { ...layoutOfRows({ rows, further }, options), delimiter, quoting, said: saidOf(quoting), failure };
    } catch (error) {
      // Cut at another delimiter the file may have the columns that the mapping names.
      refused ??= error;
      continue;
    }
    if (best === null || attempt.score > best.score) best = attempt;
  }
  if (best === null && refused !== null) throw refused;
  if (best === null && sample.head.every((c) => c <= 0x20))
    throw notUnderstood('the file has only blank lines.', options.file, undefined);
  const format = best === null || best.missing !== '' ? textFormatOf(sample.head) : null;
  if (format !== null) throw unreadFormat(format, options.file);
  if (best === null) {
    throw uncut ?? notUnderstood('no delimiter was found: the lines have a single column.', options.file, 1);
  }
  if (best.failure !== null) throw best.failure;
  return best;
}

const saidOf = (quoting: Quoting): readonly string[] =>
  quoting === 'whole lines' ? ['Each line is one quoted field; read as the row that it holds.'] : [];

function notUnderstood(sentence: string, file: string, line: number | undefined): TieoutError {
  return new TieoutError('file_not_understood', sentence, line === undefined ? { file } : { file, line });
}

const NOTHING: ByteSupply = { buffer: new Uint8Array(0), atEnd: true, more: () => 0 };

/** The rows of sample bytes as strings. What ends in the middle, or is too wide, is left to the real reading. */
export function cutRows(
  bytes: Uint8Array,
  delimiter: Delimiter,
  file: string,
  complete: boolean,
): { rows: SampleRow[]; failure: TieoutError | null } {
  const buffer = new Uint8Array(bytes.length + 1);
  buffer.set(bytes);
  const rows = new DelimitedRows({
    supply: { ...NOTHING, buffer },
    end: bytes.length,
    delimiter: delimiter.charCodeAt(0),
    file,
  });
  const out: SampleRow[] = [];
  try {
    while (out.length < SAMPLE_ROWS + HEADER_ROWS && rows.next()) {
      const cells: string[] = [];
      for (let i = 0; i < rows.count && i < MAX_COLUMNS; i++) cells.push(cellText(rows, i));
      out.push({ cells, line: rows.line });
    }
  } catch (error) {
    if (!(error instanceof TieoutError)) throw error;
    // Past the header the real reading comes upon the same row, and knows its end.
    return { rows: out, failure: complete || out.length < 2 ? error : null };
  }
  if (!complete && out.length < SAMPLE_ROWS + HEADER_ROWS) out.pop();
  return { rows: out, failure: null };
}

// A sample of a text, cut at every delimiter that occurs in its beginning.

import { TieoutError } from '../../../../core/errors.ts';
import { MAX_COLUMNS } from '../../../../core/limits.ts';
import type { ByteSupply } from '../../bytes/byte-source.ts';
import type { Cut, Sample } from '../../layout/best-cut.ts';
import { HEADER_ROWS, type SampleRow } from '../../layout/find-header.ts';
import { SAMPLE_ROWS } from '../../layout/table-layout.ts';
import { cellText } from '../../rows/cell-text.ts';
import { DELIMITERS, type Delimiter } from '../../rows/delimiters.ts';
import { DelimitedRows } from './delimited-rows.ts';
import type { Quoting } from './quoting.ts';
import type { SampleBytes } from './sample-bytes.ts';

/** A sample of a text with its quoting. */
export interface TextSample extends Sample {
  readonly quoting: Quoting;
}

export function textSample({ head, further, complete, quoting }: SampleBytes, file: string): TextSample {
  const cuts = DELIMITERS.flatMap((delimiter): Cut[] => {
    // The first delimiter is always tried: it finds out that a text cannot be cut at all.
    if (delimiter !== DELIMITERS[0] && !head.includes(delimiter.charCodeAt(0))) return [];
    const { rows, failure } = cutRows(head, delimiter, file, complete);
    const later = further.flatMap((bytes) => cutRows(bytes, delimiter, file, false).rows.slice(1));
    return [{ delimiter, rows, further: later, failure }];
  });
  const cutWarnings =
    quoting === 'whole lines' ? ['Each line is one quoted field; read as the row that it holds.'] : [];
  return { file, cuts, head, cutWarnings, quoting };
}

const NOTHING: ByteSupply = { buffer: new Uint8Array(0), atEnd: true, more: () => 0 };

/** The rows of sample bytes as strings. A row that is cut off or too wide is left to the full reading. */
function cutRows(
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
    // Below the header the full reading meets the same row, and knows its end.
    return { rows: out, failure: complete || out.length < 2 ? error : null };
  }
  if (!complete && out.length < SAMPLE_ROWS + HEADER_ROWS) out.pop();
  return { rows: out, failure: null };
}

// Delimited text as a table: its layout from a sample, and the final reading with the likeliest quoting.

import { TieoutError } from '../../../../core/errors.ts';
import { FileBytes, type OpenFile } from '../../bytes/byte-source.ts';
import type { Encoding } from '../../bytes/encoding.ts';
import type { Decisions } from '../../layout/decisions.ts';
import { type FoundLayout, layoutOf, optionsOf } from '../../layout/table-layout.ts';
import type { ReadRequest } from '../../request/read-request.ts';
import type { Delimiter } from '../../rows/delimiters.ts';
import type { RowReader } from '../../scan/read-rows.ts';
import { readerOf, scanRows } from '../../scan/scan-rows.ts';
import { type FinalReading, type Pass, settled, withBestUnits } from '../../settle/settled.ts';
import type { TableFile } from '../../table/table-file.ts';
import { DelimitedRows } from './delimited-rows.ts';
import { PlainRows } from './plain-rows.ts';
import type { Quoting } from './quoting.ts';
import { requotingOf } from './requote.ts';
import { sampleOf } from './sample-bytes.ts';
import { type TextSample, textSample } from './text-sample.ts';

interface TextFile {
  readonly file: OpenFile;
  readonly encoding: Encoding;
  /** The file's name, for messages. */
  readonly name: string;
}

export function delimitedTable(text: TextFile): TableFile {
  const sample = sampleIn(text);
  return {
    format: 'csv',
    encoding: text.encoding.name,
    sample,
    read: (request) => bestQuoted(request, text, sample),
    rows: ({ delimiter }, { progress }) => {
      const { rows, bytes } = openRows(text, { quoting: sample.quoting, delimiter, progress });
      return { rows, digest: () => bytes.digest() };
    },
  };
}

/** `given`: the quoting to try; if absent, it is found in the sample. */
const sampleIn = ({ file, encoding, name }: TextFile, given?: Quoting): TextSample =>
  textSample(sampleOf(file, { encoding, name, given }), name);

function openRows(
  { file, encoding, name }: TextFile,
  how: {
    readonly quoting: Quoting;
    readonly delimiter: Delimiter | null;
    readonly progress: ReadRequest['progress'];
  },
): { readonly rows: DelimitedRows; readonly bytes: FileBytes } {
  const rewriting = requotingOf(how.quoting, { file: name, midLine: false });
  const bytes = new FileBytes({ file, encoding, progress: how.progress, rewriting });
  if (how.delimiter === null) throw new Error('a text is cut at a delimiter');
  const delimiter = how.delimiter.charCodeAt(0);
  return { bytes, rows: new DelimitedRows({ supply: bytes, end: 0, delimiter, file: name }) };
}

interface DelimitedPass extends Pass {
  /** Quotes inside quoted cells that are neither doubled nor at the cell's end. */
  readonly oddQuotes: number;
  readonly hasEscapedQuotes: boolean;
}

/**
 * Reads the file with the quoting of its sample. If that is the usual one, and rows behind the sample have quotes after
 * backslashes, it is read again with backslashes as escapes. The second reading counts if it has no odd quotes and no
 * more rejected rows.
 */
function bestQuoted(request: ReadRequest, text: TextFile, sample: TextSample): FinalReading {
  const readAs = (quoted: TextSample) => {
    const layout = layoutOf(quoted, optionsOf(request));
    const scan = (as: FoundLayout, decisions: Decisions) =>
      readRows(request, text, { layout: as, decisions, quoting: quoted.quoting });
    return { read: settled(request, layout, scan), layout, scan };
  };
  const asSampled = readAs(sample);
  const best = () => {
    const { oddQuotes: odd, hasEscapedQuotes, report: first } = asSampled.read;
    if (sample.quoting !== 'usual' || odd === 0 || !hasEscapedQuotes) return asSampled;
    try {
      const escaped = readAs(sampleIn(text, 'backslashes'));
      const { oddQuotes, report } = escaped.read;
      const isAsGood = report.tally.counts.rejected <= first.tally.counts.rejected;
      return oddQuotes === 0 && isAsGood ? escaped : asSampled;
    } catch (error) {
      // Read in that way the file is not understood, so it is not written in it.
      if (error instanceof TieoutError) return asSampled;
      throw error;
    }
  };
  const { read, layout, scan } = best();
  return withBestUnits(read, layout, scan);
}

function readRows(
  request: ReadRequest,
  text: TextFile,
  {
    layout,
    decisions,
    quoting,
  }: { readonly layout: FoundLayout; readonly decisions: Decisions; readonly quoting: Quoting },
): { readonly reader: RowReader; readonly pass: DelimitedPass } {
  const { rows, bytes } = openRows(text, { quoting, delimiter: layout.delimiter, progress: request.progress });
  const reader = readerOf(request, { layout, decisions, size: text.file.size });
  scanRows(reader, rows, new PlainRows(reader, rows));
  const { oddQuotes, escapedQuotes } = rows;
  return { reader, pass: { digest: bytes.digest(), oddQuotes, hasEscapedQuotes: escapedQuotes > 0 } };
}

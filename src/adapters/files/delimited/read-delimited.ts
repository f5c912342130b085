// Delimited text as a file of rows and cells: its layout by its sample, and the reading of it that stands, quoted as it
// seems to be.

import { TieoutError } from '../../../core/errors.ts';
import { FileBytes, type OpenFile } from '../bytes/byte-source.ts';
import type { Encoding } from '../bytes/encoding.ts';
import type { ReadRequest } from '../format/read-request.ts';
import type { Decisions } from '../layout/decisions.ts';
import type { RowReader } from '../scan/read-rows.ts';
import { readerOf, scanRows } from '../scan/scan-rows.ts';
import { type FinalReading, type Pass, settled, withBestUnits } from '../settle/settled.ts';
import type { TableFile } from '../tables/table-file.ts';
import { DelimitedRows } from './delimited-rows.ts';
import { type DelimitedLayout, detectLayout } from './detect-layout.ts';
import { sampleOf } from './file-sample.ts';
import { PlainRows } from './plain-rows.ts';
import type { Quoting } from './quoting.ts';
import { requotingOf } from './requote.ts';

interface DelimitedPass extends Pass {
  /** Quotes within quoted cells that are neither doubled nor at their end. */
  readonly oddQuotes: number;
  readonly hasEscapedQuotes: boolean;
}

type Text = { readonly file: OpenFile; readonly encoding: Encoding };

export function delimitedTable(file: OpenFile, encoding: Encoding): TableFile {
  const text = { file, encoding };
  return {
    format: 'csv',
    encoding: encoding.name,
    layout: (request) => layoutOf(request, text),
    beginning: (name) => new TextDecoder().decode(sampleOf(file, { encoding, name }).head),
    read: (request) => bestQuoted(request, text),
  };
}

/**
 * The file read as it seems to be quoted. Where only its rows show quotes behind backslashes, it is read both ways, and
 * a backslash escapes where no quote is left over then, and no more rows are rejected.
 */
function bestQuoted(request: ReadRequest, text: Text): FinalReading {
  const reading = (layout: DelimitedLayout) => {
    const scan = (as: DelimitedLayout, decisions: Decisions) => readRows(request, text, { layout: as, decisions });
    return { read: settled(request, layout, scan), layout, scan };
  };
  const layout = layoutOf(request, text);
  const usual = reading(layout);
  const best = () => {
    if (layout.quoting !== 'usual' || usual.read.oddQuotes === 0 || !usual.read.hasEscapedQuotes) return usual;
    try {
      const escaped = reading(layoutOf(request, text, 'backslashes'));
      const { oddQuotes, report } = escaped.read;
      const isBetter = report.tally.counts.rejected <= usual.read.report.tally.counts.rejected;
      return oddQuotes === 0 && isBetter ? escaped : usual;
    } catch (error) {
      if (error instanceof TieoutError) return usual;
      throw error;
    }
  };
  const { read, scan, ...by } = best();
  return withBestUnits(read, by.layout, scan);
}

function layoutOf(
  { name, side, mapping, kind, isMappingOfPlan: isPlan }: ReadRequest,
  { file, encoding }: Text,
  quoting?: Quoting,
): DelimitedLayout {
  const sample = sampleOf(file, { encoding, name, given: quoting });
  return detectLayout(sample, { file: name, side, mapping, kind, isPlan });
}

function readRows(
  request: ReadRequest,
  { file, encoding }: Text,
  { layout, decisions }: { readonly layout: DelimitedLayout; readonly decisions: Decisions },
): { readonly reader: RowReader; readonly pass: DelimitedPass } {
  const { digest = true, progress, name } = request;
  const rewriting = requotingOf(layout.quoting, { file: name, midLine: false });
  const bytes = new FileBytes({ file, encoding, digest, progress, rewriting });
  const rows = new DelimitedRows({ supply: bytes, end: 0, delimiter: layout.delimiter.charCodeAt(0), file: name });
  const reader = readerOf(request, { layout, decisions, size: file.size });
  scanRows(reader, rows, new PlainRows(reader, rows));
  const { oddQuotes, escapedQuotes } = rows;
  return { reader, pass: { digest: bytes.digest() ?? '', oddQuotes, hasEscapedQuotes: escapedQuotes > 0 } };
}

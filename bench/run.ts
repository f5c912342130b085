// A whole run, from two files to a committed session on the embedded store: the time of each stage, bytes on disk and
// peak memory, beside only inserting the same rows, one document each, as a plain design would keep them.

import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { BenchOptions, Figures } from './bench.ts';
import { inSeconds, megabytes, runScript } from './measure.ts';
import type { DocumentsAnswer } from './run-documents.ts';
import type { SessionAnswer, SessionInput } from './run-session.ts';
import { lineOf, sessionFigures, tellStages } from './session-figures.ts';

const ROWS = 1_000_000;
/** Two rows in a hundred stay open: these, and those whose fees nobody told of. Parts per million. */
const OPEN_SHARE = 4_000;

export async function run({ rows, inputs, say }: BenchOptions): Promise<Figures> {
  const month = inputs.month({ rows: rows ?? ROWS, accounts: 8, openPerMillion: OPEN_SHARE });
  const data = { session: inputs.scratch('session'), documents: inputs.scratch('documents') };
  const session = await runScript<SessionInput, SessionAnswer>(
    'run-session.ts',
    { month, data: data.session },
    { asOurs: true },
  );
  const documents = await runScript<SessionInput, DocumentsAnswer>('run-documents.ts', { month, data: data.documents });
  const ours = session.answer;
  const theirs = documents.answer;
  const bytes = { session: bytesIn(data.session), documents: bytesIn(data.documents) };
  say(`run: ${ours.rows} rows from two files to a committed session, ${ours.openItems} of them open`);
  tellStages(say, ours);
  const line = lineOf(say);
  line('on disk', `${megabytes(bytes.session)}, ${(bytes.session / ours.rows).toFixed(1)} bytes a row`);
  line('peak memory', megabytes(ours.peakBytes));
  line('only inserting documents', `${inSeconds(theirs.taken.seconds)}, ${megabytes(bytes.documents)} on disk`);
  say(`  ${(theirs.taken.seconds / ours.taken.seconds).toFixed(2)} times as fast as only inserting the rows`);
  return {
    ...sessionFigures(ours),
    disk_bytes: bytes.session,
    disk_bytes_a_row: bytes.session / ours.rows,
    documents_seconds: theirs.taken.seconds,
    documents_disk_bytes: bytes.documents,
    times_documents: theirs.taken.seconds / ours.taken.seconds,
  };
}

function bytesIn(directory: string): number {
  const files = readdirSync(directory, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
}

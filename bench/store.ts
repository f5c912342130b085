// A whole run on MongoDB, from two files to a committed session: the time of each stage, of the first run of a process
// and of later ones as a service does them, beside only inserting the same rows one document each with the driver, on
// the same server one after the other.

import { MongoClient } from 'mongodb';
import { withDatabase } from '../src/adapters/store-mongo/connection/own-database.ts';
import { mongodForBenchmarks } from '../test/servers/mongod.ts';
import type { BenchOptions, Figures } from './bench.ts';
import { inSeconds, median, megabytes, runScript } from './measure.ts';
import { lineOf, sessionFigures, tellStages } from './session-figures.ts';
import type { StoreDocumentsAnswer } from './store-documents.ts';
import type { StoreAnswer, StoreInput } from './store-session.ts';

const ROWS = 1_000_000;
/** Two rows in a hundred stay open: these, and those whose fees nobody told of. Parts per million. */
const OPEN_SHARE = 4_000;

export async function run({ rows, inputs, say }: BenchOptions): Promise<Figures> {
  const month = inputs.month({ rows: rows ?? ROWS, accounts: 8, openPerMillion: OPEN_SHARE });
  const server = await mongodForBenchmarks();
  try {
    const [session, documents] = ['session', 'documents'].map((name) => `tieout-bench-${process.pid}-${name}`);
    const theirs = await runScript<StoreInput, StoreDocumentsAnswer>('store-documents.ts', {
      month,
      uri: withDatabase(server.uri, documents!),
    });
    const ours = await runScript<StoreInput, StoreAnswer>(
      'store-session.ts',
      {
        month,
        uri: withDatabase(server.uri, session!),
      },
      { asOurs: true },
    );
    const [sessionBytes, documentsBytes] = await sizesOf(server.uri, [session!, documents!]);
    return tell(say, {
      ours: ours.answer,
      theirs: theirs.answer,
      bytes: { session: sessionBytes!, documents: documentsBytes! },
    });
  } finally {
    await server.stop();
  }
}

/** What each database takes on the server's disk, indexes included; they are dropped. */
async function sizesOf(server: string, databases: readonly string[]): Promise<number[]> {
  const client = await MongoClient.connect(server);
  await client.db('admin').command({ fsync: 1 });
  const sizes: number[] = [];
  for (const name of databases) {
    const { totalSize } = await client.db(name).stats();
    sizes.push(totalSize);
    await client.db(name).dropDatabase();
  }
  await client.close();
  return sizes;
}

function tell(
  say: BenchOptions['say'],
  {
    ours,
    theirs,
    bytes,
  }: {
    ours: StoreAnswer;
    theirs: StoreDocumentsAnswer;
    bytes: { readonly session: number; readonly documents: number };
  },
): Figures {
  const times = theirs.taken.seconds / ours.taken.seconds;
  const sessions = 1 + ours.later.length;
  const bytesOfOne = bytes.session / sessions;
  const later = {
    seconds: median(ours.later.map(({ seconds }) => seconds)),
    processor: median(ours.later.map(({ processorSeconds }) => processorSeconds)),
  };
  const timesLater = theirs.taken.seconds / later.seconds;
  say(`store: ${ours.rows} rows from two files to a committed session on MongoDB, ${ours.openItems} of them open`);
  tellStages(say, ours);
  const line = lineOf(say);
  line(
    `all, later runs (${ours.later.length})`,
    `${inSeconds(later.seconds)}, processor ${inSeconds(later.processor)}`,
  );
  line('in the database', `${megabytes(bytesOfOne)}, ${(bytesOfOne / ours.rows).toFixed(1)} bytes a row`);
  line('peak memory', megabytes(ours.peakBytes));
  line('only inserting documents', `${inSeconds(theirs.taken.seconds)}, ${megabytes(bytes.documents)}`);
  say(`  ${times.toFixed(2)} times as fast as only inserting the rows, later runs ${timesLater.toFixed(2)} times`);
  return {
    ...sessionFigures(ours),
    later_seconds: later.seconds,
    later_processor_seconds: later.processor,
    database_bytes: bytesOfOne,
    database_bytes_a_row: bytesOfOne / ours.rows,
    documents_seconds: theirs.taken.seconds,
    documents_database_bytes: bytes.documents,
    times_documents: times,
    times_documents_later: timesLater,
  };
}
